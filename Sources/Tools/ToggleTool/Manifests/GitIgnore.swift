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

    private struct Level: Sendable {
        /// The number of folders between the root and the one with the file.
        var depth: Int
        var patterns: [Pattern]
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
    /// - Complexity: O(*p* · *n*) in the lengths of the patterns and of the path.
    func ignores(_ path: [String], isFolder: Bool) -> Bool {
        guard !levels.isEmpty else { return false }
        let names = path.map { Array($0.utf8) }
        for level in levels.reversed() {
            let rest = Array(names[level.depth...])
            for pattern in level.patterns.reversed() where isFolder || !pattern.isForFolders {
                if pattern.glob.matches(rest) { return !pattern.isNegated }
            }
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
