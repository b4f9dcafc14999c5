import ToggleBase

extension ManifestParseResult {
    /// The number of lines that are left out because they aren't YAML.
    private static let maximumGaps = 100

    /// The manifest without the toggles and environments that have an error; `nil` if the others can't be trusted.
    ///
    /// Lines that aren't YAML, such as those of a merge conflict, are left out together with the entry that contains
    /// them. A field at the top of the file that has an error is missing, and a missing namespace is empty.
    ///
    /// - Complexity: O(*n*) in the size of the file, for each of the lines that aren't YAML.
    package var usable: Manifest? { manifest ?? readUsable()?.manifest }

    /// The usable manifest, if the fields that determine its application have no errors either.
    ///
    /// The application determines which files of overrides are read and changed.
    package var usableForApplication: Manifest? {
        if let manifest { return manifest }
        guard let (usable, root, lines) = readUsable(), !usable.namespace.isEmpty else { return nil }
        let fields = [RootField.application, .namespace].map(\.rawValue)
        let hasErrors = (root.pairs ?? []).contains { field in
            let start = field.key.range.start.line
            let end = max(start, field.value.range.end.line)
            return fields.contains(field.name) && (start...end).contains(where: lines.contains)
        }
        return hasErrors ? nil : usable
    }

    /// Reads the manifest again, without the lines that aren't YAML.
    private func readUsable() -> (manifest: Manifest, root: YAMLNode, lines: Set<Int>)? {
        var bytes = source.bytes
        var lines = Set(diagnostics.map(\.range.start.line))
        var gaps: Set<Int> = []
        while true {
            var found = DiagnosticCollector(path: "")
            let reading = ManifestReader.read(bytes, &found)
            lines.formUnion(found.inFileOrder.map(\.range.start.line))
            guard let gap = reading.brokenLine, gaps.count < Self.maximumGaps, gaps.insert(gap).inserted else {
                guard let root = reading.root, let manifest = reading.manifest else { return nil }
                return (manifest.removingEntries(on: lines, in: root), root, lines)
            }
            for offset in reading.source.line(gap) { bytes[offset] = UInt8(ascii: " ") }
        }
    }
}

extension Manifest {
    /// Returns the manifest without the toggles and environments that have one of the lines, or the key of one that has.
    fileprivate func removingEntries(on lines: Set<Int>, in root: YAMLNode) -> Self {
        func brokenKeys(_ field: RootField) -> Set<String> {
            let entries = root[field.rawValue]?.pairs ?? []
            return Set(
                entries.lazy.filter { entry in
                    let start = entry.key.range.start.line
                    let end = max(start, entry.value.range.end.line)
                    return !entry.value.isComplete || (start...end).contains(where: lines.contains)
                }.map(\.name)
            )
        }
        var manifest = self
        let toggles = brokenKeys(.toggles)
        manifest.toggles.removeAll { toggles.contains($0.key) }
        let environments = brokenKeys(.environments)
        manifest.environments.removeAll { environments.contains($0.name) }
        if let document, lines.contains(document.range.start.line) { manifest.document = nil }
        return manifest
    }
}
