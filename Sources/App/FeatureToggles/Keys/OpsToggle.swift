/// The key of an ops toggle, which controls a running app through remote config.
@frozen
public struct OpsToggle<Value: ToggleValue>: Sendable {
    /// The reference that reads pass on.
    public let reference: ToggleReference
    /// The value if no source has one.
    public let defaultValue: Value

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
    public init(_ key: StaticString, id: UInt64, default defaultValue: Value) {
        reference = ToggleReference(id: id, fallback: defaultValue.fallbackBits, key: key)
        self.defaultValue = defaultValue
    }
}
