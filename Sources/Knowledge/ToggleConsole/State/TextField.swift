/// A single-line text field.
struct TextField: Equatable, Sendable {
    /// The maximum number of characters.
    static let limit = 100_000

    private(set) var characters: [Character]
    /// The cursor's position, from 0 to the number of characters.
    private(set) var cursor: Int
    /// Whether text that didn't fit was cut off and nothing has been deleted since.
    private(set) var isCut = false

    /// Creates a field with a text that fits according to ``holds(_:)``.
    init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    var text: String { String(characters) }

    /// The reason for rejecting a text that was cut off.
    static let tooLong = "the text is longer than \(limit) characters, so its end was cut off"

    /// Returns whether a text fits.
    static func holds(_ text: String) -> Bool {
        text.utf8.count <= limit || text.index(text.startIndex, offsetBy: limit + 1, limitedBy: text.endIndex) == nil
    }

    /// Inserts text at the cursor; line breaks and tabs become spaces, and other control characters are left out.
    mutating func insert(_ text: String) {
        let room = max(0, Self.limit - characters.count)
        let added = text.compactMap { character -> Character? in
            if character.isNewline || character == "\t" { return " " }
            guard let first = character.unicodeScalars.first, first.properties.generalCategory != .control else {
                return nil
            }
            return character
        }
        if added.count > room { isCut = true }
        let start = cursor
        characters.insert(contentsOf: added.prefix(room), at: cursor)
        cursor += min(room, added.count)
        join(at: start)
        join(at: cursor)
    }

    /// Combines the characters on both sides of a position if they form a single character.
    ///
    /// This happens, for example, when a letter and its accent are typed separately.
    private mutating func join(at place: Int) {
        guard place > 0, place < characters.count else { return }
        let (left, right) = (characters[place - 1], characters[place])
        if left.isASCII, right.isASCII { return }
        guard !String([left, right]).elementsEqual([left, right]) else { return }
        // An inserted character may regroup all following ones, as in a row of flags.
        var rest = characters[..<cursor].reduce(0) { $0 + $1.utf8.count }
        characters = Array(String(characters))
        cursor = 0
        while cursor < characters.count, rest > 0 {
            rest -= characters[cursor].utf8.count
            cursor += 1
        }
    }

    mutating func moveCursor(to place: Int) { cursor = min(max(0, place), characters.count) }

    /// Edits the text with the usual keys of line editors.
    ///
    /// - Parameter key: A key.
    /// - Returns: Whether the field handled the key.
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
            join(at: cursor)
        case .control("u"): remove(from: 0)
        case .control("k"):
            characters.removeSubrange(cursor...)
            isCut = false
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
        isCut = false
        characters.removeSubrange(start..<cursor)
        cursor = start
        join(at: cursor)
    }
}
