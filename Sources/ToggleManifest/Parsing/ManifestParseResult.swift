/// What reading a `toggles.yaml` gave.
public struct ManifestParseResult: Sendable {
    /// The manifest, or `nil` when the file has an error.
    public let manifest: Manifest?
    /// Every finding, in file order.
    public let diagnostics: [Diagnostic]

    private let source: SourceText

    init(manifest: Manifest?, diagnostics: [Diagnostic], source: SourceText) {
        self.manifest = manifest
        self.diagnostics = diagnostics
        self.source = source
    }

    /// A diagnostic of this file with the line it is about and a caret below.
    ///
    /// - Parameter diagnostic: One of ``diagnostics``, or another finding in the same file.
    /// - Returns: Three lines of text without a final line break.
    public func rendering(of diagnostic: Diagnostic) -> String {
        diagnostic.rendering(line: source.lineText(diagnostic.range.start.line))
    }
}
