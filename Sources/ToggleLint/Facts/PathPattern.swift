/// A pattern for paths, as `.gitignore` and CODEOWNERS have them.
struct PathPattern {
    private let parts: [[Character]]

    init(_ text: String) {
        var text = text[...]
        // A slash in front or within ties the pattern to the root.
        var isAnchored = text.dropLast().contains("/")
        if text.hasPrefix("/") {
            text = text.dropFirst()
            isAnchored = true
        }
        let isFolder = text.hasSuffix("/")
        var parts = text.split(separator: "/").map(Array.init)
        if !isAnchored { parts.insert(["*", "*"], at: 0) }
        // What is said of a folder holds for what is in it; `docs/*` alone means the files right there.
        if isFolder || parts.last != ["*"] || parts.count < 2 || !isAnchored { parts.append(["*", "*"]) }
        self.parts = parts
    }

    /// Whether the pattern means a file.
    ///
    /// - Parameter path: The path relative to the root, with `/` between folders.
    /// - Returns: Whether the file itself or a folder that it lies in is meant.
    /// - Complexity: O(*n* · *m*) in the numbers of parts, for each in the lengths of names.
    func matches(_ path: String) -> Bool {
        let names = path.split(separator: "/").map(Array.init)
        return Self.matches(parts, names) {
            $0 == ["*", "*"]
        } one: {
            Self.matches($0, $1) {
                $0 == "*"
            } one: {
                $0 == "?" || $0 == $1
            }
        }
    }

    /// Matches a sequence against a pattern in which some elements stand for any number of elements.
    ///
    /// Only the last of those is tried again, so that no pattern takes long.
    private static func matches<Element>(
        _ pattern: [Element],
        _ text: [Element],
        any: (Element) -> Bool,
        one: (Element, Element) -> Bool
    ) -> Bool {
        var (position, index) = (0, 0)
        var retry: (position: Int, index: Int)?
        while index < text.count {
            if position < pattern.count, any(pattern[position]) {
                retry = (position, index)
                position += 1
            } else if position < pattern.count, one(pattern[position], text[index]) {
                position += 1
                index += 1
            } else if let last = retry {
                position = last.position + 1
                index = last.index + 1
                retry = (last.position, index)
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy(any)
    }
}
