/// Renders the generated file; each of its parts is an extension.
struct SourceRenderer {
    let manifest: Manifest
    let toggles: [GeneratedToggle]
    let fileName: String
    let style: AccessStyle
    var writer = SourceWriter()

    init(manifest: Manifest, toggles: [GeneratedToggle], fileName: String) {
        self.manifest = manifest
        self.toggles = toggles
        self.fileName = SwiftEscaping.commented(fileName)
        style = AccessStyle(manifest.access)
    }

    /// Renders the first line of a file.
    mutating func renderHeader() {
        writer.line("// Generated from \(fileName) by swift-feature-toggles. Do not edit: change \(fileName).")
    }

    /// Returns the text rendered since the last call.
    mutating func takeText() -> String {
        defer { writer = SourceWriter() }
        return writer.text
    }

    /// Renders the import of the package with the access level that the declarations need.
    ///
    /// If imports are public by default, an explicit lower access level would conflict with plain imports in other
    /// files. If they are internal by default, the access level is required.
    mutating func renderImport() {
        writer.line()
        guard manifest.access == .package else {
            writer.line("\(style.access)import FeatureToggles")
            return
        }
        writer.line("#if hasFeature(InternalImportsByDefault)")
        writer.line("package import FeatureToggles")
        writer.line("#else")
        writer.line("import FeatureToggles")
        writer.line("#endif")
    }
}
