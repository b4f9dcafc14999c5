extension Manifest {
    /// The schema version that this package supports.
    public static let supportedSchema = 1

    /// The maximum size of a file, in bytes: 16 MiB.
    public static let maximumSize = 16 * 1024 * 1024

    /// Parses a `toggles.yaml`.
    ///
    /// All problems in the file are reported in one run. Parsing ends at a YAML syntax error, but everything before it
    /// is still checked.
    ///
    /// ```swift
    /// let result = Manifest.parse(bytes, path: "toggles.yaml")
    /// for diagnostic in result.diagnostics { print(diagnostic) }   // toggles.yaml:4:5: error: …
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The content of the file, UTF-8 with or without a byte order mark.
    ///   - path: The path that diagnostics name; no file is opened.
    /// - Returns: The manifest, if there is no error, and the diagnostics.
    /// - Complexity: O(*n*) in the size of the file.
    public static func parse(_ bytes: [UInt8], path: String) -> ManifestParseResult {
        var diagnostics = DiagnosticCollector(path: path)
        guard bytes.count <= maximumSize else {
            let start = SourceLocation(line: 1, column: 1, offset: 0)
            diagnostics.error(
                at: SourceRange(start: start, end: start),
                "the file has \(bytes.count) bytes, and at most \(maximumSize) are read; split it by module"
            )
            return ManifestParseResult(manifest: nil, diagnostics: diagnostics.inFileOrder, source: SourceText([]))
        }
        let reading = ManifestReader.read(bytes, &diagnostics)
        return ManifestParseResult(
            manifest: diagnostics.isEmpty ? reading.manifest : nil,
            diagnostics: diagnostics.inFileOrder,
            source: reading.source
        )
    }

    /// Parses the text of a `toggles.yaml`; see ``parse(_:path:)-([UInt8],_)``.
    ///
    /// - Parameters:
    ///   - text: The content of the file.
    ///   - path: The path that diagnostics name; no file is opened.
    /// - Returns: The manifest, if there is no error, and the diagnostics.
    public static func parse(_ text: String, path: String) -> ManifestParseResult {
        parse(Array(text.utf8), path: path)
    }
}
