/// Receives the members of one large object of a text one by one, so that the reader keeps none of them.
package protocol JSONSkimmer: AnyObject {
    /// Whether the object is the value of the outermost member with this name.
    func isWanted(_ name: String) -> Bool
    /// The object begins; members of an earlier one with the same name no longer count.
    func begin()
    /// Receives the name of a member and its bytes with the quotes; names that occur twice are the skimmer's affair.
    func name(_ name: String, at range: Range<Int>)
    /// Receives the bytes of that member's value, which was read and is valid.
    func value(at range: Range<Int>)
}
