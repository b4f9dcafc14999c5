/// Edits of a JSON text that keep every other byte.
package struct JSONEditor: Sendable {
    /// A replacement of a range of bytes.
    package struct Edit: Sendable {
        package let range: Range<Int>
        package let bytes: [UInt8]

        package init(_ range: Range<Int>, _ bytes: [UInt8]) {
            self.range = range
            self.bytes = bytes
        }

        package init(_ range: Range<Int>, _ text: String) {
            self.init(range, Array(text.utf8))
        }

        /// Inserts a text before a byte.
        package init(at offset: Int, _ text: String) { self.init(offset..<offset, text) }
    }

    /// The text, which is valid.
    private let bytes: [UInt8]

    /// Creates an editor of a valid text.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the edits that set and remove members of an object.
    ///
    /// Of members with the same name, the last one is set, and all are removed. New members follow the others, with the
    /// layout of the last one.
    ///
    /// - Parameters:
    ///   - changes: The names with the texts of their values; `nil` removes a member.
    ///   - object: The object.
    ///   - name: The range of the object's name, which gives an empty object its layout; `nil` if it has none.
    /// - Returns: The edits, which don't overlap.
    /// - Complexity: O(*n*) in the number of members and changes.
    package func edits(
        setting changes: [(name: String, value: [UInt8]?)],
        in object: LocatedValue,
        named name: Range<Int>? = nil
    ) -> [Edit] {
        let members = object.members ?? []
        var positions: [String: [Int]] = [:]
        for (index, member) in members.enumerated() { positions[member.name, default: []].append(index) }
        var edits: [Edit] = []
        var isKept = [Bool](repeating: true, count: members.count)
        var added: [[UInt8]] = []
        for change in changes {
            if let value = change.value {
                if let last = positions[change.name]?.last {
                    edits.append(Edit(members[last].value.range, value))
                } else {
                    added.append(JSONWriter().bytes(.string(change.name)) + Array(": ".utf8) + value)
                }
            } else {
                for index in positions[change.name] ?? [] { isKept[index] = false }
            }
        }
        let kept = members.indices.filter { isKept[$0] }
        guard let last = kept.last else {
            return members.isEmpty && added.isEmpty ? [] : [filling(object, named: name, with: added)]
        }
        edits += removals(of: members, keeping: kept)
        return added.isEmpty ? edits : edits + [insertion(of: added, after: last, of: members)]
    }

    /// Returns the edit that inserts members.
    ///
    /// - Parameters:
    ///   - added: The texts of the members.
    ///   - index: The index of the member that they follow.
    ///   - members: The members of the object.
    /// - Returns: The edit.
    package func insertion(of added: [[UInt8]], after index: Int, of members: [LocatedMember]) -> Edit {
        let gap = space(before: members[index].nameRange.lowerBound)
        // On one line, a space follows each comma, even if none follows the bracket.
        let separation = index > 0 || gap.contains(UInt8(ascii: "\n")) ? gap : [UInt8(ascii: " ")]
        let end = members[index].value.range.upperBound
        return Edit(end..<end, added.flatMap { [UInt8(ascii: ",")] + separation + $0 })
    }

    /// Returns the edits that remove all members except some, with one comma each.
    private func removals(of members: [LocatedMember], keeping kept: [Int]) -> [Edit] {
        var edits: [Edit] = []
        var previous: Int?
        for index in kept {
            if let previous {
                if previous + 1 < index {
                    edits.append(
                        Edit(members[previous].value.range.upperBound..<members[index - 1].value.range.upperBound, "")
                    )
                }
            } else if index > 0 {
                edits.append(Edit(members[0].nameRange.lowerBound..<members[index].nameRange.lowerBound, ""))
            }
            previous = index
        }
        if let previous, previous + 1 < members.count {
            let end = members[members.count - 1].value.range.upperBound
            edits.append(Edit(members[previous].value.range.upperBound..<end, ""))
        }
        return edits
    }

    /// Returns the edit that replaces all members of an object; the distance to the brackets stays the same.
    private func filling(_ object: LocatedValue, named name: Range<Int>?, with added: [[UInt8]]) -> Edit {
        guard !added.isEmpty else { return Edit(object.range, "{}") }
        var (before, after) = gaps(named: name)
        if let first = object.members?.first, let last = object.members?.last {
            before = space(before: first.nameRange.lowerBound)
            after = Array(bytes[last.value.range.upperBound..<object.range.upperBound - 1])
        }
        let separation = before.contains(UInt8(ascii: "\n")) ? before : [UInt8(ascii: " ")]
        let members = added.joined(separator: [UInt8(ascii: ",")] + separation)
        return Edit(object.range, [UInt8(ascii: "{")] + before + members + after + [UInt8(ascii: "}")])
    }

    /// Returns the white space before the first and after the last member of an object that was empty.
    ///
    /// - Parameter name: The range of the object's name; `nil` if it has none.
    /// - Returns: The white space, which depends on the place of the name.
    package func gaps(named name: Range<Int>?) -> (before: [UInt8], after: [UInt8]) {
        guard let name else { return ([], []) }
        let space = [UInt8(ascii: " ")]
        guard let margin = margin(of: name.lowerBound) else { return (space, space) }
        // The object is on the second level, so its own margin is one step.
        let step = margin.isEmpty ? space + space : margin
        return (lineBreak + margin + step, lineBreak + margin)
    }

    /// Returns the white space before an offset, if only that precedes it on its line, which isn't the first one.
    package func margin(of offset: Int) -> [UInt8]? {
        var start = offset
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start > 0 && bytes[start - 1] == UInt8(ascii: "\n") ? Array(bytes[start..<offset]) : nil
    }

    /// The line break of the text.
    package var lineBreak: [UInt8] {
        let feed = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let isWindows = feed.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
        return Array((isWindows ? "\r\n" : "\n").utf8)
    }

    /// Returns the white space before an offset.
    private func space(before end: Int) -> [UInt8] {
        var start = end
        while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[start - 1]) { start -= 1 }
        return Array(bytes[start..<end])
    }
}

extension [JSONEditor.Edit] {
    /// Applies the edits, which must not overlap; those at the same place in their order.
    package func applied(to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        let sorted = enumerated().sorted { left, right in
            let (first, second) = (left.element.range.lowerBound, right.element.range.lowerBound)
            return first == second ? left.offset < right.offset : first < second
        }
        for (_, edit) in sorted {
            let range = edit.range.clamped(to: position..<bytes.count)
            result += bytes[position..<range.lowerBound]
            result += edit.bytes
            position = range.upperBound
        }
        return result + bytes[position...]
    }
}
