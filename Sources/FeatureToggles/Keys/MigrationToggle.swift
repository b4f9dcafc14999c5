/// The key of a toggle that holds the stage of a move between two stores.
@frozen
public struct MigrationToggle: Sendable {
    /// What a read passes on.
    public let reference: ToggleReference
    /// The stage when no source has one.
    public let defaultValue: MigrationStage

    /// Creates the key of a declared toggle.
    ///
    /// Generated code calls it.
    ///
    /// - Parameters:
    ///   - key: The key in `snake_case`.
    ///   - id: The result of ``ToggleIdentifier/make(category:type:key:)`` for the declaration.
    ///   - defaultValue: The stage when no source has one.
    @inlinable
    @inline(__always)
    public init(_ key: StaticString, id: UInt64, default defaultValue: MigrationStage = .off) {
        reference = ToggleReference(id: id, fallback: defaultValue.fallbackBits, key: key)
        self.defaultValue = defaultValue
    }
}
