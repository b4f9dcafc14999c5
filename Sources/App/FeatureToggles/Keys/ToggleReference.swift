import ToggleBase

/// The argument that a read passes to a ``FeatureToggle``: which toggle to read, and the fallback if no value is known.
///
/// Typed keys contain a reference; app code doesn't use it. It is trivial and fits into three registers, so passing it
/// retains nothing and accesses no memory.
@frozen
public struct ToggleReference {
    /// The toggle's identifier, a hash of its category, type, and key (see ``ToggleIdentifier``).
    ///
    /// Declarations that differ in one of these never share a value, even if their keys are the same.
    public let id: UInt64
    /// The default value as bits, for types that have bits (see ``ToggleValue/fallbackBits``), otherwise 0.
    public let fallback: UInt64
    // The key in UTF-8, terminated by a zero byte. Not a StaticString: that is three words, so references would be
    // passed in memory.
    @usableFromInline let keyStart: UnsafePointer<UInt8>

    /// Creates a reference.
    ///
    /// - Parameters:
    ///   - id: The toggle's identifier.
    ///   - fallback: The default value as bits.
    ///   - key: The toggle's key, in `snake_case`.
    @inlinable
    @inline(__always)
    public init(id: UInt64, fallback: UInt64, key: StaticString) {
        // A literal has a pointer, unless it was explicitly made from a single scalar.
        let key: StaticString = key.hasPointerRepresentation ? key : ""
        self.id = id
        self.fallback = fallback
        keyStart = key.utf8Start
    }
}

// Unchecked: the pointer refers to the bytes of a literal, which exist and stay the same for the life of the process.
extension ToggleReference: @unchecked Sendable {}

extension ToggleReference {
    /// The toggle's key, in `snake_case`.
    ///
    /// - Complexity: O(*n*) in its length, because each call creates a string.
    public var key: String {
        String(cString: keyStart)
    }

    /// Whether the toggle's values are Booleans.
    package var isBoolean: Bool {
        id & ToggleIdentifier.tagMask == ToggleIdentifier.tag(of: .bool)
    }
}
