import SwiftSyntax

/// The new text of a file, assembled from edits.
///
/// An edit can contain pieces of the old text, to which the edits inside of them apply.
struct FoldedText {
    /// A part of the text of an edit.
    enum Piece {
        case text(String)
        /// Old text, whose lines after the first one are moved from one indentation to another.
        case source(Range<Int>, from: String = "", to: String = "")
        /// Whole statements without surrounding blank lines, moved from one indentation to another.
        case block(Range<Int>, from: String, to: String)
    }

    private struct Edit {
        var range: Range<Int>
        var pieces: [Piece]
        /// Whether whole lines are removed, so that the blank lines around them meet.
        var isSeam: Bool
    }

    /// Text with the places that need attention.
    private struct Rendered {
        var bytes: [UInt8] = []
        var seams: [Int] = []
        /// The string literals over several lines.
        var strings: [Range<Int>] = []
        var openStrings: [Int] = []
    }

    private let tree: SourceTree
    private var edits: [Edit] = []
    /// The edits that only remove, by their places.
    private var removals: [Int] = []
    private var removalReach = Reach([])
    private lazy var strings = multilineStrings()
    private lazy var stringReach = Reach(strings)
    /// The ranges of the old text that are part of the new one.
    private var copied: [Range<Int>] = []
    private var active: Set<Int> = []
    /// The newline of the file.
    let newline: String

    init(tree: SourceTree) {
        self.tree = tree
        newline = tree.bytes.firstIndex(of: 0x0A).map { $0 > 0 && tree.bytes[$0 - 1] == 0x0D } == true ? "\r\n" : "\n"
    }

    /// Replaces a range.
    ///
    /// Among edits of the same range, the last one wins.
    mutating func replace(_ range: Range<Int>, with pieces: [Piece], isSeam: Bool = false) {
        edits.append(Edit(range: range, pieces: pieces, isSeam: isSeam))
    }

    /// Removes a range.
    mutating func remove(_ range: Range<Int>) {
        if !range.isEmpty { replace(range, with: []) }
    }

