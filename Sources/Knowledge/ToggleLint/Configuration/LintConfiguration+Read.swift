package import ToggleManifest

extension LintConfiguration {
    /// Reads the `lint:` section of a manifest.
    ///
    /// One run finds all problems of the section. A field that can't be read keeps its default.
    ///
    /// ```swift
    /// let (configuration, diagnostics) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
    /// ```
    ///
    /// - Parameters:
    ///   - node: The section, ``ToggleManifest/Manifest/lint``; `nil` for the default configuration.
    ///   - path: The path for diagnostics; no file is opened.
    ///   - rules: The available rules.
    /// - Returns: The configuration, and its problems in the order of the file.
    package static func read(
        _ node: YAMLNode?,
        path: String,
        rules: [RuleDescription] = RuleCatalog.descriptions
    ) -> (LintConfiguration, [Diagnostic]) {
        guard let node else { return (LintConfiguration(), []) }
        var reader = LintReader(path: path, rules: rules)
        reader.read(node)
        return (reader.configuration, reader.diagnostics.inFileOrder)
    }
}
