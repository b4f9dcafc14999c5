/// The key of a toggle that hides unfinished work.
///
/// In a RELEASE build ``FeatureToggle/isEnabled(_:)-(ReleaseToggle)`` is the constant `false` for such a key, inlined,
/// and the code that it guards is gone from the binary. The key is empty there: not even its name is left.
@frozen
public struct ReleaseToggle: Sendable {
    #if !RELEASE || InternalBuild
    /// What a read passes on.
    public let reference: ToggleReference
    #endif

    /// Creates the key of a declared toggle.
    ///
    /// Generated code calls it.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - id: The result of ``ToggleIdentifier/make(category:type:key:)`` for the declaration.
    @inlinable
    @inline(__always)
    public init(_ key: StaticString, id: UInt64) {
        #if !RELEASE || InternalBuild
        reference = ToggleReference(id: id, fallback: 0, key: key)
        #endif
    }
}
