package import ToggleManifest

extension LintConfiguration {
    /// A manifest's configuration, the path of the manifest, and the range of its `lint:` section, if it has one.
    package typealias Section = (path: String, range: SourceRange?, configuration: LintConfiguration)

    /// Returns the configuration for all manifests of an application.
    ///
    /// Lists are joined in the order of the manifests. Every other setting applies to all manifests, so if several of
    /// them contain it, they must agree.
    ///
    /// - Parameter sections: The configurations of the manifests.
    /// - Returns: The configuration, and a diagnostic for each setting on which two manifests disagree.
    package static func merging(_ sections: [Section]) -> (LintConfiguration, [Diagnostic]) {
        guard var merged = sections.first?.configuration else { return (LintConfiguration(), []) }
        guard sections.count > 1 else { return (merged, []) }
        var owners: [String: (path: String, value: String)] = [:]
        var diagnostics: [Diagnostic] = []
        for (index, section) in sections.enumerated() {
            for (name, value) in section.configuration.settings {
                guard let owner = owners[name] else {
                    owners[name] = (section.path, value)
                    continue
                }
                guard owner.value != value, let range = section.range else { continue }
                diagnostics.append(
                    Diagnostic(
                        .error,
                        path: section.path,
                        range: range,
                        message: """
                            \(name.quoted) is \(value) here and \(owner.value) in \(owner.path); settings below ‘lint’ \
                            apply to all manifests of the application, so set it in one of them
                            """
                    )
                )
            }
            if index > 0 { merged.add(section.configuration) }
        }
        return (merged, diagnostics)
    }

    private mutating func add(_ other: LintConfiguration) {
        included += other.included
        excluded += other.excluded
        tests += other.tests
        debugMenus += other.debugMenus
        scripts += other.scripts
        document = document ?? other.document
        severities.merge(other.severities) { first, _ in first }
        for (rule, severities) in other.categorySeverities {
            categorySeverities[rule, default: [:]].merge(severities) { first, _ in first }
        }
        ownGrace = ownGrace ?? other.ownGrace
        for (rule, values) in other.options { options[rule, default: [:]].merge(values) { first, _ in first } }
        allowances += other.allowances
        sources += other.sources
        sourcePlaces += other.sourcePlaces
    }

    /// The settings that must be the same in all manifests, as names and texts, in a stable order.
    private var settings: [(name: String, value: String)] {
        var result: [(String, String)] = []
        if let document { result.append(("document", document.quoted)) }
        if let ownGrace { result.append(("grace", "\(ownGrace)")) }
        func text(_ severity: Finding.Severity?) -> String { severity?.rawValue ?? "off" }
        for (rule, severity) in severities { result.append((rule, text(severity))) }
        for (rule, severities) in categorySeverities {
            for (category, severity) in severities {
                result.append(("\(rule): categories: \(category.rawValue)", text(severity)))
            }
        }
        for (rule, values) in options {
            for (option, value) in values { result.append(("\(rule): \(option)", "\(value)")) }
        }
        return result.sorted { $0.0 < $1.0 }
    }
}
