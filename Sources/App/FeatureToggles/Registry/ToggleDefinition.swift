import ToggleBase

/// The declaration of one toggle in a registry.
public struct ToggleDefinition: Sendable {
    /// The key in `snake_case`.
    public let key: String
    /// The identifier, which equals that of the typed key's ``ToggleReference``.
    public let id: UInt64
    /// The type of the values.
    public let type: ToggleType
    /// The value if no source has one, in canonical form.
    public let defaultValue: JSONValue
    /// The category.
    public let category: ToggleCategory
    /// The remote parameter, or `nil` for a release toggle, which has none.
    public let remoteParameter: String?
    /// Former remote parameters, which stay unchanged for released versions that still read them.
    public let retiredParameters: [String]
    /// The details for people, such as the owner; `nil` in a RELEASE build, which doesn't contain them.
    public var details: ToggleDetails? { detailsBox?.details }

    /// Converts a canonical JSON value to the object that reads return, or returns `nil` if its structure differs.
    package let decodeObject: @Sendable (JSONValue) -> (any AnyObject & Sendable)?
    // A reference, because the details would double the size of every definition, even without any.
    private let detailsBox: DetailsBox?

    /// Creates the definition of a toggle whose type isn't known at compile time, for tools.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - category: The category.
    ///   - type: The type of the values.
    ///   - defaultValue: The value if no source has one. If it isn't of the type, every read returns the typed key's
    ///     default.
    ///   - remoteParameter: The remote parameter; `nil` uses the key. A release toggle never has one.
    ///   - retiredParameters: Former remote parameters.
    ///   - details: The details for people.
    public init(
        key: String,
        category: ToggleCategory,
        type: ToggleType,
        defaultValue: JSONValue,
        remoteParameter: String? = nil,
        retiredParameters: [String] = [],
        details: ToggleDetails? = nil
    ) {
        // Types that are read as bits or strings capture nothing, which saves a closure for each toggle.
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

    /// The closure for toggles whose values are not objects; it captures nothing.
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
        self.decodeObject = decodeObject
    }
}

/// A reference to details.
private final class DetailsBox: Sendable {
    let details: ToggleDetails

    init(_ details: ToggleDetails) { self.details = details }
}
