import ToggleBase

/// A type that an ops toggle can have.
///
/// Bool, Int, Double, String, ``JSONValue``, every ``ToggleVariant``, and every ``ToggleModel`` conform. Conform your
/// own types through one of the last two: an enum of names, or a `Codable` structure.
public protocol ToggleValue: Sendable, Equatable {
    /// The type in the manifest's terms.
    static var toggleType: ToggleType { get }

    /// Creates the value from a source's JSON, or returns `nil` if the JSON has another type.
    init?(json: JSONValue)

    /// The value as JSON.
    var json: JSONValue { get }

    /// The value as bits, for types that have bits; 0 for others, which are read as strings or objects.
    var fallbackBits: UInt64 { get }

    /// Reads the current value.
    ///
    /// The typed keys' methods on ``FeatureToggle`` call this method; app code doesn't.
    ///
    /// - Parameters:
    ///   - toggle: The toggle to read.
    ///   - defaultValue: The result if no source has a usable value.
    ///   - toggles: The toggles to read it from.
    ///   - context: The attributes that rules can use; `nil` for the ambient context.
    /// - Returns: The current value.
    static func read(
        _ toggle: ToggleReference,
        default defaultValue: Self,
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> Self
}

extension ToggleValue {
    /// 0, because the value is read as a string or an object.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { 0 }
}

/// A value that fits into 64 bits, so that reading it is one load.
public protocol ScalarToggleValue: ToggleValue {
    /// Creates the value from its bits, or returns `nil` if no value has these bits.
    init?(toggleBits: UInt64)
}

extension ScalarToggleValue {
    /// Reads the current value.
    @inlinable
    @inline(__always)
    public static func read(
        _ toggle: ToggleReference,
        default defaultValue: Self,
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> Self {
        let bits = context == nil ? toggles.bits(of: toggle) : toggles.bits(of: toggle, for: context)
        return Self(toggleBits: bits) ?? defaultValue
    }
}

extension Bool: ScalarToggleValue {
    /// The Boolean type.
    public static var toggleType: ToggleType { .bool }

    /// Creates a Boolean from `true` or `false`, and returns `nil` for anything else.
    public init?(json: JSONValue) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }

    /// Creates a Boolean from 0 or 1.
    @inlinable
    @inline(__always)
    public init?(toggleBits: UInt64) {
        self = toggleBits != 0
    }

    /// The value as JSON.
    public var json: JSONValue { .bool(self) }

    /// The value as 0 or 1.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { self ? 1 : 0 }
}

extension Int: ScalarToggleValue {
    /// The whole number type.
    public static var toggleType: ToggleType { .int }

    /// Creates a whole number: 10 from `10.0`, and `nil` from `3.14`.
    public init?(json: JSONValue) {
        guard case .integer(let value)? = ToggleType.int.canonical(json) else { return nil }
        self = value
    }

    /// Creates the number with these bits, or returns `nil` if `Int` has 32 bits and the number doesn't fit.
    @inlinable
    @inline(__always)
    public init?(toggleBits: UInt64) {
        self.init(exactly: Int64(bitPattern: toggleBits))
    }

    /// The value as JSON.
    public var json: JSONValue { .integer(self) }

    /// The value in two's complement.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { UInt64(bitPattern: Int64(self)) }
}

extension Double: ScalarToggleValue {
    /// The number type.
    public static var toggleType: ToggleType { .double }

    /// Creates a number from any JSON number.
    public init?(json: JSONValue) {
        guard case .number(let value)? = ToggleType.double.canonical(json) else { return nil }
        self = value
    }

    /// Creates the number with these bits.
    @inlinable
    @inline(__always)
    public init?(toggleBits: UInt64) {
        self = Double(bitPattern: toggleBits)
    }

    /// The value as JSON.
    public var json: JSONValue { .number(self) }

    /// The value as an IEEE 754 bit pattern.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { bitPattern }
}

extension String: ToggleValue {
    /// The string type.
    public static var toggleType: ToggleType { .string }

    /// Creates a string from a JSON string.
    public init?(json: JSONValue) {
        guard case .string(let value) = json else { return nil }
        self = value
    }

    /// The value as JSON.
    public var json: JSONValue { .string(self) }

    /// Reads the current string.
    @inlinable
    @inline(__always)
    public static func read(
        _ toggle: ToggleReference,
        default defaultValue: String,
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> String {
        toggles.text(of: toggle, for: context) ?? defaultValue
    }
}
