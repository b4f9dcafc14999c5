/// The key of an experiment, which assigns one of several variants to each user.
///
/// It is read with a context that has a targeting key, so that the same user always gets the same variant.
@frozen
public struct ExperimentToggle<Variant: ToggleVariant>: Sendable {
    /// The reference that reads pass on.
    public let reference: ToggleReference
    /// The variant if no source has one.
    public let defaultValue: Variant

    /// Creates the key of a declared toggle.
    ///
    /// Generated code calls this initializer.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - id: The result of ``ToggleIdentifier/make(category:type:key:)`` for the declaration.
    ///   - defaultValue: The variant if no source has one.
    @inlinable
    @inline(__always)
    public init(_ key: StaticString, id: UInt64, default defaultValue: Variant) {
        reference = ToggleReference(id: id, fallback: defaultValue.fallbackBits, key: key)
        self.defaultValue = defaultValue
    }
}
