import FeatureToggles
import ToggleManifest

/// The cost of reading manifests.
enum ParsingBenchmark {
    static func run() throws {
        print("\nReading manifests:\n")
        for count in [1_000, 10_000] {
            let bytes = Array(ManyToggles.manifest(count).utf8)
            guard Manifest.parse(bytes, path: "toggles.yaml").manifest?.toggles.count == count else {
                throw Child.Failure(description: "the manifest of \(count) toggles was not parsed correctly")
            }
            StateBenchmark.show(
                Measurement("toggles.yaml of \(count) toggles", passes: 50_000 / count) {
                    Manifest.parse(bytes, path: "toggles.yaml").diagnostics.count
                }
            )
        }
    }
}
