public import FeatureToggles

/// The toggles of the current test, and the settings that they were created with.
enum CurrentToggles {
    @TaskLocal static var toggles: InMemoryToggles?
    @TaskLocal static var settings: [ToggleSetting] = []
}

extension InMemoryToggles {
    /// The toggles of the current test case, as the trait `toggles(_:)` has set them.
    ///
    /// Tasks that the test starts, except detached ones, have the same toggles. Without the trait, each access returns
    /// new toggles with the declared defaults, so a test can't change those of another.
    public static var current: InMemoryToggles { CurrentToggles.toggles ?? InMemoryToggles() }
}
