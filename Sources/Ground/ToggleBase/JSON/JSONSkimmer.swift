/// Receives the members of one large object one at a time, so that the reader doesn't store them.
package protocol JSONSkimmer: AnyObject {
    /// Returns whether to skim the object that is the value of the top-level member with this name.
    func isWanted(_ name: String) -> Bool
    /// Called at the start of the object; members of an earlier object with the same name no longer count.
    func begin()
    /// Receives the name of a member and its byte range including the quotes; duplicate names are not filtered out.
    func name(_ name: String, at range: Range<Int>)
    /// Receives the byte range of that member's value, which is valid JSON.
    func value(at range: Range<Int>)
}
