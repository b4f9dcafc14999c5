/// A `Codable` type that a JSON toggle can have.
///
/// Each value of a remote document is decoded once: when the document is activated, or, if a rule chooses between
/// variants, when a read with a context first selects the variant. Later reads return the same object. A value that
/// can't be decoded is skipped and reported in the explanation.
///
/// If the values that a client's toggles can select have more than 4,000 parts in total (counting the largest variant
/// of each JSON toggle), all of them are decoded in advance: before a fetched document is activated, or in the
/// background when a client starts. Until then, these toggles return their defaults, with the error
/// `PROVIDER_NOT_READY`.
///
/// `init(from:)` can run on any thread while the client holds a lock, so it must not change the client's context or
/// overrides.
///
/// ```swift
/// struct CheckoutLimits: ToggleModel {
///     var maxItems: Int
///     var banner: String
/// }
/// ```
public protocol ToggleModel: ToggleValue, Codable {}

extension ToggleModel {
    /// The JSON type.
    public static var toggleType: ToggleType { .json }

    /// Decodes the value, or returns `nil` if the JSON has a different structure.
    public init?(json: JSONValue) {
        guard let value = try? JSONValueDecoder.decode(Self.self, from: json) else { return nil }
        self = value
    }

    /// The value as JSON, or `null` if it can't be encoded.
    public var json: JSONValue {
        (try? JSONValueEncoder.encode(self)) ?? .null
    }

    /// Reads the current value.
    public static func read(
        _ toggle: ToggleReference,
        default defaultValue: Self,
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> Self {
        (toggles.object(of: toggle, for: context) as? ToggleObject<Self>)?.value ?? defaultValue
    }
}

extension JSONValue: ToggleModel {
    /// Creates the value itself.
    public init?(json: JSONValue) {
        self = json
    }

    /// The value itself.
    public var json: JSONValue { self }
}

/// A decoded value of a JSON toggle, in an object that reads return.
public final class ToggleObject<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value

    /// Wraps a value.
    public init(_ value: Value) {
        self.value = value
    }
}
