/// The generation of Swift source from a `toggles.yaml`: parse, build the model, render text.
///
/// It works with values only; ``GeneratorFiles`` reads and writes the files.
public enum GeneratorPipeline {
    /// The result of the pipeline.
    public struct Outcome: Sendable {
        /// The generated source; `nil` if the manifest has an error.
        public let source: GeneratedSource?
        /// The diagnostics of the manifest, in file order.
        public let diagnostics: [Diagnostic]
    }

    /// Runs the pipeline on the bytes of a manifest.
    ///
    /// - Parameters:
    ///   - bytes: The content of the manifest.
    ///   - path: The path of the manifest, for the diagnostics; the generated source names its last component.
    /// - Returns: The diagnostics, and the source unless the manifest is invalid.
    public static func run(manifest bytes: [UInt8], path: String) -> Outcome {
        let result = Manifest.parse(bytes, path: path)
        let fileName = path.split(separator: "/").last.map(String.init) ?? path
        return Outcome(
            source: result.manifest.map { GeneratedSource($0, fileName: fileName) },
            diagnostics: result.diagnostics
        )
    }
}
