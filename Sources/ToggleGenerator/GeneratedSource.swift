public import ToggleManifest

/// The Swift source that a manifest stands for: typed keys, the types of their values, and the registry.
///
/// The same manifest gives the same text on every day and every machine; expired toggles are not treated in any special
/// way. The text is formatted, and it compiles without warnings under every upcoming feature and in language modes 5
/// and 6.
///
/// ```swift
/// let source = GeneratedSource(manifest, fileName: "toggles.yaml")
/// print(source.text)
/// ```
public struct GeneratedSource: Sendable {
    /// The text, ended by a line break.
    public let text: String

    /// Renders a manifest that was found to be valid.
    ///
    /// Text that people wrote (descriptions, owners, issues, string values) is escaped, so that nothing in it can end a
    /// comment or a literal. Names are taken as they are: the parser has checked them.
    ///
    /// - Parameters:
    ///   - manifest: What to render.
    ///   - fileName: The name of the file that people edit, for the comments.
    /// - Complexity: O(*n*) in the size of the manifest.
    public init(_ manifest: Manifest, fileName: String = "toggles.yaml") {
        let toggles = manifest.toggles.map { GeneratedToggle($0, namespace: manifest.namespace) }
        var renderer = SourceRenderer(manifest: manifest, toggles: toggles, fileName: fileName)
        renderer.render()
        text = renderer.writer.text
    }
}
