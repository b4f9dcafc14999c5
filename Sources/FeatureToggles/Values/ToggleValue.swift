/// A type that an ops toggle can have.
///
/// Bool, Int, Double, String, ``JSONValue``, every ``ToggleVariant`` and every ``ToggleModel`` conform. Conform your own
/// types through one of the last two: an enum of names, or a `Codable` structure.
public protocol ToggleValue: Sendable, Equatable {
    /// The type in the manifest's terms.
    static var toggleType: ToggleType { get }

    /// Creates the value that a source spelt as JSON, or `nil` when it is of another type.
    init?(json: JSONValue)

    /// The value as sources spell it.
    var json: JSONValue { get }

    /// The value as bits, for types that have bits; 0 for others, which are read as text or objects.
    var fallbackBits: UInt64 { get }

    /// Reads the value in force. The typed keys' methods on ``FeatureToggle`` call it; app code does not.
    ///
    /// - Parameters:
    ///   - toggle: The toggle to read.
    ///   - defaultValue: What to answer when no source has a usable value.
    ///   - toggles: Where to read it.
    ///   - context: What rules may look at; `nil` for the ambient context.
    /// - Returns: The value in force.
    static func read(
        _ toggle: ToggleReference,
        default defaultValue: Self,
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> Self
}

/// A value that fits 64 bits, which makes reading it one load.
public protocol ScalarToggleValue: ToggleValue {
    /// Creates the value from its bits, or `nil` when no value has these bits.
    init?(toggleBits: UInt64)
}

extension ScalarToggleValue {
    /// Reads the value in force.
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
    /// Boolean.
    public static var toggleType: ToggleType { .bool }

    /// Creates a Boolean from `true` or `false`; nothing else will do.
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

    /// The value as sources spell it.
    public var json: JSONValue { .bool(self) }

    /// 0 or 1.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { self ? 1 : 0 }
}

extension Int: ScalarToggleValue {
    /// Whole number.
    public static var toggleType: ToggleType { .int }

    /// Creates a whole number; `10.0` is 10, `3.14` is not a whole number.
    public init?(json: JSONValue) {
        guard case .integer(let value)? = ToggleType.int.canonical(json) else { return nil }
        self = value
    }

    /// Creates the number with these bits; `nil` where `Int` has 32 and the number does not fit.
    @inlinable
    @inline(__always)
    public init?(toggleBits: UInt64) {
        self.init(exactly: Int64(bitPattern: toggleBits))
    }

    /// The value as sources spell it.
    public var json: JSONValue { .integer(self) }

    /// The two's complement.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { UInt64(bitPattern: Int64(self)) }
}

extension Double: ScalarToggleValue {
    /// Number.
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

    /// The value as sources spell it.
    public var json: JSONValue { .number(self) }

    /// The IEEE 754 bit pattern.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { bitPattern }
}

extension String: ToggleValue {
    /// Text.
    public static var toggleType: ToggleType { .string }

    /// Creates text from a JSON string.
    public init?(json: JSONValue) {
        guard case .string(let value) = json else { return nil }
        self = value
    }

    /// The value as sources spell it.
    public var json: JSONValue { .string(self) }

    /// 0: text has no bits.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { 0 }

    /// Reads the text in force.
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
