import ToggleBase
package import ToggleManifest

extension LintConfiguration {
    /// A manifest's configuration, the path of the manifest, and the range of its `lint:` section, if it has one.
    package typealias Section = (path: String, range: SourceRange?, configuration: LintConfiguration)

    /// Returns the configuration for all manifests of an application.
    ///
    /// Paths and globs, which are relative to the folder of their manifest, become relative to the root of the project.
    /// Lists are joined in the order of the manifests. Every other setting applies to all manifests, so if several of
    /// them contain it, they must agree.
    ///
    /// - Parameter sections: The configurations of the manifests.
    /// - Returns: The configuration, and a diagnostic for each path that leads out of the project, and for each setting on
    ///   which two manifests disagree.
    package static func merging(_ sections: [Section]) -> (LintConfiguration, [Diagnostic]) {
        var diagnostics: [Diagnostic] = []
        var sections = sections
        for index in sections.indices {
            let section = sections[index]
            for path in sections[index].configuration.makeRelativeToRoot(from: section.path) {
                guard let range = section.range else { continue }
                let message =
                    "\(path.quoted) leads out of the project; write a path inside it, relative to this manifest"
                diagnostics.append(Diagnostic(.error, path: section.path, range: range, message: message))
            }
        }
        // A manifest that names no folders searches its own, so that the names in another one don't take them away.
        if sections.contains(where: { !$0.configuration.included.isEmpty }) {
            for index in sections.indices where sections[index].configuration.included.isEmpty {
                let folder = PathText.folder(of: sections[index].path)
                if !folder.hasPrefix("/") { sections[index].configuration.included = [folder == "." ? "**" : folder] }
            }
        }
        guard var merged = sections.first?.configuration else { return (LintConfiguration(), []) }
        guard sections.count > 1 else { return (merged, diagnostics) }
        var owners: [String: (path: String, value: String)] = [:]
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

    /// Makes the paths and globs of a manifest relative to the root of the project.
    ///
    /// - Parameter manifest: The path of the manifest; for an absolute one, outside of the project, nothing changes.
    /// - Returns: The paths that lead out of the project, which are removed.
    private mutating func makeRelativeToRoot(from manifest: String) -> [String] {
        guard !manifest.hasPrefix("/") else { return [] }
        let folder = PathText.components(PathText.folder(of: manifest))
        var outside: [String] = []
        func path(_ text: String) -> String? {
            let isExcluding = text.hasPrefix("!")
            var parts = folder
            for part in PathText.components(isExcluding ? String(text.dropFirst()) : text) {
                if part != ".." {
                    parts.append(part)
                } else if parts.popLast() == nil {
                    outside.append(text)
                    return nil
                }
            }
            return (isExcluding ? "!" : "") + (parts.isEmpty ? "**" : parts.joined(separator: "/"))
        }
        included = included.compactMap(path)
        excluded = excluded.compactMap(path)
        tests = tests.compactMap(path)
        debugMenus = debugMenus.compactMap(path)
        scripts = scripts.compactMap(path)
        releases.policy = releases.policy.flatMap(path)
        for index in sources.indices { sources[index].file = sources[index].file.flatMap(path) }
        return outside
    }

    private mutating func add(_ other: LintConfiguration) {
        included += other.included
        excluded += other.excluded
        tests += other.tests
        debugMenus += other.debugMenus
        scripts += other.scripts
        severities.merge(other.severities) { first, _ in first }
        for (rule, severities) in other.categorySeverities {
            categorySeverities[rule, default: [:]].merge(severities) { first, _ in first }
        }
        ownGrace = ownGrace ?? other.ownGrace
        for (rule, values) in other.options { options[rule, default: [:]].merge(values) { first, _ in first } }
        allowances += other.allowances
        sources += other.sources
        releases.tags = releases.tags ?? other.releases.tags
        releases.supported = releases.supported ?? other.releases.supported
        releases.policy = releases.policy ?? other.releases.policy
        sourcePlaces += other.sourcePlaces
    }

    /// The settings that must be the same in all manifests, as names and texts, in a stable order.
    private var settings: [(name: String, value: String)] {
        var result: [(String, String)] = []
        if let ownGrace { result.append(("grace", "\(ownGrace)")) }
        for (name, value) in [
            ("tags", releases.tags), ("supported", releases.supported), ("policy", releases.policy),
        ] {
            if let value { result.append(("releases: \(name)", value.quoted)) }
        }
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
