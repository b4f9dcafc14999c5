/// An enum whose cases are the closed set of values of a toggle.
///
/// The generator writes such enums. The raw values are the names in `toggles.yaml`; the index is the position there. An enum
/// of strings that you write yourself needs only the conformance.
public protocol ToggleVariant: ScalarToggleValue, RawRepresentable, CaseIterable, Hashable where RawValue == String {
    /// Creates the variant at an index in declaration order, or returns `nil` if the index is out of range.
    init?(variantIndex: UInt64)

    /// The variant's index in declaration order, from 0.
    var variantIndex: UInt64 { get }
}

extension ToggleVariant {
    /// The closed set of names, in declaration order.
    public static var toggleType: ToggleType { .variants(allCases.map(\.rawValue)) }

    /// Creates the variant that a JSON string names.
    public init?(json: JSONValue) {
        guard case .string(let name) = json else { return nil }
        self.init(rawValue: name)
    }

    /// Creates the variant at an index in declaration order, or returns `nil` if the index is out of range.
    ///
    /// - Complexity: O(*n*) in the number of variants.
    public init?(variantIndex: UInt64) {
        let cases = Self.allCases
        guard let offset = Int(exactly: variantIndex), offset < cases.count else { return nil }
        self = cases[cases.index(cases.startIndex, offsetBy: offset)]
    }

    /// The variant's index in declaration order, from 0.
    ///
    /// - Complexity: O(*n*) in the number of variants.
    public var variantIndex: UInt64 {
        let cases = Self.allCases
        return cases.firstIndex(of: self).map { UInt64(cases.distance(from: cases.startIndex, to: $0)) } ?? 0
    }

    /// Creates the variant with these bits.
    @inlinable
    @inline(__always)
    public init?(toggleBits: UInt64) {
        self.init(variantIndex: toggleBits)
    }

    /// The variant's name.
    public var json: JSONValue { .string(rawValue) }

    /// The variant's index.
    @inlinable
    @inline(__always)
    public var fallbackBits: UInt64 { variantIndex }
}

extension MigrationStage: ToggleVariant {}
