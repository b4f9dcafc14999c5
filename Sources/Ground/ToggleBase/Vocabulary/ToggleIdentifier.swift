/// Computes the identifiers of toggles.
///
/// An identifier is an FNV-1a hash of the category, the type's name with its variants, and the key, each terminated by
/// a zero byte, followed by the 64-bit finalizer of MurmurHash3. The low four bits are the type's tag, so that a key
/// can never read a value of another type. Generated code contains the result as a literal.
public enum ToggleIdentifier {
    /// Returns the identifier of a declaration.
    ///
    /// - Parameters:
    ///   - category: The toggle's category.
    ///   - type: The type of its values.
    ///   - key: Its key.
    /// - Returns: The identifier, never 0.
    /// - Complexity: O(*n*) in the length of the key and the names of the variants.
    public static func make(category: ToggleCategory, type: ToggleType, key: some StringProtocol) -> UInt64 {
        var hash = ContentHash.empty
        add(category.rawValue, to: &hash)
        add(type.name, to: &hash)
        if case .variants(let names) = type {
            for name in names { add(name, to: &hash) }
        }
        add(key, to: &hash)
        hash ^= hash >> 33
        hash = hash &* 0xff51_afd7_ed55_8ccd
        hash ^= hash >> 33
        hash = hash &* 0xc4ce_b9fe_1a85_ec53
        hash ^= hash >> 33
        return hash & ~tagMask | tag(of: type)
    }

    /// Adds a string and a zero byte to a hash.
    private static func add(_ text: some StringProtocol, to hash: inout UInt64) {
        var text = String(text)
        let start = hash
        hash = text.withUTF8 { ContentHash.adding($0, to: start) } &* ContentHash.prime
    }

    /// The bits of an identifier that contain the type's tag.
    @inlinable
    @inline(__always)
    package static var tagMask: UInt64 { 15 }

    /// The tag of types that are read as strings.
    @inlinable
    @inline(__always)
    package static var textTag: UInt64 { 4 }

    /// The tag of types that are read as objects.
    @inlinable
    @inline(__always)
    package static var objectTag: UInt64 { 6 }

    /// Returns the tag of a type, 1 to 6.
    @inlinable
    package static func tag(of type: ToggleType) -> UInt64 {
        switch type {
        case .bool: 1
        case .int: 2
        case .double: 3
        case .string: textTag
        case .variants: 5
        case .json: objectTag
        }
    }
}
