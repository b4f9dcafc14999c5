/// One declared toggle, as the registry holds it.
public struct ToggleDefinition: Sendable {
    /// The key in `snake_case`.
    public let key: String
    /// The identifier, as in the typed key's ``ToggleReference``.
    public let id: UInt64
    /// The type of the values.
    public let type: ToggleType
    /// The value when no source has one, in canonical form (see ``ToggleType/canonical(_:)``).
    public let defaultValue: JSONValue
    // Of tools' definitions there are thousands; these two lie where there would be nothing.
    /// The category.
    public let category: ToggleCategory
    private let detailsIndex: Int32
    /// The remote parameter, or `nil` for a release toggle, which has none.
    public let remoteParameter: String?
    /// Former remote parameters, left as they are for versions in the field.
    public let retiredParameters: [String]
    /// What people need to know; `nil` in a RELEASE build, which does not carry it.
    public var details: ToggleDetails? { detailsBox?.details(at: detailsIndex) }

    /// What ``details`` say of the toggle's life, or `nil` when there are none; cheaper where they are read when they are
    /// wanted.
    package var lifetime: ToggleLifetime? { detailsBox?.lifetime(at: detailsIndex) }

    /// Turns a canonical JSON value into the object that reads answer, or `nil` when it has another shape.
    package let decodeObject: @Sendable (JSONValue) -> (any AnyObject & Sendable)?
    // The details are half of a definition's size, which no definition without them should have.
    private let detailsBox: DetailsBox?

    /// Creates the definition of a toggle whose type is not known at compile time, for tools.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - category: The category.
    ///   - type: The type of the values.
    ///   - defaultValue: The value when no source has one; of the type, otherwise every read answers the typed key's.
    ///   - remoteParameter: The remote parameter; `nil` takes the key. A release toggle never has one.
    ///   - retiredParameters: Former remote parameters.
    ///   - details: What people need to know.
    public init(
        key: String,
        category: ToggleCategory,
        type: ToggleType,
        defaultValue: JSONValue,
        remoteParameter: String? = nil,
        retiredParameters: [String] = [],
        details: ToggleDetails? = nil
    ) {
        // Types that are read as bits or text have nothing to capture, of which there would be one for each toggle.
        var decodeObject = Self.decodesNothing
        if type == .json { decodeObject = { $0.fits(defaultValue) ? ToggleObject($0) : nil } }
        self.init(
            key: key,
            id: ToggleIdentifier.make(category: category, type: type, key: key),
            category: category,
            type: type,
            defaultValue: defaultValue,
            remoteParameter: remoteParameter,
            retiredParameters: retiredParameters,
            details: details,
            decodeObject: decodeObject
        )
    }

    /// What toggles have whose values are no objects; it holds nothing.
    private static let decodesNothing: @Sendable (JSONValue) -> (any AnyObject & Sendable)? = { _ in nil }

    init(
        key: String,
        id: UInt64,
        category: ToggleCategory,
        type: ToggleType,
        defaultValue: JSONValue,
        remoteParameter: String?,
        retiredParameters: [String],
        details: ToggleDetails?,
        decodeObject: @escaping @Sendable (JSONValue) -> (any AnyObject & Sendable)?
    ) {
        self.key = key
        self.id = id
        self.category = category
        self.type = type
        self.defaultValue = type.canonical(defaultValue) ?? defaultValue
        self.remoteParameter = category == .release ? nil : remoteParameter ?? key
        self.retiredParameters = retiredParameters
        detailsBox = details.map { DetailsBox($0) }
        detailsIndex = 0
        self.decodeObject = decodeObject
    }

    /// Creates the definition of a toggle that was compiled before.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - id: The identifier that ``init(key:category:type:defaultValue:remoteParameter:retiredParameters:details:)`` makes.
    ///   - category: The category.
    ///   - type: The type of the values.
    ///   - defaultValue: The value when no source has one, in canonical form.
    ///   - remoteParameter: The remote parameter; `nil` takes the key.
    ///   - retiredParameters: Former remote parameters.
    ///   - details: Where the details are, if the toggle has some.
    ///   - index: Which of them are this toggle's.
    package init(
        key: String,
        id: UInt64,
        category: ToggleCategory,
        type: ToggleType,
        canonicalDefault defaultValue: JSONValue,
        remoteParameter: String?,
        retiredParameters: [String],
        details: DetailsBox?,
        at index: Int32
    ) {
        self.key = key
        self.id = id
        self.category = category
        self.type = type
        self.defaultValue = defaultValue
        self.remoteParameter = category == .release ? nil : remoteParameter ?? key
        self.retiredParameters = retiredParameters
        detailsBox = details
        detailsIndex = index
        if case .json = type {
            decodeObject = { $0.fits(defaultValue) ? ToggleObject($0) : nil }
        } else {
            decodeObject = Self.decodesNothing
        }
    }
}
