package import ToggleManifest

/// A toggle in an existing declaration of a team.
package struct DeclaredFlag: Sendable, Hashable {
    /// What the code says about the name by which a service knows a flag.
    package enum RemoteName: Sendable, Hashable {
        /// The name that a property returns for the flag.
        case name(String)
        /// A property returns `nil` for the flag, so that the service doesn't know it.
        case none
        /// Its type has no texts, so that no service can name it.
        case local
        /// The code doesn't say.
        case unknown
    }

    /// The toggle's key in the manifest, derived from the declaration.
    package var key: String
    /// The name in Swift.
    package var name: String
    /// The raw value, if there is one.
    package var rawValue: String?
    /// Whether a text may stand for it: its name, as the raw value of a case, or another one.
    package var hasText = true
    /// The name by which a service knows it.
    package var remoteName = RemoteName.unknown
    /// The enclosing type, with the types around it: `BuildFlags.Debug`.
    package var container: String
    /// The index of its declaration in ``LintConfiguration/sources``.
    package var source: Int
    /// The file, relative to the root of the project.
    package var path: String
    /// The range of the name.
    package var range: SourceRange
    /// The default, if it is a literal: `true`, `3`, `"blue"`.
    package var defaultValue: String?
    /// The type, if it is written: `Bool`.
    package var valueType: String?
    /// The comment before the declaration, as one line.
    package var comment: String?

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
    /// The owner that `toggles init` writes if the owner is unknown.
    package static let unknownOwner = "nobody"

    /// The words of the name as a sentence, `New checkout.`, which `toggles init` writes if there is no comment.
    package var nameAsSentence: String {
        let type = container.split(separator: ".").last.map(String.init) ?? ""
        let isOfType = SwiftName.key(from: type + name.prefix(1).uppercased() + name.dropFirst()) == key
        let key = isOfType ? key : SwiftName.key(from: name) ?? name
        let words = key.split(separator: "_").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst() + "."
    }
}
