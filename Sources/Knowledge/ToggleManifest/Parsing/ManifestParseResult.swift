/// The result of parsing a `toggles.yaml`.
public struct ManifestParseResult: Sendable {
    /// The manifest, or `nil` if the file has an error.
    public let manifest: Manifest?
    /// All findings, in file order.
    public let diagnostics: [Diagnostic]

    let source: SourceText

    init(manifest: Manifest?, diagnostics: [Diagnostic], source: SourceText) {
        self.manifest = manifest
        self.diagnostics = diagnostics
        self.source = source
    }

    /// Returns a diagnostic of this file with the line that it refers to and a caret below it.
    ///
    /// - Parameter diagnostic: One of ``diagnostics``, or another finding in the same file.
    /// - Returns: Three lines of text without a final line break.
    public func rendering(of diagnostic: Diagnostic) -> String {
        diagnostic.rendering(source.excerpt(of: diagnostic.range))
    }
}
