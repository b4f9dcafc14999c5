import ToggleManifest

/// Writes the generated file; each part of it is an extension of its own.
struct SourceRenderer {
    let manifest: Manifest
    let toggles: [GeneratedToggle]
    let fileName: String
    let style: AccessStyle
    var writer = SourceWriter()

    init(manifest: Manifest, toggles: [GeneratedToggle], fileName: String) {
        self.manifest = manifest
        self.toggles = toggles
        self.fileName = SwiftText.commented(fileName)
        style = AccessStyle(manifest.access)
    }

    /// The first line of a file.
    mutating func renderHeader() {
        writer.line("// Generated from \(fileName) by swift-feature-toggles. Do not edit: change \(fileName).")
    }

    /// What was rendered since this was asked the last time.
    mutating func takeText() -> String {
        defer { writer = SourceWriter() }
        return writer.text
    }

    /// Imports the package as visibly as the declarations need it.
    ///
    /// Where imports are public by default, an explicit lower access level would conflict with the plain imports of
    /// other files; where they are internal by default, the access level is needed.
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
