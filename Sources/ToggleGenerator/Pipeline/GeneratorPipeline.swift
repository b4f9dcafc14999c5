public import ToggleManifest

/// The way from a `toggles.yaml` to Swift source: parse, build the model, render text.
///
/// It is values all the way; ``GeneratorFiles`` reads and writes the files at both ends.
public enum GeneratorPipeline {
    /// What came out.
    public struct Outcome: Sendable {
        /// The generated source; `nil` when the manifest has an error.
        public let source: GeneratedSource?
        /// What there is to say about the manifest, in file order.
        public let diagnostics: [Diagnostic]
    }

    /// Runs the pipeline on the bytes of a manifest.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds.
    ///   - path: The path of the file, for the diagnostics; its last component is named in the generated source.
    /// - Returns: The source, unless the manifest is broken, and the diagnostics.
    public static func run(manifest bytes: [UInt8], path: String) -> Outcome {
        let result = Manifest.parse(bytes, path: path)
        let fileName = path.split(separator: "/").last.map(String.init) ?? path
        return Outcome(
            source: result.manifest.map { GeneratedSource($0, fileName: fileName) },
            diagnostics: result.diagnostics
        )
    }
}
