import SwiftSyntax

extension Folder {
    /// A line of a documentation comment.
    private struct Line {
        /// The text without slashes.
        var text: Substring
        var offset: Int

        /// The number of blanks before the text.
        var indentation: Int { text.prefix { $0 == " " }.count }
        var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

        /// The parameter that the line begins to describe, or `Parameters` for the heading of a list.
        var subject: Substring? {
            var rest = text.drop { $0 == " " }
            guard rest.first == "-", let colon = rest.firstIndex(of: ":") else { return nil }
            rest = rest[..<colon].dropFirst().drop { $0 == " " }
            return rest.hasPrefix("Parameter ") ? rest.dropFirst(10) : rest
        }
    }

    /// Removes the lines that describe parameters that are removed from the comment of a function.
    func removeDocumentation(of list: FunctionParameterListSyntax) {
        let names = list.reduce(into: Set<String>()) { names, parameter in
            if removals.contains(parameter.id) { names.insert((parameter.secondName ?? parameter.firstName).name) }
        }
        guard !names.isEmpty, let function = list.parent?.parent?.parent, !removals.contains(function.id) else {
            return
        }
        let lines = documentation(of: function)
        var removed = Set<Int>()
        for (index, line) in lines.enumerated() where line.subject.map({ names.contains(String($0)) }) ?? false {
            removed.insert(index)
            for next in (index + 1)..<lines.count {
                guard !lines[next].isBlank, lines[next].indentation > line.indentation else { break }
                removed.insert(next)
            }
        }
        guard !removed.isEmpty else { return }
        for (index, line) in lines.enumerated() where line.subject == "Parameters" {
            let items = ((index + 1)..<lines.count).prefix { lines[$0].indentation > line.indentation }
            if !items.isEmpty, items.allSatisfy(removed.contains) { removed.insert(index) }
        }
        // A blank line in front of the only parameter goes with it.
        let isLast = removed.contains(lines.count - 1)
        if isLast, let first = removed.min(), first > 0, removed.count == lines.count - first, lines[first - 1].isBlank
        {
            removed.insert(first - 1)
        }
        for index in removed {
            let range = tree.lines.bytes(ofLine: tree.lines.line(of: lines[index].offset))
            text.replace(range.lowerBound..<min(range.upperBound + text.newline.utf8.count, tree.bytes.count), with: [])
        }
    }

    private func documentation(of node: Syntax) -> [Line] {
        guard let token = node.firstToken(viewMode: .sourceAccurate) else { return [] }
        var offset = token.position.utf8Offset
        var lines: [Line] = []
        for piece in token.leadingTrivia {
            if case .docLineComment(let text) = piece { lines.append(Line(text: text.dropFirst(3), offset: offset)) }
            offset += piece.sourceLength.utf8Length
        }
        return lines
    }
}
