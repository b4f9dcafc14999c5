import ToggleBase

/// The content of a `toggles.yaml`.
public struct Manifest: Sendable {
    /// The access level of the generated code.
    public enum Access: String, Sendable, CaseIterable {
        /// Visible in the module only.
        case `internal`
        /// Visible in the package.
        case package
        /// Visible everywhere.
        case `public`
    }

    /// The version of the schema, which is always 1.
    public var schema: Int
    /// The name of the generated enum that holds the registry.
    public var namespace: String
    /// The name of the application, after which its local defaults file is named; `nil` uses the namespace.
    public var application: String?
    /// The access level of the generated code.
    public var access: Access
    /// The offset from UTC of creation times of update policies that don't state their own; `nil` is UTC.
    package var utcOffset: Duration?
    /// The remote document whose flags the toggles read.
    package var document: ManifestDocument?
    /// The targets to which documents are published, in file order.
    package var environments: [ManifestEnvironment] = []
    /// What toggles have that don't state it themselves, which ``toggles`` already contain.
    package var defaults = ManifestDefaults()
    /// The toggles in file order.
    public var toggles: [ToggleDeclaration]
    /// The section `lint`: a mapping that the linter interprets.
    public var lint: YAMLNode?

    /// Creates a manifest.
    public init(
        schema: Int = 1,
        namespace: String,
        application: String? = nil,
        access: Access = .internal,
        toggles: [ToggleDeclaration],
        lint: YAMLNode? = nil
    ) {
        self.schema = schema
        self.namespace = namespace
        self.application = application
        self.access = access
        self.toggles = toggles
        self.lint = lint
    }
}

/// The remote document that a manifest names.
package struct ManifestDocument: Sendable {
    /// The path, relative to the folder of the manifest or to one above it.
    package var path: String
    /// The place in the manifest.
    package var range: SourceRange
}

/// One toggle of a manifest.
public struct ToggleDeclaration: Sendable {
    /// The key in `snake_case`.
    public var key: String
    /// The name in Swift: the key in `lowerCamelCase`, unless the manifest has another one.
    public var swiftName: String
    /// The category.
    public var category: ToggleCategory
    /// The type of the values, which is `ToggleType.migrationStages` for a migration toggle.
    public var type: ToggleType
    /// The value used when no source provides one, in canonical form.
    public var defaultValue: JSONValue
    /// The remote parameter, if it differs from the key.
    public var remote: String?
    /// Former remote parameters.
    public var retired: [String]
    /// The description, owner, dates, and ticket.
    public var details: ToggleDetails
    /// The number of days that the toggle lives by default, if its declaration doesn't say when they begin.
    package var lifetime: Int?
    /// The location of the key.
    public var location: SourceRange
    /// The locations of the fields' values, in the order of the file.
    var fieldRanges: [(field: ManifestField, range: SourceRange)]
    /// The path of the manifest, for a toggle of several manifests.
    package var path: String?

    /// Creates a declaration.
    public init(
        key: String,
        swiftName: String,
        category: ToggleCategory,
        type: ToggleType,
        defaultValue: JSONValue,
        remote: String? = nil,
        retired: [String] = [],
        details: ToggleDetails,
        location: SourceRange,
        fields: [String: SourceRange] = [:]
    ) {
        self.key = key
        self.swiftName = swiftName
        self.category = category
        self.type = type
        self.defaultValue = defaultValue
        self.remote = remote
        self.retired = retired
        self.details = details
        self.location = location
        fieldRanges = fields.compactMap { name, range in ManifestField(rawValue: name).map { ($0, range) } }
    }

    /// The locations of the fields' values, by field name.
    public var fields: [String: SourceRange] {
        Dictionary(fieldRanges.map { ($0.field.name, $0.range) }) { first, _ in first }
    }

    /// Returns the location of a field's value, or `nil` if the toggle doesn't have the field.
    package func range(of field: ManifestField) -> SourceRange? {
        fieldRanges.first { $0.field == field }?.range
    }

    /// Creates the declaration of a toggle that isn't in a file yet.
    ///
    /// It isn't validated here, but by ``ManifestEditor/add(_:)``. Its name in Swift is that of its key unless it has
    /// another one.
    public init(
        key: String,
        swiftName: String? = nil,
        category: ToggleCategory,
        type: ToggleType,
        defaultValue: JSONValue,
        remote: String? = nil,
        details: ToggleDetails
    ) {
        let nowhere = SourceLocation(line: 1, column: 1, offset: 0)
        self.init(
            key: key,
            swiftName: swiftName ?? SwiftName.member(ofKey: key),
            category: category,
            type: type,
            defaultValue: defaultValue,
            remote: remote,
            details: details,
            location: SourceRange(start: nowhere, end: nowhere)
        )
    }
}
