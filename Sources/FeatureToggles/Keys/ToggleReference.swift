/// What a read passes to a ``FeatureToggle``: which toggle, and what to answer when nothing is known of it.
///
/// Typed keys carry one; app code does not meet it. It is trivial, so passing it retains nothing.
@frozen
public struct ToggleReference: Sendable {
    /// Identifies the toggle by a hash over its category, type and key (see ``ToggleIdentifier``). Declarations that
    /// differ in one of these never share a value, even when their keys are the same.
    public let id: UInt64
    /// The default value as bits, for the types that have bits (see ``ToggleValue/fallbackBits``), otherwise 0.
    public let fallback: UInt64
    /// The toggle's key, in `snake_case`.
    public let key: StaticString

    /// Creates a reference.
    @inlinable
    @inline(__always)
    public init(id: UInt64, fallback: UInt64, key: StaticString) {
        self.id = id
        self.fallback = fallback
        self.key = key
    }
}

/// Computes the identifiers of toggles.
///
/// FNV-1a over the category, the type's name with its variants, and the key, each ended by a zero byte, then the
/// 64-bit finalizer of MurmurHash3. Generated code carries the result as a literal.
public enum ToggleIdentifier {
    /// The identifier of a declaration.
    ///
    /// - Parameters:
    ///   - category: The toggle's category.
    ///   - type: The type of its values.
    ///   - key: Its key.
    /// - Returns: The identifier, never 0.
    /// - Complexity: O(*n*) in the length of the key and the names of the variants.
    public static func make(category: ToggleCategory, type: ToggleType, key: some StringProtocol) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ text: some StringProtocol) {
            for byte in text.utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
            hash = hash &* 0x100_0000_01b3
        }
        add(category.rawValue)
        add(type.name)
        if case .variants(let names) = type {
            names.forEach { add($0) }
        }
        add(key)
        hash ^= hash >> 33
        hash = hash &* 0xff51_afd7_ed55_8ccd
        hash ^= hash >> 33
        hash = hash &* 0xc4ce_b9fe_1a85_ec53
        hash ^= hash >> 33
        return hash == 0 ? 1 : hash
    }
}
