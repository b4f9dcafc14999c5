/// What a read passes to a ``FeatureToggle``: which toggle, and what to answer when nothing is known of it.
///
/// Typed keys carry one; app code does not meet it. It is trivial, so passing it retains nothing.
@frozen
public struct ToggleReference: Sendable {
    /// Identifies the toggle by a hash over its category, type and key (see ``ToggleIdentifier``).
    ///
    /// Declarations that differ in one of these never share a value, even when their keys are the same.
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

extension ToggleReference {
    /// Whether the toggle's values are Booleans.
    ///
    /// A double that switches everything on or off asks for it.
    public var isBoolean: Bool {
        id & ToggleIdentifier.tagMask == ToggleIdentifier.tag(of: .bool)
    }
}
