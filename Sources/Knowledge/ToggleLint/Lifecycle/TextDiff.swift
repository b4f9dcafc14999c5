/// Differences between texts, in the format of `git diff`.
package enum TextDiff {
    /// The number of context lines around a change.
    private static let context = 3

    /// Returns a unified diff; empty if the texts are the same.
    ///
    /// - Parameters:
    ///   - old: The text before; `nil` if the file is created.
    ///   - new: The text after; `nil` if the file is deleted.
    ///   - path: The name of the file in the diff, which is quoted as git does.
    /// - Returns: The lines, each with a line break, in the bytes of the texts.
    package static func unified(_ old: [UInt8]?, _ new: [UInt8]?, path: String) -> [UInt8] {
        let (before, after) = (lines(old ?? []), lines(new ?? []))
        let changes = LineChanges(before, after).changes
        guard !changes.isEmpty else { return [] }
        func side(_ letter: String, _ text: [UInt8]?) -> String {
            text == nil ? "/dev/null" : name("\(letter)/\(path)")
        }
        var result = Array("--- \(side("a", old))\n+++ \(side("b", new))\n".utf8)
        var index = 0
        while index < changes.count {
            var end = index + 1
            // Changes that are close to each other share a hunk.
            while end < changes.count,
                changes[end].old.lowerBound - changes[end - 1].old.upperBound <= 2 * context
            {
                end += 1
            }
            append(changes[index..<end], of: before, after, to: &result)
            index = end
        }
        return result
    }

    private static func append(
        _ changes: ArraySlice<LineChanges.Change>,
        of before: [ArraySlice<UInt8>],
        _ after: [ArraySlice<UInt8>],
        to result: inout [UInt8]
    ) {
        guard let first = changes.first, let last = changes.last else { return }
        let start = max(0, first.old.lowerBound - context)
        let end = min(before.count, last.old.upperBound + context)
        let newStart = first.new.lowerBound - (first.old.lowerBound - start)
        let newCount = last.new.upperBound + (end - last.old.upperBound) - newStart
        // The number of the line before the place, if there are no lines.
        result += "@@ -\(end == start ? start : start + 1),\(end - start)".utf8
        result += " +\(newCount == 0 ? newStart : newStart + 1),\(newCount) @@\n".utf8
        var line = start
        for change in changes {
            append(before[line..<change.old.lowerBound], " ", to: &result)
            append(before[change.old], "-", to: &result)
            append(after[change.new], "+", to: &result)
            line = change.old.upperBound
        }
        append(before[line..<end], " ", to: &result)
    }

    private static func append(_ lines: ArraySlice<ArraySlice<UInt8>>, _ mark: Unicode.Scalar, to result: inout [UInt8])
    {
        for line in lines {
            result.append(UInt8(ascii: mark))
            result += line
            // `patch` and git require this line.
            if line.last != 0x0A { result += "\n\\ No newline at end of file\n".utf8 }
        }
    }

    /// Returns the lines with their line breaks, so that the last one differs from the same text with a line break.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            lines.append(rest[...end])
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { lines.append(rest) }
        return lines
    }

    /// Returns the name of a file as git writes it.
    private static func name(_ path: String) -> String {
        // The tab ends a name with spaces.
        let end = path.utf8.contains(0x20) ? "\t" : ""
        guard path.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F || $0 == 0x22 || $0 == 0x5C }) else {
            return path + end
        }
        var result = "\""
        for byte in path.utf8 {
            switch byte {
            case 0x22, 0x5C: result += "\\" + String(UnicodeScalar(byte))
            case 0x09: result += "\\t"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x20..<0x7F: result.unicodeScalars.append(UnicodeScalar(byte))
            default: result += "\\" + String(byte >> 6, radix: 8) + String(byte >> 3 & 7, radix: 8) + String(byte & 7)
            }
        }
        return result + "\"" + end
    }
}
