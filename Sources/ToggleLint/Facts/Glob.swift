/// A pattern of paths: `*` and `?` within a name, `**` for any number of folders.
package struct Glob: Sendable {
    private let parts: [[UInt8]]
    private let matchesContents: Bool

    private static let anything = Array("**".utf8)

    /// Parses a pattern; a leading `./` and a trailing `/` are ignored.
    ///
    /// A pattern that names a folder matches everything in it.
    package init(_ pattern: String) {
        parts = Self.parts(pattern[...])
        matchesContents = true
    }

    /// Parses a pattern with the rules of `.gitignore` and CODEOWNERS.
    ///
    /// A slash at the start or in the middle anchors the pattern to the root; a pattern without one matches in every
    /// folder. A pattern that matches a folder also matches its content, but `docs/*` matches only the files directly
    /// in `docs`.
    init(gitPattern text: String) {
        let isAnchored = text.dropLast().contains("/") || text.hasPrefix("/")
        let isFolder = text.hasSuffix("/")
        let names = Self.parts(text[...])
        matchesContents = isFolder || !isAnchored || names.count < 2 || names.last != Array("*".utf8)
        parts = isAnchored || names.isEmpty ? names : [Self.anything] + names
    }

    private static func parts(_ pattern: Substring) -> [[UInt8]] {
        pattern.utf8.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }

    /// Returns whether the pattern matches a path, relative to the root, or a folder that contains it.
    ///
    /// - Complexity: O(*p* · *n*) in the numbers of folders of the pattern and of the path.
    package func matches(_ path: String) -> Bool {
        guard !parts.isEmpty else { return false }
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
        // The prefixes of the path that match the parts so far.
        var reached = [Bool](repeating: false, count: names.count + 1)
        reached[0] = true
        for part in parts {
            if part == Self.anything {
                if let first = reached.firstIndex(of: true) {
                    for index in first...names.count { reached[index] = true }
                }
                continue
            }
            var next = [Bool](repeating: false, count: names.count + 1)
            for index in names.indices where reached[index] && Self.matches(part, names[index]) {
                next[index + 1] = true
            }
            reached = next
        }
        guard matchesContents else { return reached[names.count] }
        return reached.dropFirst().contains(true)
    }

    /// Matches a name without recursion: a mismatch goes back to the last star.
    private static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
        var (place, index) = (0, 0)
        var star: (place: Int, index: Int)?
        while index < name.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, index)
                place += 1
            } else if place < pattern.count, pattern[place] == UInt8(ascii: "?") {
                place += 1
                index += 1
                // A multibyte character counts as one.
                while index < name.count, name[index] & 0xC0 == 0x80 { index += 1 }
            } else if place < pattern.count, pattern[place] == name[index] {
                place += 1
                index += 1
            } else if let last = star {
                place = last.place + 1
                index = last.index + 1
                star = (last.place, index)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
