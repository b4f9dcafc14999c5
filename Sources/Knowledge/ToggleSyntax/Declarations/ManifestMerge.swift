import ToggleBase
package import ToggleLint
package import ToggleManifest

/// A manifest with the flags of a draft that it doesn't have yet.
///
/// Everything that people wrote in it stays as it is.
package struct ManifestMerge: Sendable {
    /// The text.
    package private(set) var bytes: [UInt8]
    /// The keys of the added toggles.
    package private(set) var added: [String] = []
    /// The flags and entries of `sources:` that have to be added by hand, as sentences.
    package private(set) var remarks: [String] = []

    /// Merges a draft into a manifest.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - bytes: The manifest's text.
    ///   - path: The path for errors.
    /// - Throws: ``ManifestEditingError`` if the manifest has errors.
    package init(_ draft: ManifestDraft, into bytes: [UInt8], path: String) throws(ManifestEditingError) {
        var editor = try ManifestEditor(bytes, path: path)
        let keys = Set(editor.manifest.toggles.map(\.key))
        let names = Set(editor.manifest.toggles.map(\.swiftName))
        for toggle in Manifest.parse(draft.text, path: path).manifest?.toggles ?? [] {
            // The team may have chosen another key.
            if keys.contains(toggle.key) || names.contains(toggle.swiftName) { continue }
            do {
                try editor.add(toggle)
                added.append(toggle.key)
            } catch {
                remarks.append("‘\(toggle.key)’ was not added: \(error.message).")
            }
        }
        self.bytes = editor.bytes
        let section = editor.manifest.lint
        let known = LintConfiguration.read(section, path: path).0.sources
        for declaration in draft.declarations
        where !known.contains(where: { declaration.source.isCovered(by: $0, in: draft.folder) }) {
            let lines = draft.sourceLines(declaration.source)
            guard let text = Self.adding(lines, to: self.bytes, path: path) else {
                remarks.append("Add this entry to ‘lint: sources:’ in \(path):\n\(lines.joined(separator: "\n"))")
                continue
            }
            self.bytes = text
        }
    }

    /// Returns the text with an entry of `lint: sources:`; `nil` if it must be written by hand.
    private static func adding(_ entry: [String], to bytes: [UInt8], path: String) -> [UInt8]? {
        let manifest = Manifest.parse(bytes, path: path).manifest
        // Each line keeps its own line break, and the new ones have that of the first.
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        let ending: [UInt8] = lines.first?.last == 0x0D ? [0x0D] : []
        while let last = lines.last, last.isEmpty || last == [0x0D] { lines.removeLast() }
        if !ending.isEmpty, let last = lines.last, last.last != 0x0D { lines[lines.count - 1] += ending }
        let section = manifest?.lint
        let count = LintConfiguration.read(section, path: path).0.sources.count
        func added(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) + ending } }
        func indented(_ columns: Int) -> [String] {
            entry.map { String(repeating: " ", count: columns) + $0.dropFirst(4) }
        }
        if let list = section?["sources"], !list.isEmpty {
            guard !list.isFlow, let last = list.items?.last, last.range.end.line <= lines.count else { return nil }
            lines.insert(contentsOf: added(indented(list.range.start.column - 1)), at: last.range.end.line)
        } else if let last = section?.pairs?.last, section?.isFlow == false, last.value.range.end.line <= lines.count {
            let column = last.key.range.start.column - 1
            let margin = String(repeating: " ", count: column)
            let texts = ["\(margin)sources:"] + indented(column + 2)
            lines.insert(contentsOf: added(texts), at: last.value.range.end.line)
        } else if section == nil {
            lines += added(["", "lint:", "  sources:"] + indented(4))
        } else {
            return nil
        }
        let result = Array(lines.joined(separator: [0x0A])) + [0x0A]
        let (edited, problems) = LintConfiguration.read(Manifest.parse(result, path: path).manifest?.lint, path: path)
        return problems.isEmpty && edited.sources.count == count + 1 ? result : nil
    }
}

extension LintConfiguration.DeclarationSource {
    /// Returns whether an entry of a manifest describes the same declaration.
    ///
    /// - Parameters:
    ///   - other: The entry.
    ///   - folder: The folder to which the entry's file is relative; empty for the root of the project.
    /// - Returns: Whether it's the same.
    package func isCovered(by other: LintConfiguration.DeclarationSource, in folder: String = "") -> Bool {
        guard kind == other.kind, lastName == other.lastName else { return false }
        guard let file, let entry = other.file else { return true }
        let path = PathText.relative(file, to: folder)
        return entry == path || Glob(entry).matches(path)
    }
}
