/// A `Codable` type that a JSON toggle can have.
///
/// A value is decoded once, when it comes into force, never at a read. A value that does not decode is skipped and named
/// in the explanation.
///
/// ```swift
/// struct CheckoutLimits: ToggleModel {
///     var maxItems: Int
///     var banner: String
/// }
/// ```
public protocol ToggleModel: ToggleValue, Codable {}

extension ToggleModel {
    /// JSON.
    public static var toggleType: ToggleType { .json }

    /// Decodes the value, or answers `nil` when the JSON has another shape.
    public init?(json: JSONValue) {
        guard let value = try? JSONValueDecoder.decode(Self.self, from: json) else { return nil }
        self = value
    }

    /// The value as sources spell it; `null` when the type refuses to be encoded.
    public var json: JSONValue {
        (try? JSONValueEncoder.encode(self)) ?? .null
    }
}

/// Types that are read as objects.
extension ToggleModel {
    /// 0: such a value has no bits.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { 0 }

    /// Reads the value in force.
    public static func read(
        _ toggle: ToggleReference,
        default defaultValue: Self,
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> Self {
        (toggles.object(of: toggle, for: context) as? ToggleObject<Self>)?.value ?? defaultValue
    }
}

extension JSONValue: ToggleValue {
    /// JSON.
    public static var toggleType: ToggleType { .json }

    /// Creates the value itself.
    public init?(json: JSONValue) {
        self = json
    }

    /// The value itself.
    public var json: JSONValue { self }

    /// 0: such a value has no bits.
    public var fallbackBits: UInt64 { 0 }

    /// Reads the value in force.
    public static func read(
        _ toggle: ToggleReference,
        default defaultValue: JSONValue,
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> JSONValue {
        (toggles.object(of: toggle, for: context) as? ToggleObject<JSONValue>)?.value ?? defaultValue
    }
}

/// A decoded value of a JSON toggle, held where reads find it.
public final class ToggleObject<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value

    /// Holds a value.
    public init(_ value: Value) {
        self.value = value
    }
}
