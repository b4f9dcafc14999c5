/// A ``ToggleVariant`` as the generator writes it.
///
/// What the compiler would derive for each enum is here once, for all of them: that saves half of the time that a debug
/// build of a module with many enums takes. An enum that is written by hand is a ``ToggleVariant`` with raw values.
public protocol GeneratedToggleVariant: ToggleVariant {
    /// The names of the variants in the order of the declaration.
    static var variantNames: [String] { get }
}

extension GeneratedToggleVariant {
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
        variantNames.indices.compactMap { Self(variantIndex: UInt64($0)) }
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
