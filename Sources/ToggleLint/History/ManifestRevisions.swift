import FeatureToggles
package import ToggleManifest

/// Reads one revision of a manifest after the other, and looks only at what changed.
///
/// A text that a toggle had before is not parsed again, however many revisions have it.
package struct ManifestRevisions {
    /// What happened to a toggle between two revisions.
    package struct Change {
        /// Its key.
        package let key: String
        /// What was declared, if it was.
        package let old: ToggleDeclaration?
        /// What is declared now, if it is.
        package let new: ToggleDeclaration?
    }

    /// The toggles of the last revision that was not broken, by key.
    package private(set) var toggles: [String: ToggleDeclaration] = [:]
    /// How many texts were parsed, of toggles and of whole manifests.
    package private(set) var parseCount = 0
    /// How many bytes were looked at line by line.
    package private(set) var scannedBytes = 0

    private enum Block {
        case toggle(ToggleDeclaration)
        case broken
    }

    /// That revision's text with the keys in the order of the text, when it has the usual layout.
    private var last: (layout: ManifestLayout, keys: [String])?
    private var blocks: [[UInt8]: Block] = [:]
    /// How many revisions with something broken are parsed as a whole, to see whether it is so.
    private var wholeParses = 100

    private static let header = Array("schema: 1\nnamespace: History\ntoggles:\n".utf8)

    /// Creates a reader before the first revision.
    package init() {}

    /// Reads the next revision.
    ///
    /// - Parameter bytes: The manifest; `nil` when it is gone.
    /// - Returns: What it changed, in the order of the keys; `nil` when it is broken, and passed over. Toggles that only
    ///   stand elsewhere, or whose text changed without their meaning, may be among the changes.
    package mutating func changes(to bytes: [UInt8]?) -> [Change]? {
        guard let bytes else { return replaceAll(with: [:]) }
        guard let layout = ManifestLayout(bytes, after: last?.layout) else {
            return parse(bytes).map { replaceAll(with: $0) }
        }
        scannedBytes += layout.scannedBytes
        let changed = layout.keptAtStart..<(layout.entries.count - layout.keptAtEnd)
        let replaced = layout.keptAtStart..<((last?.keys.count ?? 0) - layout.keptAtEnd)
        let oldKeys = last.map { Array($0.keys[replaced]) } ?? Array(toggles.keys)
        var new: [String: ToggleDeclaration] = [:]
        var keys: [String] = []
        let gone = Set(oldKeys)
        for index in changed {
            guard case .toggle(let toggle) = block(layout.text(index)),
                new.updateValue(toggle, forKey: toggle.key) == nil,
                gone.contains(toggle.key) || toggles[toggle.key] == nil
            else {
                guard wholeParses > 0 else { return nil }
                wholeParses -= 1
                return parse(bytes).map { replaceAll(with: $0) }
            }
            keys.append(toggle.key)
        }
        let result = gone.union(keys).sorted().map { Change(key: $0, old: toggles[$0], new: new[$0]) }
        for change in result { toggles[change.key] = change.new }
        var allKeys = last?.keys ?? []
        allKeys.replaceSubrange(last == nil ? 0..<0 : replaced, with: keys)
        last = (layout, allKeys)
        return result
    }

    private mutating func replaceAll(with new: [String: ToggleDeclaration]) -> [Change] {
        let result = Set(toggles.keys).union(new.keys).sorted()
            .map { Change(key: $0, old: toggles[$0], new: new[$0]) }
        toggles = new
        last = nil
        return result
    }

    private mutating func block(_ text: [UInt8]) -> Block {
        if let known = blocks[text] { return known }
        var block = Block.broken
        parseCount += 1
        if let toggles = Manifest.parse(Self.header + text, path: "").manifest?.toggles, toggles.count == 1 {
            block = .toggle(toggles[0])
        }
        blocks[text] = block
        return block
    }

    private mutating func parse(_ bytes: [UInt8]) -> [String: ToggleDeclaration]? {
        parseCount += 1
        guard let manifest = Manifest.parse(bytes, path: "").manifest else { return nil }
        return Dictionary(manifest.toggles.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
