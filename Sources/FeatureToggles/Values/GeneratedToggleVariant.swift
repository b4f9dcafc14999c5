/// A ``ToggleVariant`` as the generator writes it.
///
/// What the compiler would derive for each enum is here once, for all of them: that saves half of the time that a debug
/// build of a module with many enums takes. An enum that is written by hand is a ``ToggleVariant`` with raw values.
public protocol GeneratedToggleVariant: ToggleVariant {
    /// The names of the variants in the order of the declaration.
    static var variantNames: [String] { get }

    /// How many variants there are.
    static var variantCount: UInt64 { get }
}

extension GeneratedToggleVariant {
    /// Creates the variant with an index in the order of the declaration, or `nil` past the last one.
    ///
    /// An enum without payloads is laid out as an integer tag that counts its cases in the order of their declaration
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

    /// The variant's index in the order of the declaration, from 0.
    @inlinable
    @inline(__always)
    public var variantIndex: UInt64 {
        switch MemoryLayout<Self>.size {
        case 1: UInt64(unsafeBitCast(self, to: UInt8.self))
        case 2: UInt64(unsafeBitCast(self, to: UInt16.self))
        default: 0
        }
    }

    /// Creates the variant of a name.
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

    /// The variants in the order of the declaration.
    public static var allCases: [Self] {
        (0..<variantCount).compactMap { Self(variantIndex: $0) }
    }

    /// Whether both are the same variant.
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
