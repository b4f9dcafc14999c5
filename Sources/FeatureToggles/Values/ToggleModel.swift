/// A `Codable` type that a JSON toggle can have.
///
/// A value is decoded when it is activated, and not again by reads. If a remote rule chooses between variants, the first
/// read with a context that selects a variant decodes it, and later reads return the same object. A value that can't be
/// decoded is skipped and reported in the explanation.
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
