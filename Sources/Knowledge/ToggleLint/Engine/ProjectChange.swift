import ToggleManifest

/// The lines that a change touches, for reports that are limited to them.
package struct ProjectChange: Sendable {
    /// The added and modified lines by path.
    package var lines: [String: [ClosedRange<Int>]]
    /// The words of the removed lines.
    package var removedWords: Set<String>

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - lines: The added and modified lines by path.
    ///   - removed: The removed lines.
    package init(lines: [String: [ClosedRange<Int>]], removed: [String] = []) {
        self.lines = lines
        removedWords = []
        for line in removed {
            for word in line.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
                removedWords.insert(String(word))
            }
        }
    }

    /// Returns the toggles whose declaration, uses, or remote parameter the change touches.
    func toggles(in project: LintProject) -> Set<String> {
        var result: Set<String> = []
        for toggle in project.declarations {
            let last = toggle.fields.values.map(\.end.line).max() ?? toggle.location.end.line
            let first = toggle.location.start.line
            // If a change removes the last use of a toggle, only its removed words show that.
            if touches(project.manifestPath(of: toggle), first...max(first, last)) || removedWords.contains(toggle.key)
                || removedWords.contains(toggle.swiftName)
            {
                result.insert(toggle.key)
            }
        }
        for use in project.sources?.uses ?? [] {
            guard case .toggle(let key) = use.target, !result.contains(key) else { continue }
            let first = use.range.start.line
            if touches(use.path, first...max(first, use.range.end.line)) { result.insert(key) }
        }
        let changed = changedParameters(of: project)
        for toggle in project.declarations where !changed.isEmpty {
            if toggle.remoteParameter.map(changed.contains) == true || toggle.retired.contains(where: changed.contains)
            {
                result.insert(toggle.key)
            }
        }
        return result
    }

    /// Returns the parameters of the remote document whose definitions the change touches.
    private func changedParameters(of project: LintProject) -> Set<String> {
        guard let file = project.document, lines[file.path] != nil, let document = project.outline else {
            return []
        }
        return Set(
            document.parameters.filter { parameter in
                let first = parameter.range.start.line
                return touches(file.path, first...max(first, parameter.range.end.line))
            }
            .map(\.key)
        )
    }

    /// Returns whether a finding is related to the change.
    func touches(_ finding: Finding, toggles: Set<String>) -> Bool {
        if let toggle = finding.toggle, toggles.contains(toggle) { return true }
        // A parameter without a toggle isn't named anywhere else.
        if finding.toggle == nil, removedWords.contains(finding.discriminator) { return true }
        guard let range = finding.range else { return lines[finding.path] != nil }
        return touches(finding.path, range.start.line...max(range.start.line, range.end.line))
    }

    private func touches(_ path: String, _ range: ClosedRange<Int>) -> Bool {
        lines[path]?.contains { $0.overlaps(range) } ?? false
    }
}
