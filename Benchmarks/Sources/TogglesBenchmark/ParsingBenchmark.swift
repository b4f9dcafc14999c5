import FeatureToggles
import ToggleManifest

/// What reading manifests costs.
enum ParsingBenchmark {
    static func run() throws {
        print("\nReading manifests:\n")
        for count in [1_000, 10_000] {
            let bytes = Array(ManyToggles.manifest(count).utf8)
            guard Manifest.parse(bytes, path: "toggles.yaml").manifest?.toggles.count == count else {
                throw Child.Failure(description: "the manifest of \(count) toggles is not what it should be")
            }
            StateBenchmark.show(
                Measurement("toggles.yaml of \(count) toggles", passes: 50_000 / count) {
                    Manifest.parse(bytes, path: "toggles.yaml").diagnostics.count
                }
            )
        }
    }
}
