/// A ``ToggleVariant`` that the generator writes.
///
/// The conformances that the compiler would synthesize for each enum are implemented here once, for all of them. In
/// modules with many enums, debug builds take half the time. For an enum that you write yourself, conform to
/// ``ToggleVariant`` with raw values.
public protocol GeneratedToggleVariant: ToggleVariant {
    /// The names of the variants, in declaration order.
    static var variantNames: [String] { get }

    /// The number of variants.
    ///
    /// - Warning: A count that differs from the number of cases, or a type that isn't an enum without payloads, is
    ///   undefined behavior.
    static var variantCount: UInt64 { get }
}

extension GeneratedToggleVariant {
    /// The closed set of names, in declaration order.
    public static var toggleType: ToggleType { .variants(variantNames) }

    /// Creates the variant at an index in declaration order, or returns `nil` if the index is out of range.
    ///
    /// An enum without payloads is laid out as an integer tag that counts its cases in declaration order
    /// (`docs/ABI/TypeLayout.rst` of the Swift project, "C-Like Enums"), so index and tag are the same number.
    @inlinable
    @inline(__always)
    public init?(variantIndex: UInt64) {
        guard variantIndex < Self.variantCount else { return nil }
        switch MemoryLayout<Self>.size {
        case 0: self = unsafeBitCast((), to: Self.self)
        case 1: self = unsafeBitCast(UInt8(truncatingIfNeeded: variantIndex), to: Self.self)
        case 2: self = unsafeBitCast(UInt16(truncatingIfNeeded: variantIndex), to: Self.self)
        default: return nil
        }
    }

    /// The variant's index in declaration order, from 0.
    @inlinable
    @inline(__always)
    public var variantIndex: UInt64 {
        switch MemoryLayout<Self>.size {
        case 1: UInt64(unsafeBitCast(self, to: UInt8.self))
        case 2: UInt64(unsafeBitCast(self, to: UInt16.self))
        default: 0
        }
    }

    /// Creates the variant with a name.
    ///
    /// - Complexity: O(*n*) in the number of variants.
    public init?(rawValue: String) {
        guard let index = Self.variantNames.firstIndex(of: rawValue) else { return nil }
        self.init(variantIndex: UInt64(index))
    }

    /// The variant's name in `toggles.yaml`.
    public var rawValue: String {
        let names = Self.variantNames
        let index = Int(clamping: variantIndex)
        return names.indices.contains(index) ? names[index] : ""
    }

    /// The variants in declaration order.
    public static var allCases: [Self] {
        (0..<variantCount).compactMap { Self(variantIndex: $0) }
    }

    /// Returns whether two variants are the same.
    @inlinable
    @inline(__always)
    public static func == (left: Self, right: Self) -> Bool {
        left.variantIndex == right.variantIndex
    }

    /// Feeds the index into the hasher.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(variantIndex)
    }

    /// The hash value of the index.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}
