import ToggleBase

/// Released versions between which entries don't differ.
///
/// There are few of them in long policies: a list of 500 versions distinguishes only the listed versions from all others.
struct VersionClass: Sendable {
    /// One of the versions.
    let version: String
    /// The entries whose patterns match, as bits.
    let matches: [UInt64]

    /// The patterns of an entry, and its bit.
    typealias Entry = (bit: Int, patterns: [VersionPattern])

    /// Returns the classes of versions; the last one contains the newest version.
    ///
    /// - Parameters:
    ///   - entries: The patterns of the entries; an entry without patterns matches every version.
    ///   - words: The number of words for the bits of all entries.
    ///   - others: Texts of released versions that are in a class of their own.
    /// - Returns: The classes, from old to new.
    /// - Complexity: O(*n* log *n*) in the number of patterns and texts.
    static func classes(of entries: [Entry], words: Int, apart others: [String] = []) -> [VersionClass] {
        let others = others.compactMap { text in AppVersion(strict: text).map { (version: $0, text: text) } }
        let count = max(
            ReleaseNumbers.count(of: others.lazy.map(\.version)),
            entries.lazy.flatMap(\.patterns).reduce(0) { max($0, $1.longestCount) }
        )
        var matches = [UInt64](repeating: 0, count: words)
        /// Where an entry begins or ends to match, or a version is in a class of its own.
        var changes: [(version: AppVersion, bit: Int?, text: String?)] = [(.first, nil, nil)]
        for (bit, patterns) in entries {
            if patterns.isEmpty { matches[bit / 64] ^= 1 << (bit % 64) }
            for range in ReleaseRange.union(of: patterns.flatMap { $0.releases(count: count) }) {
                changes.append((range.lower, bit, nil))
                if let upper = range.upper { changes.append((upper, bit, nil)) }
            }
        }
        changes += others.map { ($0.version, nil, $0.text) }
        changes.sort { $0.version < $1.version }

        var classes: [VersionClass] = []
        var known: Set<[UInt64]> = []
        var rest = changes[...]
        while let version = rest.first?.version {
            var texts: Set<String> = []
            while let change = rest.first, change.version == version {
                rest.removeFirst()
                if let bit = change.bit { matches[bit / 64] ^= 1 << (bit % 64) }
                if let text = change.text { texts.insert(text) }
            }
            if !texts.isEmpty {
                classes += texts.sorted().map { VersionClass(version: $0, matches: matches) }
                known = []
                continue
            }
            // Some comparisons of rules ignore longer versions.
            let isLong: UInt64 = !others.isEmpty && version.count > ReleaseNumbers.usualCount ? 1 : 0
            if known.insert(matches + [isLong]).inserted || rest.isEmpty {
                classes.append(VersionClass(version: ReleaseNumbers(version).text, matches: matches))
            }
        }
        return classes
    }

    /// Returns the first entry that matches both classes, of those whose bits are in the given words.
    static func firstMatch(_ app: VersionClass, _ os: VersionClass, in words: Range<Int>) -> Int? {
        for word in words {
            let both = app.matches[word] & os.matches[word]
            if both != 0 { return (word - words.lowerBound) * 64 + both.trailingZeroBitCount }
        }
        return nil
    }
}
