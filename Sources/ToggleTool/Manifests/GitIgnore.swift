import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The patterns of the `.gitignore` files in a folder and in the folders above it.
///
/// The patterns have the meaning that gitignore(5) gives them. The user's own exclusions and `.git/info/exclude` are
/// not read.
struct GitIgnore: Sendable {
    private struct Pattern: Sendable {
        /// The parts between slashes.
        ///
        /// A pattern without slashes applies in every folder, so it begins with `**`.
        var parts: [String]
        /// Whether the pattern includes again what an earlier one excludes.
        var isNegated = false
        /// Whether the pattern applies only to folders.
        var isForFolders = false
    }

    private struct Level: Sendable {
        /// The number of folders between the root and the one with the file.
        var depth: Int
        var patterns: [Pattern]
    }

    /// The maximum number of parts of a pattern; longer ones are ignored.
    private static let maximumParts = 64

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
    func ignores(_ path: [String], isFolder: Bool) -> Bool {
        for level in levels.reversed() {
            let rest = path[level.depth...]
            for pattern in level.patterns.reversed() where isFolder || !pattern.isForFolders {
                if Self.matches(pattern.parts[...], rest) { return !pattern.isNegated }
            }
        }
        return false
    }

    private static func pattern(_ line: Substring) -> Pattern? {
        var line = line
        // Spaces at the end count only if they are escaped.
        while line.hasSuffix(" "), !line.hasSuffix("\\ ") { line.removeLast() }
        var pattern = Pattern(parts: [])
        if line.hasPrefix("#") { return nil }
        if line.hasPrefix("!") {
            pattern.isNegated = true
            line.removeFirst()
        }
        if line.hasSuffix("/") {
            pattern.isForFolders = true
            line.removeLast()
        }
        pattern.parts = line.split(separator: "/").map(String.init)
        guard !pattern.parts.isEmpty, pattern.parts.count <= maximumParts else { return nil }
        if !line.contains("/") { pattern.parts.insert("**", at: 0) }
        return pattern
    }

    private static func matches(_ pattern: ArraySlice<String>, _ path: ArraySlice<String>) -> Bool {
        guard let part = pattern.first else { return path.isEmpty }
        let rest = pattern.dropFirst()
        if part == "**" {
            // At the end, it stands for everything inside, but not for the folder itself.
            if rest.isEmpty { return !path.isEmpty }
            return path.indices.contains { matches(rest, path[$0...]) }
        }
        guard let name = path.first, part == name || fnmatch(part, name, 0) == 0 else { return false }
        return matches(rest, path.dropFirst())
    }
}
