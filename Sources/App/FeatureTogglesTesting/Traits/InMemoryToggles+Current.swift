public import FeatureToggles

#if canImport(Testing)
import Testing
#endif

/// The toggles of the current test, and the settings that they were created with.
enum CurrentToggles {
    @TaskLocal static var toggles: InMemoryToggles?
    @TaskLocal static var settings: [ToggleSetting] = []
}

extension InMemoryToggles {
    /// The toggles of the current test case, as the trait `toggles(_:)` has set them.
    ///
    /// Tasks that the test starts, except detached ones, have the same toggles.
    ///
    /// In a test without the trait, each access records an issue, because changes to its toggles would be lost. It returns
    /// new toggles with the declared defaults. To use the defaults in a test, write `.toggles()`. Code that doesn't
    /// belong to a test, such as a detached task, also gets new toggles with the defaults, but without an issue.
    public static var current: InMemoryToggles {
        if let toggles = CurrentToggles.toggles { return toggles }
        #if canImport(Testing)
        if let test = Test.current {
            Issue.record(
                """
                InMemoryToggles.current needs the trait .toggles(…) on the test or its suite. Without it, each access \
                returns other toggles with the declared defaults; write .toggles() to use the defaults.
                """,
                sourceLocation: test.sourceLocation
            )
        }
        #endif
        return InMemoryToggles()
    }
}
