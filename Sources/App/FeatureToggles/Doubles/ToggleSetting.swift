/// A toggle and the value that a test or a preview sets it to.
///
/// ```swift
/// let toggles = FixedToggles(.set(.newCheckout, to: true), .set(.searchRanking, to: .neural))
/// ```
public struct ToggleSetting: Sendable, CustomStringConvertible {
    /// The toggle's identifier, or 0 for a release toggle in a RELEASE build, which can't be set.
    let id: UInt64
    /// The toggle's key.
    let key: String
    /// The result of a read.
    let resolution: Resolution

    /// The key and the value, such as `new_checkout = true`.
    public var description: String {
        "\(key) = \(resolution.value?.plainText ?? "default")"
    }

    private init<Value: ToggleValue>(_ reference: ToggleReference, _ value: Value) {
        id = reference.id
        key = reference.key
        resolution = Resolution(value, source: .localDefaults)
    }

    /// Sets a release toggle.
    ///
    /// In a RELEASE build, a release toggle is the constant `false`, whatever is set.
    public static func set(_ toggle: ReleaseToggle, to value: Bool) -> ToggleSetting {
        #if !OVERRIDES
        ToggleSetting(ToggleReference(id: 0, fallback: 0, key: "release toggle"), false)
        #else
        ToggleSetting(toggle.reference, value)
        #endif
    }

    /// Sets an ops toggle.
    public static func set<Value: ToggleValue>(_ toggle: OpsToggle<Value>, to value: Value) -> ToggleSetting {
        ToggleSetting(toggle.reference, value)
    }

    /// Sets an experiment for all users.
    public static func set<Variant: ToggleVariant>(
        _ toggle: ExperimentToggle<Variant>,
        to value: Variant
    ) -> ToggleSetting {
        ToggleSetting(toggle.reference, value)
    }

    /// Sets a permission for all users.
    public static func set(_ toggle: PermissionToggle, to value: Bool) -> ToggleSetting {
        ToggleSetting(toggle.reference, value)
    }

    /// Sets a migration for all users.
    public static func set(_ toggle: MigrationToggle, to value: MigrationStage) -> ToggleSetting {
        ToggleSetting(toggle.reference, value)
    }
}
