/// A pattern of paths: `*` and `?` within a name, `**` for any number of folders.
package struct Glob: Sendable {
    private let parts: [[UInt8]]
    private let matchesContents: Bool
    /// Whether `[a-z]` stands for one of several characters, and `\\` escapes the next one.
    private let hasClasses: Bool

    private static let anything = Array("**".utf8)

    /// Parses a pattern; a leading `./` and a trailing `/` are ignored.
    ///
    /// A pattern that names a folder matches everything in it.
    package init(_ pattern: String) {
        parts = Self.parts(pattern[...])
        matchesContents = true
        hasClasses = false
    }

    /// Parses a pattern with the rules of `.gitignore` and CODEOWNERS.
    ///
    /// A slash at the start or in the middle anchors the pattern to the root; a pattern without one matches in every
    /// folder. A pattern that matches a folder also matches its content, but `docs/*` matches only the files directly
    /// in `docs`.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - isForIgnoring: Whether it is a pattern of `.gitignore`, in which `[a-z]` stands for one of several characters,
    ///     and a backslash escapes the next one. Such a pattern doesn't match the content of a folder, because a search
    ///     doesn't enter ignored folders.
    package init(gitPattern text: String, isForIgnoring: Bool = false) {
        hasClasses = isForIgnoring
        let isAnchored = text.dropLast().contains("/") || text.hasPrefix("/")
        let isFolder = text.hasSuffix("/")
        let names = Self.parts(text[...])
        matchesContents =
            !isForIgnoring && (isFolder || !isAnchored || names.count < 2 || names.last != Array("*".utf8))
        parts = isAnchored || names.isEmpty ? names : [Self.anything] + names
    }

    private static func parts(_ pattern: Substring) -> [[UInt8]] {
        pattern.utf8.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != [UInt8(ascii: ".")] }
    }

    /// The last name of the pattern if it has no wildcards, or else the bytes with which each name begins and ends that
    /// matches it; `nil` for any.
    ///
    /// If the pattern doesn't match the content of folders, the last names of all paths that it matches are like this.
    package var lastName: (text: [UInt8]?, first: UInt8?, last: UInt8?) {
        guard let name = parts.last, name != Self.anything else { return (nil, nil, nil) }
        func literal(_ byte: UInt8?) -> UInt8? { byte.flatMap { Self.special.contains($0) ? nil : $0 } }
        let isText = !name.contains(where: Self.special.contains)
        return (isText ? name : nil, literal(name.first), literal(name.last))
    }

    private static let special = Array("*?[]\\".utf8)

    /// Returns whether the pattern matches a path, relative to the root, or a folder that contains it.
    ///
    /// - Complexity: O(*p* · *n*) in the numbers of folders of the pattern and of the path.
    package func matches(_ path: String) -> Bool {
        matches(Self.names(in: path))
    }

    /// Returns the UTF-8 bytes of a path's components.
    package static func names(in path: String) -> [[UInt8]] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
    }

    /// Returns whether the pattern matches a path, given as the UTF-8 bytes of its components.
    package func matches(_ names: [[UInt8]]) -> Bool {
        guard !parts.isEmpty else { return false }
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
            for index in names.indices where reached[index] && matches(part, names[index]) {
                next[index + 1] = true
            }
            reached = next
        }
        guard matchesContents else { return reached[names.count] }
        return reached.dropFirst().contains(true)
    }

    /// Matches a name without recursion: a mismatch goes back to the last star.
    private func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
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
            } else if place < pattern.count, let end = end(ofCharacterAt: place, in: pattern, matching: name[index]) {
                place = end
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

    /// Returns where the pattern goes on after a character or class that matches a byte; `nil` if it doesn't match.
    private func end(ofCharacterAt place: Int, in pattern: [UInt8], matching byte: UInt8) -> Int? {
        guard hasClasses else { return pattern[place] == byte ? place + 1 : nil }
        switch pattern[place] {
        case UInt8(ascii: "\\") where place + 1 < pattern.count:
            return pattern[place + 1] == byte ? place + 2 : nil
        case UInt8(ascii: "["):
            var index = place + 1
            var isNegated = false
            if index < pattern.count, pattern[index] == UInt8(ascii: "!") || pattern[index] == UInt8(ascii: "^") {
                isNegated = true
                index += 1
            }
            let first = index
            var isMember = false
            while index < pattern.count, pattern[index] != UInt8(ascii: "]") || index == first {
                if index + 2 < pattern.count, pattern[index + 1] == UInt8(ascii: "-"),
                    pattern[index + 2] != UInt8(ascii: "]")
                {
                    isMember = isMember || pattern[index] <= byte && byte <= pattern[index + 2]
                    index += 3
                } else {
                    isMember = isMember || pattern[index] == byte
                    index += 1
                }
            }
            // Without its end, a class is an ordinary character.
            guard index < pattern.count else { return pattern[place] == byte ? place + 1 : nil }
            return isMember != isNegated ? index + 1 : nil
        default:
            return pattern[place] == byte ? place + 1 : nil
        }
    }
}
