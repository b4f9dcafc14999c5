package import ToggleManifest

extension LintConfiguration {
    /// Reads the `lint:` section of a manifest.
    ///
    /// All problems of the section are found in one run. What cannot be read is left as it is without being said.
    ///
    /// ```swift
    /// let (configuration, diagnostics) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
    /// ```
    ///
    /// - Parameters:
    ///   - node: The section, ``ToggleManifest/Manifest/lint``; `nil` for the standard configuration.
    ///   - path: The path that diagnostics name; no file is opened.
    ///   - rules: The rules that there are.
    /// - Returns: The configuration, and what is wrong with it in the order of the file.
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
