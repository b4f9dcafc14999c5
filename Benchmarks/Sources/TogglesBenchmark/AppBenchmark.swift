import FeatureToggles
import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An app with many toggles and a state file, for scripts that measure tools that show its values.
enum AppBenchmark {
    /// Runs the app, and activates another remote document for each line of its input, until its input ends.
    ///
    /// A line is the value that the toggle `some_feature_4` gets.
    ///
    /// - Parameters:
    ///   - count: The number of toggles.
    ///   - path: The local defaults file.
    static func run(_ count: Int, path: String) {
        let source = InMemoryRemoteSource(document: document("initial"))
        var overrides = OverrideSources(localDefaultsPath: path)
        overrides.writesStateFile = true
        let client = ToggleClient(
            registries: [ManyToggles.registry(count)],
            overrides: overrides,
            remote: RemoteConfiguration(source, cache: .none),
            context: EvaluationContext(targetingKey: "ada")
        )
        print("ready")
        fflush(nil)
        while let line = readLine() { source.set(document: document(line)) }
        withExtendedLifetime(client) {}
    }

    private static func document(_ value: String) -> String {
        """
        {"flags": {"some_feature_4": {"state": "ENABLED", "variants": {"a": "\(value)"}, "defaultVariant": "a"}}}
        """
    }
}
