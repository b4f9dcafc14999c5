#if canImport(Testing)
public import FeatureToggles
public import Testing

/// A trait that sets toggles for a test, or for all tests of a suite.
///
/// ```swift
/// @Test(.toggles(.set(.newCheckout, to: true)))
/// func onePageCheckoutHasOneStep() {
///     #expect(Checkout(toggles: InMemoryToggles.current).steps == 1)
/// }
/// ```
///
/// Each test case gets its own `InMemoryToggles.current`, so tests can run in parallel. A test's trait
/// adds to that of its suite, and takes precedence.
public struct TogglesTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let settings: [ToggleSetting]

    /// `true`: the trait of a suite applies to each of its tests.
    public var isRecursive: Bool { true }

    /// Runs a test case with the toggles.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let settings = CurrentToggles.settings + settings
        let toggles = InMemoryToggles(settings)
        try await CurrentToggles.$settings.withValue(settings) {
            try await CurrentToggles.$toggles.withValue(toggles) { try await function() }
        }
    }
}

extension Trait where Self == TogglesTrait {
    /// Sets toggles for a test, or for all tests of a suite; others have their defaults.
    ///
    /// - Parameter settings: The values. The last setting of a toggle takes precedence.
    /// - Returns: The trait.
    public static func toggles(_ settings: ToggleSetting...) -> Self {
        TogglesTrait(settings: settings)
    }
}
#endif
