import FeatureToggles
import ToggleManifest

/// What reading documents and manifests costs.
enum ParsingBenchmark {
    static func run() throws {
        print("\nParsing:\n")
        let document = ManyToggles.remoteDocument(5_000)
        guard case .object = try JSONReader().value(from: document) else { return }
        let reading = Measurement("JSON", passes: 30) { (try? JSONReader().value(from: document)) == nil ? 0 : 1 }
        // Bytes in a nanosecond are gigabytes in a second.
        let speed = Double(document.count) / reading.minimum * 1_000
        print(
            "JSON of \(document.count / 1_024) KiB: \(formatted(speed, digits: 0)) MB/s, median "
                + "\(formatted(Double(document.count) / reading.median * 1_000, digits: 0)) MB/s"
        )
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
