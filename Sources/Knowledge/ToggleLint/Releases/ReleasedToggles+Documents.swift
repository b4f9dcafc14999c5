package import ToggleManifest

extension ReleasedToggles {
    /// Returns what a new document takes away from versions that users may run, as sentences without a full stop.
    ///
    /// - Parameters:
    ///   - new: The new document.
    ///   - old: The document that it replaces, if there is one.
    ///   - toggles: The toggles of the work tree.
    /// - Returns: The sentences.
    package func problems(
        with new: DocumentOutline,
        replacing old: DocumentOutline?,
        toggles: [ToggleDeclaration]
    ) -> [String] {
        func evidence(_ name: String, _ document: DocumentOutline) -> ParameterEvidence {
            ParameterEvidence(of: name, in: self, toggles: toggles, document: document[name])
        }
        var problems: [String] = []
        for name in (old?.parameters.map(\.key) ?? []) where new[name] == nil {
            guard case .readByVersions(let versions) = evidence(name, new).verdict else { continue }
            problems.append("the document no longer has the parameter \(name.quoted), which \(text(versions)) may read")
        }
        for parameter in new.parameters {
            let known = old.map { evidence(parameter.key, $0).breaks } ?? []
            for found in evidence(parameter.key, new).breaks where found.isServed && !known.contains(found) {
                problems.append(
                    "users of \(text(found.versions)) get the default for \(parameter.key.quoted), because \(found.reason)"
                )
            }
        }
        return problems
    }
}
