/// The layout of an object that gets its first members.
extension JSONDocument {
    /// The line break of the text.
    private var lineBreak: [UInt8] {
        let feed = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let isWindows = feed.map { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") } ?? false
        return Array((isWindows ? "\r\n" : "\n").utf8)
    }

    /// Returns the whitespace for the members of an empty object, derived from the object's position.
    package func gaps(atNameOf index: Int?) -> JSONObjectText.Gaps {
        guard let index else { return JSONObjectText.Gaps(before: [], after: []) }
        let start = members[index].nameRange.lowerBound
        var lineStart = start
        while lineStart > 0, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[lineStart - 1]) {
            lineStart -= 1
        }
        guard lineStart > 0, bytes[lineStart - 1] == UInt8(ascii: "\n") else {
            return JSONObjectText.Gaps(before: [UInt8(ascii: " ")], after: [UInt8(ascii: " ")])
        }
        let indent = bytes[lineStart..<start]
        // The object is on the second level, so its own indentation is one step.
        let step = indent.isEmpty ? [UInt8(ascii: " "), UInt8(ascii: " ")] : Array(indent)
        return JSONObjectText.Gaps(before: lineBreak + indent + step, after: lineBreak + indent)
    }
}
