package import ToggleManifest

/// A toggle that another team's own declaration declares.
package struct DeclaredFlag: Sendable, Hashable {
    /// The key of the toggle in the manifest: what the declaration says, as a key of a manifest.
    package var key: String
    /// The name in Swift.
    package var name: String
    /// The raw value, where there is one.
    package var rawValue: String?
    /// The type that holds it, with the types around it: `BuildFlags.Debug`.
    package var container: String
    /// The index of its declaration in ``LintConfiguration/sources``.
    package var source: Int
    /// The file, relative to the root of the project.
    package var path: String
    /// Where the name stands.
    package var range: SourceRange
    /// The default, where it is a literal: `true`, `3`, `"blue"`.
    package var defaultValue: String?
    /// The type, where it is written: `Bool`.
    package var valueType: String?
    /// What the comment above it says, on one line.
    package var comment: String?

    /// Creates a flag.
    package init(
        key: String,
        name: String,
        rawValue: String? = nil,
        container: String,
        source: Int,
        path: String,
        range: SourceRange,
        defaultValue: String? = nil,
        valueType: String? = nil,
        comment: String? = nil
    ) {
        self.key = key
        self.name = name
        self.rawValue = rawValue
        self.container = container
        self.source = source
        self.path = path
        self.range = range
        self.defaultValue = defaultValue
        self.valueType = valueType
        self.comment = comment
    }
}

extension DeclaredFlag {
    /// The owner that `toggles init` writes where nothing says who it is.
    package static let unknownOwner = "nobody"

    /// The words of the name, as `New checkout.`, which `toggles init` writes where there is no comment.
    package var nameAsSentence: String {
        let key = SwiftName.key(from: name) ?? name
        let words = key.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst() + "."
    }
}
