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
    private let header: String
    private let imports: String
    private let registry: String
    private let types: String
    private let keys: String

    /// All of it, ended by a line break.
    public var text: String { header + imports + registry + types + keys }

    /// All of it but the types of the values, which ``typesText`` has.
    ///
    /// The compiler takes two files at once; with enums by the hundred that is a matter of seconds.
    public var keysText: String { header + imports + registry + keys }

    /// The types of the values; just the header when no toggle has a type of its own.
    public var typesText: String { types.isEmpty ? header : header + imports + types }

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
        renderer.renderHeader()
        header = renderer.takeText()
        renderer.renderImport()
        imports = renderer.takeText()
        renderer.renderNamespace()
        registry = renderer.takeText()
        renderer.renderTypes()
        types = renderer.takeText()
        renderer.renderDefaults()
        renderer.renderKeys()
        keys = renderer.takeText()
    }
}
