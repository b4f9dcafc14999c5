/// The copy of a local defaults file that can only be copied as a whole, such as that of an app on a phone.
///
/// The console and the commands read and change the copy. A change is exchanged with the original.
package protocol OverrideMirror: AnyObject, Sendable {
    /// The folder for saved state and presets, which remains when the copy is gone.
    var storeFolder: String { get }
    /// The name of the original, which is shown instead of the path of the copy.
    var shownPath: String { get }
    /// A note that the original can't be read anymore, such as `not read since 14:03 UTC`; `nil` while it can be read.
    var staleness: String? { get }

    /// Returns a text with the path of the original instead of that of the copy.
    func shown(_ text: String) -> String

    /// Reads the original, changes the copy, and writes it back.
    ///
    /// - Parameter change: Changes the copy.
    /// - Throws: ``OverrideError`` if the change fails, or can't be written to the original. The copy is then as the
    ///   original was read last.
    func exchange(_ change: () throws(OverrideError) -> Void) throws(OverrideError)

    /// Reads the original again.
    ///
    /// - Throws: ``OverrideError`` if it can't be read.
    func refresh() throws(OverrideError)
}
