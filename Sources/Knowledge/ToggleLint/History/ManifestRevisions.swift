package import ToggleManifest

/// Parses the revisions of a manifest one after the other, reading only the changed parts.
///
/// Each text of a toggle is parsed only once, even if many revisions contain it.
package struct ManifestRevisions {
    /// A change of a toggle between two revisions.
    package struct Change {
        /// Its key.
        package let key: String
        /// The declaration before the change; `nil` if it was added.
        package let old: ToggleDeclaration?
        /// The declaration after the change; `nil` if it was removed.
        package let new: ToggleDeclaration?
    }

    /// The toggles of the last valid revision, by key.
    package private(set) var toggles: [String: ToggleDeclaration] = [:]
    /// The number of texts that were parsed, of toggles and of whole manifests.
    package private(set) var parseCount = 0
    /// The number of bytes that were scanned by line.
    package private(set) var scannedBytes = 0

    private enum Block {
        case toggle(ToggleDeclaration)
        case broken
    }

    /// The layout of that revision, with the keys in their order in the text; `nil` if it isn't the usual layout.
    private var last: (layout: ToggleBlocks, keys: [String])?
    private var blocks: [[UInt8]: Block] = [:]
    /// The remaining number of revisions with an error that are parsed as a whole, to check that they are invalid.
    private var wholeParses = 100

    private static let header = Array("schema: 1\nnamespace: History\ntoggles:\n".utf8)

    /// Creates a reader before the first revision.
    package init() {}

    /// Reads the next revision.
    ///
    /// - Parameter bytes: The manifest; `nil` if it was removed.
    /// - Returns: The changes, ordered by key; `nil` if the revision is invalid, and therefore skipped. The changes may
    ///   include toggles that only moved, or whose text changed but not their meaning.
    package mutating func changes(to bytes: [UInt8]?) -> [Change]? {
        guard let bytes else { return replaceAll(with: [:]) }
        guard let layout = ToggleBlocks(bytes, after: last?.layout) else {
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
        return Manifest.parse(bytes, path: "").manifest.map { LintFacts.byKey($0.toggles) }
    }
}
