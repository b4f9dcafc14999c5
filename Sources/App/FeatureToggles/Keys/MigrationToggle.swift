/// The key of a migration toggle, whose value is the stage of a move between two stores.
@frozen
public struct MigrationToggle: Sendable {
    /// The reference that reads pass on.
    public let reference: ToggleReference
    /// The stage if no source has one.
    public let defaultValue: MigrationStage

    /// Creates the key of a declared toggle.
    ///
    /// Generated code calls this initializer.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - id: The result of ``ToggleIdentifier/make(category:type:key:)`` for the declaration.
    ///   - defaultValue: The stage if no source has one.
    @inlinable
    @inline(__always)
    public init(_ key: StaticString, id: UInt64, default defaultValue: MigrationStage = .off) {
        reference = ToggleReference(id: id, fallback: defaultValue.fallbackBits, key: key)
        self.defaultValue = defaultValue
    }
}
