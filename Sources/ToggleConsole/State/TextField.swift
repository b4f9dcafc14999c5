#if !RELEASE || InternalBuild
/// A line of text while it is typed.
struct TextField: Equatable, Sendable {
    /// The most characters that are taken.
    static let limit = 100_000

    private(set) var characters: [Character]
    /// The place of the cursor, from 0 to the number of characters.
    private(set) var cursor: Int

    init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    var text: String { String(characters) }

    /// Puts text where the cursor is; line breaks and tabs become blanks, other control characters are left out.
    mutating func insert(_ text: String) {
        let room = max(0, Self.limit - characters.count)
        let added = text.compactMap { character -> Character? in
            if character.isNewline || character == "\t" { return " " }
            guard let first = character.unicodeScalars.first, first.properties.generalCategory != .control else {
                return nil
            }
            return character
        }
        .prefix(room)
        characters.insert(contentsOf: added, at: cursor)
        cursor += added.count
    }

    mutating func moveCursor(to place: Int) { cursor = min(max(0, place), characters.count) }

    /// Edits the text as line editors do.
    ///
    /// - Parameter key: A key.
    /// - Returns: Whether the key has a meaning here.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .left, .control("b"): moveCursor(to: cursor - 1)
        case .right, .control("f"): moveCursor(to: cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .backspace, .control("h"): remove(from: cursor - 1)
        case .delete, .control("d"):
            guard cursor < characters.count else { return true }
            characters.remove(at: cursor)
        case .control("u"): remove(from: 0)
        case .control("k"): characters.removeSubrange(cursor...)
        case .control("w"):
            var start = cursor
            while start > 0, characters[start - 1] == " " { start -= 1 }
            while start > 0, characters[start - 1] != " " { start -= 1 }
            remove(from: start)
        default: return false
        }
        return true
    }

    private mutating func remove(from start: Int) {
        let start = max(0, start)
        characters.removeSubrange(start..<cursor)
        cursor = start
    }
}
#endif
