/// The text of one object, split into members and the whitespace between them, for editing.
package struct JSONObjectText {
    /// The whitespace before the first member and after the last one.
    package struct Gaps {
        package var before: [UInt8]
        package var after: [UInt8]

        package init(before: [UInt8], after: [UInt8]) {
            self.before = before
            self.after = after
        }
    }

    /// A member with the whitespace around it, between brackets and commas.
    private struct Piece {
        var before: ArraySlice<UInt8>
        var text: ArraySlice<UInt8>
        var after: ArraySlice<UInt8>
        var isRemoved = false
    }

    /// The bytes of the name and what follows it up to the value, for existing members.
    private var heads: [ArraySlice<UInt8>]
    private var pieces: [Piece]
    private let existingCount: Int

    /// Splits the text of an object.
    ///
    /// - Parameters:
    ///   - document: A document that records the positions of the object's members.
    ///   - index: The index of the member whose value is the object; `nil` for the outermost object.
    package init(_ document: JSONDocument, of index: Int?) {
        let bytes = document.bytes
        let range = index.map { document.members[$0].valueRange } ?? document.valueRange
        let members = document.members(of: index)
        var start = range.lowerBound + 1
        var pieces: [Piece] = []
        var heads: [ArraySlice<UInt8>] = []
        for member in members {
            // A value is followed by whitespace and then by a comma or the closing bracket.
            let end =
                bytes[member.valueRange.upperBound..<range.upperBound]
                .firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? range.upperBound
            pieces.append(
                Piece(
                    before: bytes[start..<member.nameRange.lowerBound],
                    text: bytes[member.nameRange.lowerBound..<member.valueRange.upperBound],
                    after: bytes[member.valueRange.upperBound..<end]
                )
            )
            heads.append(bytes[member.nameRange.lowerBound..<member.valueRange.lowerBound])
            start = min(end + 1, range.upperBound)
        }
        self.pieces = pieces
        self.heads = heads
        existingCount = pieces.count
    }

    /// Replaces the value of the member at a position; the text around the value stays the same.
    package mutating func replaceValue(at position: Int, with text: [UInt8]) {
        guard pieces.indices.contains(position), position < heads.count else { return }
        pieces[position].text = heads[position] + text
    }

    /// Removes the member at a position.
    package mutating func remove(at position: Int) {
        guard pieces.indices.contains(position) else { return }
        pieces[position].isRemoved = true
    }

    /// Appends a member with the layout of the one before it.
    package mutating func append(name: String, value: [UInt8]) {
        let head = JSONWriter().bytes(.string(name)) + Array(": ".utf8)
        pieces.append(Piece(before: [], text: (head + value)[...], after: []))
    }

    /// Returns the text of the object.
    ///
    /// - Parameter gaps: The whitespace for the first member of an object that was empty.
    /// - Returns: The text from the opening to the closing bracket.
    package func text(whenEmpty gaps: Gaps) -> [UInt8] {
        let kept = pieces.indices.filter { !pieces[$0].isRemoved }
        guard let last = kept.last else { return Array("{}".utf8) }
        let existing = pieces[..<existingCount]
        // The distance to the brackets stays the same, whichever members are first and last.
        let first = existing.first?.before ?? gaps.before[...]
        let end = existing.last?.after ?? gaps.after[...]
        var result = [UInt8(ascii: "{")]
        for position in kept {
            let isNew = position >= existingCount
            if position == kept.first {
                result += first
            } else {
                result.append(UInt8(ascii: ","))
                result += isNew ? separation(existing, gaps) : pieces[position].before
            }
            result += pieces[position].text
            if position == last {
                result += end
            } else if position != existingCount - 1 {
                result += pieces[position].after
            }
        }
        result.append(UInt8(ascii: "}"))
        return result
    }

    /// Returns the whitespace between a comma and a new member.
    private func separation(_ existing: ArraySlice<Piece>, _ gaps: Gaps) -> ArraySlice<UInt8> {
        if existing.count > 1, let last = existing.last { return last.before }
        let first = existing.first?.before ?? gaps.before[...]
        // On one line, a space follows each comma, even if none follows the bracket.
        return first.contains(UInt8(ascii: "\n")) ? first : [UInt8(ascii: " ")]
    }
}
