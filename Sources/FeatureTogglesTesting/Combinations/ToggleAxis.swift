public import FeatureToggles

/// A toggle with all the values that it is to be tried with.
public struct ToggleAxis: Sendable {
    /// One setting per value.
    let settings: [ToggleSetting]

    private init(_ settings: [ToggleSetting]) {
        self.settings = settings
    }

    /// A release toggle, off and on.
    ///
    /// In a RELEASE build it is off both times.
    public static func each(_ toggle: ReleaseToggle) -> ToggleAxis {
        ToggleAxis([false, true].map { .set(toggle, to: $0) })
    }

    /// A Bool ops toggle, off and on.
    public static func each(_ toggle: OpsToggle<Bool>) -> ToggleAxis {
        ToggleAxis([false, true].map { .set(toggle, to: $0) })
    }

    /// An ops toggle with a closed set of values, each of them.
    public static func each<Variant: ToggleVariant>(_ toggle: OpsToggle<Variant>) -> ToggleAxis {
        ToggleAxis(Variant.allCases.map { .set(toggle, to: $0) })
    }

    /// An experiment, each variant.
    public static func each<Variant: ToggleVariant>(_ toggle: ExperimentToggle<Variant>) -> ToggleAxis {
        ToggleAxis(Variant.allCases.map { .set(toggle, to: $0) })
    }

    /// A permission, off and on.
    public static func each(_ toggle: PermissionToggle) -> ToggleAxis {
        ToggleAxis([false, true].map { .set(toggle, to: $0) })
    }

    /// A migration, each stage.
    public static func each(_ toggle: MigrationToggle) -> ToggleAxis {
        ToggleAxis(MigrationStage.allCases.map { .set(toggle, to: $0) })
    }

    /// An ops toggle, each of the given values.
    public static func each<Value: ToggleValue>(_ toggle: OpsToggle<Value>, of values: [Value]) -> ToggleAxis {
        ToggleAxis(values.map { .set(toggle, to: $0) })
    }
}
