/// The key of a release toggle, which hides unfinished work.
///
/// In a RELEASE build, ``FeatureToggle/isEnabled(_:)-(ReleaseToggle)`` is the inlined constant `false` for such a key,
/// and the code that it guards is not in the binary. The key is empty there, without even its name.
@frozen
public struct ReleaseToggle: Sendable {
    #if OVERRIDES
    /// The reference that reads pass on.
    public let reference: ToggleReference
    #endif

    /// Creates the key of a declared toggle.
    ///
    /// Generated code calls this initializer.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - id: The result of ``ToggleIdentifier/make(category:type:key:)`` for the declaration.
    @inlinable
    @inline(__always)
    public init(_ key: StaticString, id: UInt64) {
        #if OVERRIDES
        reference = ToggleReference(id: id, fallback: 0, key: key)
        #endif
    }
}
