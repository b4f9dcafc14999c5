package import ToggleManifest

/// A change of one flag in a remote document, with its effect in words.
///
/// It doesn't write any file.
package struct DocumentChange: Sendable {
    /// The path of the document.
    package let path: String
    /// The text before; `nil` if the document doesn't exist yet.
    package let old: [UInt8]?
    /// The text after; the same if there is nothing to change.
    package let new: [UInt8]
    /// The effect on users, one fact per line.
    package let lines: [String]
    /// The reason why a person should confirm the change; `nil` if it can be made without asking.
    package let concern: String?
    /// The warnings of `toggles check` that the change causes, and the errors elsewhere that it ignores.
    package let warnings: [Diagnostic]

    /// Whether the text changes.
    package var isEmpty: Bool { old == new }

    /// The change of the file.
    package var edit: FileEdit { FileEdit(path: path, old: old, new: new) }
}
