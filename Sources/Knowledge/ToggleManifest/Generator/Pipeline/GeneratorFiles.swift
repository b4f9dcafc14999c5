import ToggleBase

/// The file access of the pipeline.
///
/// It doesn't use Foundation, which would take longer to start than the work itself.
public enum GeneratorFiles {
    /// Generates the source of a manifest into a file.
    ///
    /// Nothing is written if the manifest is invalid, or if the file already contains the same text, so that everything
    /// built from it stays up to date.
    ///
    /// - Parameters:
    ///   - manifest: The path of the `toggles.yaml`.
    ///   - output: The path of the Swift file. Its folder must exist.
    ///   - typesOutput: The path of a second Swift file for the types of the values; `nil` for a single file.
    /// - Returns: The outcome of the pipeline.
    /// - Throws: ``GeneratorError`` if a file can't be read or written.
    public static func generate(
        manifest: String,
        output: String,
        typesOutput: String? = nil
    ) throws(GeneratorError) -> GeneratorPipeline.Outcome {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: manifest, limit: .max)
        } catch {
            throw GeneratorError(.unreadable, path: manifest, reason: error.reason)
        }
        let outcome = GeneratorPipeline.run(manifest: bytes, path: manifest)
        if outcome.source == nil, FileReading.leavesProject(manifest) {
            // Build logs can be public, and errors quote the file.
            let reason = "it is a link to a file outside the project, which is not a valid manifest"
            throw GeneratorError(.unreadable, path: manifest, reason: reason)
        }
        if let source = outcome.source {
            try write(typesOutput == nil ? source.text : source.keysText, to: output)
            if let typesOutput { try write(source.typesText, to: typesOutput) }
        }
        return outcome
    }

    /// Writes text to a file unless the file already contains it.
    ///
    /// The text is first written to a temporary file in the same folder, which then replaces the file, so other
    /// processes never read a partial file. The file keeps its permissions, and a symbolic link remains a link.
    ///
    /// - Parameters:
    ///   - text: The new content.
    ///   - path: The path of the file.
    /// - Returns: Whether the file was written.
    /// - Throws: ``GeneratorError`` if the file can't be written.
    @discardableResult
    public static func write(_ text: String, to path: String) throws(GeneratorError) -> Bool {
        let bytes = Array(text.utf8)
        // `==` compares byte by byte in an unoptimized build, which is the usual one.
        if let present = try? FileReading.bytes(path: path, limit: bytes.count),
            present.withUnsafeBytes({ present in bytes.withUnsafeBytes { $0.hasSameBytes(as: present) } })
        {
            return false
        }
        do {
            try FileWriting.replace(bytes, path: path)
        } catch {
            throw GeneratorError(.unwritable, path: path, reason: error.reason)
        }
        return true
    }
}
