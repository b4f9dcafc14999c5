/// What a read passes to a ``FeatureToggle``: which toggle, and what to answer when nothing is known of it.
///
/// Typed keys carry one; app code does not meet it. It is trivial and fits three registers, so passing it retains nothing
/// and touches no memory.
@frozen
public struct ToggleReference {
    /// Identifies the toggle by a hash over its category, type and key (see ``ToggleIdentifier``).
    ///
    /// Declarations that differ in one of these never share a value, even when their keys are the same.
    public let id: UInt64
    /// The default value as bits, for the types that have bits (see ``ToggleValue/fallbackBits``), otherwise 0.
    public let fallback: UInt64
    // The key in UTF-8, ended by a zero byte. With a StaticString, which is three words, all would be passed in memory.
    @usableFromInline let keyStart: UnsafePointer<UInt8>

    /// Creates a reference.
    ///
    /// - Parameters:
    ///   - id: Identifies the toggle.
    ///   - fallback: The default value as bits.
    ///   - key: The toggle's key, in `snake_case`.
    @inlinable
    @inline(__always)
    public init(id: UInt64, fallback: UInt64, key: StaticString) {
        // A literal has a pointer, unless somebody went out of the way to make it of a single scalar.
        let key: StaticString = key.hasPointerRepresentation ? key : ""
        self.id = id
        self.fallback = fallback
        keyStart = key.utf8Start
    }
}

// The pointer is to the bytes of a literal, which live, and stay the same, as long as the process does.
extension ToggleReference: @unchecked Sendable {}

extension ToggleReference {
    /// The toggle's key, in `snake_case`.
    ///
    /// - Complexity: O(*n*) in its length: each call makes a string.
    public var key: String {
        String(cString: keyStart)
    }

    /// Whether the toggle's values are Booleans.
    ///
    /// A double that switches everything on or off asks for it.
    public var isBoolean: Bool {
        id & ToggleIdentifier.tagMask == ToggleIdentifier.tag(of: .bool)
    }
}