    /// Returns the new text, and the ranges of the old text that are not part of it.
    mutating func finish() -> (bytes: [UInt8], removed: [Range<Int>]) {
        edits = edits.enumerated().sorted { left, right in
            let (first, second) = (left.element.range, right.element.range)
            if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
            if first.isEmpty != second.isEmpty { return first.isEmpty }
            if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
            return first.isEmpty ? left.offset < right.offset : left.offset > right.offset
        }
        .map(\.element)
        removals = edits.indices.filter { edits[$0].pieces.isEmpty }
        removalReach = Reach(removals.map { edits[$0].range })
        var result = Rendered()
        render(0..<tree.bytes.count, into: &result)
        joinSeams(&result)
        var removed: [Range<Int>] = []
        var end = 0
        for range in copied.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > end { removed.append(end..<range.lowerBound) }
            end = max(end, range.upperBound)
        }
        if end < tree.bytes.count { removed.append(end..<tree.bytes.count) }
        return (result.bytes, removed)
    }

    // MARK: - Rendering

    private mutating func render(_ range: Range<Int>, into result: inout Rendered) {
        var position = range.lowerBound
        let first = edits.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
        // Of the edits that begin before, only removals reach into the range.
        let earlier = removals[removalReach.first(beyond: range.lowerBound)...].prefix { $0 < first }
        let end = edits.partitioningIndex { $0.range.lowerBound > range.upperBound }
        for index in Array(earlier) + Array(first..<max(first, end)) {
            var edit = edits[index]
            guard !active.contains(index) else { continue }
            if edit.pieces.isEmpty, edit.range.overlaps(range) {
                // Code that is used elsewhere stays if its old place goes.
                if edit.range.lowerBound <= range.lowerBound, edit.range.upperBound >= range.upperBound { continue }
                // A statement is removed with its lines, of which a part can be outside.
                edit.range = edit.range.clamped(to: range)
                edit.range = max(edit.range.lowerBound, position)..<max(edit.range.upperBound, position)
                guard !edit.range.isEmpty else { continue }
            }
            // An insertion at the end belongs to what follows.
            if edit.range.isEmpty, edit.range.lowerBound == range.upperBound, range.upperBound < tree.bytes.count {
                continue
            }
            guard edit.range.lowerBound >= position, edit.range.upperBound <= range.upperBound else { continue }
            copy(position..<edit.range.lowerBound, into: &result)
            active.insert(index)
            for piece in edit.pieces { render(piece, into: &result) }
            active.remove(index)
            if edit.isSeam { result.seams.append(result.bytes.count) }
            position = edit.range.upperBound
        }
        copy(position..<range.upperBound, into: &result)
    }

    private mutating func render(_ piece: Piece, into result: inout Rendered) {
        switch piece {
        case .text(let text): result.bytes += Array(text.utf8)
        case .source(let range, let from, let to):
            var inner = Rendered()
            render(range, into: &inner)
            append(shifted(inner, from: from, to: to, isWhole: false), to: &result)
        case .block(let range, let from, let to):
            var inner = Rendered()
            render(range, into: &inner)
            append(trimmed(shifted(inner, from: from, to: to, isWhole: true)), to: &result)
        }
    }

    private func append(_ inner: Rendered, to result: inout Rendered) {
        let base = result.bytes.count
        result.bytes += inner.bytes
        result.seams += inner.seams.map { $0 + base }
        result.strings += inner.strings.map { ($0.lowerBound + base)..<($0.upperBound + base) }
    }

    private mutating func copy(_ range: Range<Int>, into result: inout Rendered) {
        guard !range.isEmpty else { return }
        let base = result.bytes.count - range.lowerBound
        for string in strings[stringReach.first(beyond: range.lowerBound)...] {
            if string.lowerBound >= range.upperBound { break }
            if range.contains(string.lowerBound) { result.openStrings.append(string.lowerBound + base) }
            if string.upperBound > range.lowerBound, string.upperBound <= range.upperBound,
                let start = result.openStrings.popLast()
            {
                result.strings.append(start..<(string.upperBound + base))
            }
        }
        result.bytes += tree.bytes[range]
        copied.append(range)
    }

    private func multilineStrings() -> [Range<Int>] {
        var result: [Range<Int>] = []
        guard tree.text(0..<tree.bytes.count).contains("\"\"\"") else { return [] }
        var stack = [Syntax(tree.root)]
        while let node = stack.popLast() {
            if let literal = node.as(StringLiteralExprSyntax.self),
                literal.openingQuote.tokenKind == .multilineStringQuote
            {
                result.append(literal.offsets)
            }
            stack += node.children(viewMode: .sourceAccurate)
        }
        return result.sorted { $0.lowerBound < $1.lowerBound }
    }

    // MARK: - Indentation

    /// Returns text whose lines are moved to another indentation.
    ///
    /// A string literal over several lines is moved as a whole or not at all, which doesn't change its value. Lines
    /// that are indented less than the rest stay where they are.
    private func shifted(_ text: Rendered, from: String, to: String, isWhole: Bool) -> Rendered {
        guard from != to else { return text }
        let (old, new) = (Array(from.utf8), Array(to.utf8))
        let bytes = text.bytes
        func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
        var lines: [Range<Int>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == 0x0A {
            lines.append(start..<index)
            start = index + 1
        }
        lines.append(start..<bytes.count)
        // The strings whose lines can't be moved, without those inside of others.
        var frozen: [Range<Int>] = []
        for string in text.strings.sorted(by: { $0.lowerBound < $1.lowerBound })
        where string.lowerBound >= frozen.last?.upperBound ?? 0 {
            let first = lines.partitioningIndex { $0.lowerBound > string.lowerBound }
            let inner = lines[first...].prefix { $0.lowerBound < string.upperBound }
            if !inner.allSatisfy({ isBlank($0) || bytes[$0].starts(with: old) }) { frozen.append(string) }
        }
        var result = Rendered()
        // Maps old offsets to new ones, at the beginnings of lines.
        var moves: [(old: Int, change: Int)] = []
        var change = 0
        for (index, line) in lines.enumerated() {
            let isFrozen = line.lowerBound > 0 && frozen.cover(line.lowerBound) && frozen.cover(line.lowerBound - 1)
            if index == 0 && !isWhole || isFrozen || !bytes[line].starts(with: old) || isBlank(line) {
                result.bytes += bytes[line]
            } else {
                change += new.count - old.count
                moves.append((line.lowerBound, change))
                result.bytes += new + bytes[line].dropFirst(old.count)
            }
            if index < lines.count - 1 { result.bytes.append(0x0A) }
        }
        func moved(_ offset: Int, isLineStart: Bool) -> Int {
            let index = moves.partitioningIndex { isLineStart ? $0.old >= offset : $0.old > offset }
            return max(0, offset + (index > 0 ? moves[index - 1].change : 0))
        }
        result.seams = text.seams.map { moved($0, isLineStart: true) }
        result.strings = text.strings.map {
            let start = moved($0.lowerBound, isLineStart: false)
            return start..<max(start, moved($0.upperBound, isLineStart: false))
        }
        return result
    }

    /// Returns text without blank lines around it and without the indentation of its first line.
    private func trimmed(_ text: Rendered) -> Rendered {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.bytes.firstIndex(where: { !isSpace($0) }),
            let last = text.bytes.lastIndex(where: { !isSpace($0) })
        else { return Rendered() }
        var result = Rendered()
        result.bytes = Array(text.bytes[first...last])
        result.seams = text.seams.filter { $0 > first && $0 <= last }.map { $0 - first }
        result.strings = text.strings.filter { $0.lowerBound >= first && $0.upperBound <= last + 1 }
            .map { ($0.lowerBound - first)..<($0.upperBound - first) }
        return result
    }

    // MARK: - Blank lines

    /// Leaves no more blank lines where lines were removed than there were on one of the sides.
    private func joinSeams(_ text: inout Rendered) {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        let seams = Set(text.seams).sorted(by: >)
        let bytes = text.bytes
        var replacements: [(range: Range<Int>, kept: ArraySlice<UInt8>)] = []
        var done = Int.max
        for seam in seams where seam <= bytes.count && seam < done {
            guard seam == 0 || bytes[seam - 1] == 0x0A else { continue }
            // The blank lines before and after.
            var start = seam
            while start > 0 {
                var previous = start - 1
                while previous > 0, isBlank(bytes[previous - 1]) { previous -= 1 }
                guard previous == 0 || bytes[previous - 1] == 0x0A else { break }
                start = previous
            }
            var end = seam
            while end < bytes.count {
                var next = end
                while next < bytes.count, isBlank(bytes[next]) { next += 1 }
                guard next < bytes.count, bytes[next] == 0x0A else { break }
                end = next + 1
            }
            done = start
            guard start < end else { continue }
            let opens = Self.opensBlock(bytes[..<start])
            let closes = Self.closesBlock(bytes[end...]) || Self.beginsCase(bytes[end...])
            // Blank lines between removed lines go with them.
            let inner = seams[seams.partitioningIndex { $0 <= end }...].prefix { $0 >= start }
            let first = bytes[start..<(inner.last ?? end)]
            let last = bytes[(inner.first ?? start)..<end]
            let longest = first.count { $0 == 0x0A } < last.count { $0 == 0x0A } ? last : first
            let kept = opens && closes ? [] : opens ? first : closes ? last : longest
            replacements.append((start..<end, kept))
        }
        guard !replacements.isEmpty else { return }
        text.bytes = []
        var position = 0
        for (range, kept) in replacements.reversed() {
            text.bytes += bytes[position..<range.lowerBound] + kept
            position = range.upperBound
        }
        text.bytes += bytes[position...]
    }

    private static func opensBlock(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let last = bytes.last(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else { return true }
        if [UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "[")].contains(last) { return true }
        let line = bytes.dropLast(bytes.last == 0x0A ? 1 : 0)
        let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex
        let text = String(decoding: line[start...], as: UTF8.self).split(whereSeparator: \.isWhitespace)
        if text.last == "in" { return text.contains { $0.contains("{") } }
        return last == UInt8(ascii: ":")
    }

    private static func closesBlock(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else { return true }
        if [UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]")].contains(first) { return true }
        let start = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        return ["#else", "#endif"].contains { start.starts(with: Array($0.utf8)) }
    }

    private static func beginsCase(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        return ["case ", "default:", "@unknown"].contains { start.starts(with: Array($0.utf8)) }
    }
}

/// Finds ranges that reach beyond an offset, among ranges in the order of their beginnings.
private struct Reach {
    /// The highest end of each range and those before it.
    private var ends: [Int] = []

    init(_ ranges: [Range<Int>]) {
        var end = 0
        for range in ranges {
            end = max(end, range.upperBound)
            ends.append(end)
        }
    }

    /// Returns the index of the first range that may end after an offset.
    func first(beyond offset: Int) -> Int { ends.partitioningIndex { $0 > offset } }
}
