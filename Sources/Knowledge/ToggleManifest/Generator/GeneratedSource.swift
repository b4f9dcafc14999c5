/// The Swift source that is generated from a manifest: typed keys, the types of their values, and the registry.
///
/// The same manifest always produces the same text, on any day and machine; expired toggles aren't treated specially.
/// The text is formatted, and it compiles without warnings with every upcoming feature, and in language modes 5 and 6.
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

    /// The complete source, with a line break at its end.
    public var text: String { header + imports + registry + types + keys }

    /// The source without the types of the values, which are in ``typesText``.
    ///
    /// The compiler processes two files in parallel, which saves seconds if there are hundreds of enums.
    public var keysText: String { header + imports + registry + keys }

    /// The types of the values; only the header if no toggle has its own type.
    public var typesText: String { types.isEmpty ? header : header + imports + types }

    /// Renders a valid manifest.
    ///
    /// Text from people (descriptions, owners, issues, string values) is escaped, so that it can't end a comment or a
    /// literal. Names are used unchanged, because the parser has checked them.
    ///
    /// - Parameters:
    ///   - manifest: The manifest to render.
    ///   - fileName: The name of the manifest's file, for the comments.
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
