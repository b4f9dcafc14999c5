/// A toggle with all the values to test it with.
public struct ToggleAxis: Sendable {
    /// The settings, one per value.
    let settings: [ToggleSetting]

    private init(_ settings: [ToggleSetting]) {
        self.settings = settings
    }

    /// Returns a release toggle with both of its values.
    ///
    /// In a RELEASE build, it is disabled both times.
    public static func each(_ toggle: ReleaseToggle) -> ToggleAxis {
        ToggleAxis([false, true].map { .set(toggle, to: $0) })
    }

    /// Returns a Bool ops toggle with both of its values.
    public static func each(_ toggle: OpsToggle<Bool>) -> ToggleAxis {
        ToggleAxis([false, true].map { .set(toggle, to: $0) })
    }

    /// Returns an ops toggle with each value of its closed set.
    public static func each<Variant: ToggleVariant>(_ toggle: OpsToggle<Variant>) -> ToggleAxis {
        ToggleAxis(Variant.allCases.map { .set(toggle, to: $0) })
    }

    /// Returns an experiment with each of its variants.
    public static func each<Variant: ToggleVariant>(_ toggle: ExperimentToggle<Variant>) -> ToggleAxis {
        ToggleAxis(Variant.allCases.map { .set(toggle, to: $0) })
    }

    /// Returns a permission with both of its values.
    public static func each(_ toggle: PermissionToggle) -> ToggleAxis {
        ToggleAxis([false, true].map { .set(toggle, to: $0) })
    }

    /// Returns a migration with each of its stages.
    public static func each(_ toggle: MigrationToggle) -> ToggleAxis {
        ToggleAxis(MigrationStage.allCases.map { .set(toggle, to: $0) })
    }

    /// Returns an ops toggle with each of the given values.
    public static func each<Value: ToggleValue>(_ toggle: OpsToggle<Value>, of values: [Value]) -> ToggleAxis {
        ToggleAxis(values.map { .set(toggle, to: $0) })
    }
}
