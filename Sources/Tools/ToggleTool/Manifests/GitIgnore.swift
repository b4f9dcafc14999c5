import ToggleManifest

/// The patterns of the `.gitignore` files of a repository.
///
/// The patterns are those that git documents. Global patterns and `.git/info/exclude` are not read.
struct GitIgnore: Sendable {
    private struct Pattern: Sendable {
        var glob: Glob
        /// Whether the pattern includes again what an earlier one excludes.
        var isNegated: Bool
        /// Whether the pattern applies only to folders.
        var isForFolders: Bool
    }

    /// A pattern with a wildcard, and what is known about the names that it matches.
    private struct Wildcard: Sendable {
        var index: Int
        var first: UInt8?
        var last: UInt8?
    }

    /// The patterns of one file.
    private struct Level: Sendable {
        /// The number of folders between the root and the one with the file.
        var depth: Int
        var patterns: [Pattern]
        /// The indices of the patterns without a wildcard in the last name, by this name, in ascending order.
        private var texts: [[UInt8]: [Int]] = [:]
        /// The other patterns, in ascending order.
        private var wildcards: [Wildcard] = []

        init(depth: Int, patterns: [Pattern]) {
            self.depth = depth
            self.patterns = patterns
            for (index, pattern) in patterns.enumerated() {
                let name = pattern.glob.lastName
                if let text = name.text {
                    texts[text, default: []].append(index)
                } else {
                    wildcards.append(Wildcard(index: index, first: name.first, last: name.last))
                }
            }
        }

        /// Returns the last pattern that matches a path below the file's folder.
        func match(_ names: [[UInt8]], isFolder: Bool) -> Pattern? {
            guard let name = names.last else { return nil }
            func matches(_ index: Int) -> Bool {
                (isFolder || !patterns[index].isForFolders) && patterns[index].glob.matches(names)
            }
            let text = texts[name]?.last(where: matches) ?? -1
            let (first, last) = (name.first, name.last)
            let wildcard = wildcards.last { pattern in
                if let byte = pattern.first, byte != first { return false }
                if let byte = pattern.last, byte != last { return false }
                return pattern.index > text && matches(pattern.index)
            }
            let index = max(text, wildcard?.index ?? -1)
            return index < 0 ? nil : patterns[index]
        }
    }

    /// The files, the one in the deepest folder last.
    private var levels: [Level] = []

    /// Creates rules that ignore nothing.
    init() {}

    /// Adds the patterns of a file, which take precedence over those of the folders above.
    ///
    /// - Parameters:
    ///   - text: The content of the file.
    ///   - folder: The folder's path from the root, as components.
    mutating func add(_ text: String, in folder: [String]) {
        let patterns = text.split(whereSeparator: \.isNewline).compactMap(Self.pattern)
        if !patterns.isEmpty { levels.append(Level(depth: folder.count, patterns: patterns)) }
    }

    /// Returns whether a file or folder is ignored, if the folders above it are not.
    ///
    /// - Parameters:
    ///   - path: The path from the root, as components.
    ///   - isFolder: Whether it is a folder.
    /// - Returns: Whether it is ignored.
    /// - Complexity: O(*p* · *n*) in the lengths of the path and of the patterns whose last name can match. For each
    ///   other pattern with a wildcard, it compares two bytes.
    func ignores(_ path: [String], isFolder: Bool) -> Bool {
        guard !levels.isEmpty else { return false }
        let names = path.map { Array($0.utf8) }
        for level in levels.reversed() {
            if let pattern = level.match(Array(names[level.depth...]), isFolder: isFolder) { return !pattern.isNegated }
        }
        return false
    }

    private static func pattern(_ line: Substring) -> Pattern? {
        var line = line
        // Spaces at the end count only if they are escaped.
        while line.hasSuffix(" "), !line.hasSuffix("\\ ") { line.removeLast() }
        if line.hasPrefix("#") { return nil }
        let isNegated = line.hasPrefix("!")
        if isNegated { line.removeFirst() }
        let isForFolders = line.hasSuffix("/")
        // It stands for everything inside, but not for the folder itself.
        if line.hasSuffix("/**") { line.removeLast() }
        guard line.contains(where: { $0 != "/" }) else { return nil }
        let glob = Glob(gitPattern: String(line), isForIgnoring: true)
        return Pattern(glob: glob, isNegated: isNegated, isForFolders: isForFolders)
    }
}
