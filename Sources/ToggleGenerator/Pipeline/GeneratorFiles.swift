import DurableFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files at both ends of the pipeline.
///
/// It needs no Foundation, whose start would take longer than the work.
public enum GeneratorFiles {
    /// Generates the source of a manifest into a file.
    ///
    /// Nothing is written when the manifest is broken, nor when the file has the very text already, so that what was
    /// built from it stays up to date.
    ///
    /// - Parameters:
    ///   - manifest: The path of the `toggles.yaml`.
    ///   - output: The path of the Swift file. Its folder exists.
    ///   - typesOutput: The path of a second Swift file for the types of the values; `nil` for one file with everything.
    /// - Returns: The outcome of the pipeline.
    /// - Throws: ``GeneratorError`` when a file cannot be read or written.
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
        if let source = outcome.source {
            try write(typesOutput == nil ? source.text : source.keysText, to: output)
            if let typesOutput { try write(source.typesText, to: typesOutput) }
        }
        return outcome
    }

    /// Writes text to a file unless the file holds it already.
    ///
    /// The text goes to a file beside it first, which then takes its place: nobody sees half of it. The permissions of the
    /// file stay as they are, and a symbolic link stays one.
    ///
    /// - Parameters:
    ///   - text: What the file shall hold.
    ///   - path: The path of the file.
    /// - Returns: Whether the file was written.
    /// - Throws: ``GeneratorError`` when it cannot be written.
    @discardableResult
    public static func write(_ text: String, to path: String) throws(GeneratorError) -> Bool {
        let bytes = Array(text.utf8)
        // `==` compares byte by byte where this is not optimised, which it seldom is.
        if let present = try? FileReading.bytes(path: path, limit: bytes.count),
            present.count == bytes.count, memcmp(present, bytes, bytes.count) == 0
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
