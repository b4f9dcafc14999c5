#if !RELEASE || InternalBuild
/// A line of text while it is typed.
struct TextField: Equatable, Sendable {
    /// The most characters that are taken.
    static let limit = 100_000

    private(set) var characters: [Character]
    /// The place of the cursor, from 0 to the number of characters.
    private(set) var cursor: Int
    /// Whether something was left out that did not fit, and nothing was taken away since.
    private(set) var isCut = false

    /// Begins with a text, which ``holds(_:)``.
    init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    var text: String { String(characters) }

    /// Why a text that was cut is not taken.
    static let tooLong = "that is longer than \(limit) characters, so its end was left out"

    /// Whether a text fits.
    static func holds(_ text: String) -> Bool {
        text.utf8.count <= limit || text.index(text.startIndex, offsetBy: limit + 1, limitedBy: text.endIndex) == nil
    }

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
        if added.count > room { isCut = true }
        let start = cursor
        characters.insert(contentsOf: added.prefix(room), at: cursor)
        cursor += min(room, added.count)
        join(at: start)
        join(at: cursor)
    }

    /// Makes one character of what stands beside each other at a place and belongs together: a letter and its accent that
    /// came by themselves.
    private mutating func join(at place: Int) {
        guard place > 0, place < characters.count else { return }
        let (left, right) = (characters[place - 1], characters[place])
        if left.isASCII, right.isASCII { return }
        guard !String([left, right]).elementsEqual([left, right]) else { return }
        // What begins here may change all that follows, as in a row of flags.
        var rest = characters[..<cursor].reduce(0) { $0 + $1.utf8.count }
        characters = Array(String(characters))
        cursor = 0
        while cursor < characters.count, rest > 0 {
            rest -= characters[cursor].utf8.count
            cursor += 1
        }
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
#endif
