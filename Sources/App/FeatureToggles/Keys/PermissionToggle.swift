/// The key of a permission toggle, which decides whether a user can see or do something.
///
/// It is read with a context.
@frozen
public struct PermissionToggle: Sendable {
    /// The reference that reads pass on.
    public let reference: ToggleReference
    /// The value if no source has one.
    public let defaultValue: Bool

    /// Creates the key of a declared toggle.
    ///
    /// Generated code calls this initializer.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - id: The result of ``ToggleIdentifier/make(category:type:key:)`` for the declaration.
    ///   - defaultValue: The value if no source has one.
    @inlinable
    @inline(__always)
    public init(_ key: StaticString, id: UInt64, default defaultValue: Bool = false) {
        reference = ToggleReference(id: id, fallback: defaultValue.fallbackBits, key: key)
        self.defaultValue = defaultValue
    }
}
