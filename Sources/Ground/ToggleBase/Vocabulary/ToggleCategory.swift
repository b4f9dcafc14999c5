/// The purpose of a toggle.
///
/// The category determines which sources can set its value, and what it becomes in a RELEASE build.
///
/// | category | value | sources; the first with a value decides | in a RELEASE build |
/// |---|---|---|---|
/// | release | Bool | override, default | the constant false; the guarded code is not in the binary |
/// | ops | Bool, Int, Double, String, enum, JSON | override, remote, default | remote, default |
/// | experiment | enum of variants | override, remote, default | remote, default |
/// | permission | Bool | override, remote, default | remote, default |
/// | migration | ``MigrationStage`` | override, remote, default | remote, default |
public enum ToggleCategory: String, Sendable, Hashable, CaseIterable {
    // To add a category, add its case and its row in the table above, and correct each `switch` that the compiler
    // reports. The compiler doesn't report these places:
    //
    // - in this file, `needsContext`
    // - every comparison: search for `category ==`, `category !=`, `case .release`, and `== .experiment`; exposures in
    //   `TargetedValues`, OFREP in `OFREPEvaluator` and `OFREPResponder`
    // - FeatureToggles: the typed key in `Keys`, its methods in `Reading`, `ToggleRegistry.Builder.add`, and the topics
    //   in `FeatureToggles.md`
    // - FeatureToggles: in `Doubles`, `ToggleSetting.set`, `ToggleAxis.each`, and `InMemoryToggles.set`
    // - FeatureTogglesOverrides: `OverrideEditor.set` and `unset`
    // - FeatureTogglesTesting: `LaunchArguments.Override.set`
    // - FeatureTogglesUI: `ReadableToggle` and the initializers of `Toggled`
    // - ToggleManifest: `ToggleCategory+Facts`, `ToggleReader+Default`, `SourceRenderer+Keys`, `Manifest+Starter`
    // - ToggleLint: `AgedToggleRule.description`, `HTMLReport+Style`
    // - `Schemas/toggles.schema.json`, and the pages Manifest, Strategies, and Terms
    // - texts: `ManifestDraft`, the help of `AddCommand`, `AppDeclarations`, `ConsoleState+Menus`, the page
    //   FeatureTogglesUI, `Scripts/report-pictures.py`
    // - Tests: `Tests/Diagnostics`, the manifest in `Tests/ToggleManifestTests/Generator/Reference`,
    //   `Generator/Random/RandomManifests`

    /// Unfinished work, off at compile time in RELEASE builds.
    case release
    /// Control of a running app through remote config.
    case ops
    /// One of several variants for each user.
    case experiment
    /// Whether a user can see or do something.
    case permission
    /// The stage of a move between two stores.
    case migration
}

extension ToggleCategory {
    /// Whether the value depends on the user, so that reads need a context.
    package var needsContext: Bool { self == .experiment || self == .permission }
}
