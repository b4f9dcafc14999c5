import ToggleBase

/// The locations of steps and moves in a JSON document, for diagnostics.
struct DeclaredPlaces {
    private let document: JSONDocument
    private let steps: [Range<Int>]

    init(_ document: JSONDocument) {
        self.document = document
        steps =
            document.index(of: "steps")
            .map { Self.elements(of: document.members[$0].valueRange, in: document.bytes) } ?? []
    }

    /// Returns the location of a member of the root object, or of the document if it has no such member.
    func location(ofRoot name: String) -> JSONLocation {
        let member = document.index(of: name).map { document.members[$0].valueRange }
        return document.location(at: (member ?? document.valueRange).lowerBound)
    }

    /// Returns the location of a step.
    func location(ofStep index: Int) -> JSONLocation {
        document.location(at: steps.indices.contains(index) ? steps[index].lowerBound : 0)
    }

    /// Returns the location of a diagnostic: a member of a step or move, or else the step or move itself.
    func location(of problem: DeclaredStep.Diagnostic, in index: Int) -> JSONLocation {
        guard steps.indices.contains(index) else { return location(ofStep: index) }
        var range = steps[index]
        if let move = problem.move, let moves = member("moves", in: range)?.valueRange {
            let elements = Self.elements(of: moves, in: document.bytes)
            if elements.indices.contains(move) { range = elements[move] }
        }
        let place = problem.member.flatMap { member($0, in: range)?.nameRange } ?? range
        return document.location(at: place.lowerBound)
    }

    /// Returns the ranges of a member of an object.
    private func member(_ name: String, in range: Range<Int>) -> (nameRange: Range<Int>, valueRange: Range<Int>)? {
        guard let object = try? JSONReader().document(from: Array(document.bytes[range]), spanDepth: 1),
            let index = object.index(of: name)
        else { return nil }
        func shifted(_ part: Range<Int>) -> Range<Int> {
            part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound
        }
        return (shifted(object.members[index].nameRange), shifted(object.members[index].valueRange))
    }

    /// Returns the ranges of the elements of an array, in text that is valid JSON.
    private static func elements(of range: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "[") else { return [] }
        var elements: [Range<Int>] = []
        var (depth, isInString, isEscaped) = (0, false, false)
        var start: Int?
        var end = range.lowerBound
        for position in range {
            let byte = bytes[position]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                end = position + 1
                continue
            }
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x20: continue
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth == 1 { continue }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
            let isEnd = depth == 0 || depth == 1 && byte == UInt8(ascii: ",")
            if isEnd {
                if let start { elements.append(start..<end) }
                start = nil
            } else {
                if start == nil { start = position }
                end = position + 1
            }
        }
        return elements
    }
}
