import DocumentSyntax
import ToggleBase

/// The text of one flag in a document, and edits that preserve its layout.
struct FlagText {
    typealias Edit = JSONEditor.Edit

    /// The text of the document.
    let bytes: [UInt8]
    /// The flag.
    let flag: LocatedValue
    /// The text between a name and its value.
    private let colon: String
    /// The text between elements on one line.
    let comma: String
    /// The text inside the braces of an object on one line.
    private let padding: String

    init(_ bytes: [UInt8], flag: LocatedValue) {
        self.bytes = bytes
        self.flag = flag
        let first = flag.members?.first
        let gap = first.map { bytes[$0.nameRange.upperBound..<$0.value.range.lowerBound] } ?? [UInt8(ascii: ":")]
        // Other white space around the colon isn't copied, because it can align names.
        colon = gap.count > 1 ? ": " : ":"
        comma = gap.count > 1 ? ", " : ","
        let next = first.map { flag.range.lowerBound + 1 < $0.nameRange.lowerBound } ?? false
        padding = next ? " " : ""
    }

    /// Returns the text of a range.
    func text(_ range: Range<Int>) -> String {
        let range = range.clamped(to: 0..<bytes.count)
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Returns the text of a value on one line, with the white space of this flag.
    ///
    /// It recurses to the depth of the value, which an operation creates.
    func rendering(_ value: JSONValue) -> String {
        switch value {
        case .object(let object):
            let members = object.members.map { "\(rendering(.string($0.name)))\(colon)\(rendering($0.value))" }
            return members.isEmpty ? "{}" : "{\(padding)\(members.joined(separator: comma))\(padding)}"
        case .array(let elements): return "[\(elements.map(rendering).joined(separator: comma))]"
        default: return JSONWriter().text(value)
        }
    }

    /// Returns the text of an object with one member, whose value is given as text.
    func rendering(_ name: String, _ value: String) -> String {
        "{\(padding)\(rendering(.string(name)))\(colon)\(value)\(padding)}"
    }

    /// Returns the text before and after a last element of an operator, whose other elements are given as text.
    func shell(_ name: String, _ elements: [String]) -> (start: String, end: String) {
        let first = elements.map { $0 + comma }.joined()
        return ("{\(padding)\(rendering(.string(name)))\(colon)[\(first)", "]\(padding)}")
    }

    // MARK: - Edits

    /// Adds a member after ‘defaultVariant’, or after the last member.
    func addingMember(_ name: String, _ value: String) -> Edit {
        let members = flag.members ?? []
        guard let index = members.lastIndex(where: { $0.name == "defaultVariant" }) ?? members.indices.last else {
            return Edit(flag.range, rendering(name, value))
        }
        let member = "\(rendering(.string(name)))\(colon)\(value)"
        return JSONEditor(bytes).insertion(of: [Array(member.utf8)], after: index, of: members)
    }

    /// Removes a member with the comma that belongs to it.
    func removingMember(_ name: String) -> [Edit] {
        JSONEditor(bytes).edits(setting: [(name, nil)], in: flag)
    }

    /// Returns the text between the elements of an array, as an element that is added needs it.
    ///
    /// - Parameters:
    ///   - array: The array.
    ///   - elements: Its elements.
    ///   - index: The index of the element after which the other one is added.
    /// - Returns: The text, which contains one comma.
    func separator(in array: LocatedValue, _ elements: [LocatedValue], after index: Int) -> String {
        guard elements.count > 1 else {
            // A bucketing expression before the only share is an element of the array, too.
            if let first = elements.first?.range,
                let before = array.elements?.last(where: { $0.range.upperBound <= first.lowerBound })
            {
                return text(before.range.upperBound..<first.lowerBound)
            }
            let lead = text((array.range.lowerBound + 1)..<(elements.first?.range.lowerBound ?? array.range.upperBound))
            return lead.contains("\n") ? "," + lead : comma
        }
        let left = min(max(0, index), elements.count - 2)
        return text(elements[left].range.upperBound..<elements[left + 1].range.lowerBound)
    }

    /// Returns the edits that turn the shares of a `fractional` into others.
    ///
    /// - Parameters:
    ///   - shares: The shares in the text.
    ///   - line: The new shares.
    ///   - bucketing: A new bucketing expression; `nil` keeps the present one.
    /// - Returns: The edits, which don't overlap.
    func edits(of shares: LocatedShares, to line: BucketLine, bucketing: JSONValue?) -> [Edit] {
        var edits: [Edit] = []
        let elements = shares.shares.map(\.element)
        if let bucketing {
            let text = rendering(bucketing)
            if let old = shares.bucketing {
                edits.append(Edit(old.range, text))
            } else {
                let separator = separator(in: shares.array, elements, after: 0)
                edits.append(Edit(at: elements[0].range.lowerBound, text + separator))
            }
        }
        // New shares before the first one of the text; those after another one follow it.
        var previous: Int?
        for piece in line.pieces {
            if let source = piece.source {
                previous = source
                let share = shares.shares[source]
                if let weight = share.weight {
                    if shares.line.pieces[source].weight != piece.weight {
                        edits.append(Edit(weight.range, String(piece.weight)))
                    }
                } else if piece.weight != 1 {
                    edits.append(Edit(at: share.variant.range.upperBound, comma + String(piece.weight)))
                }
            } else {
                let text = rendering(piece, like: shares)
                if let previous {
                    let separator = separator(in: shares.array, elements, after: previous)
                    edits.append(Edit(at: elements[previous].range.upperBound, separator + text))
                } else {
                    let separator = separator(in: shares.array, elements, after: 0)
                    edits.append(Edit(at: elements[0].range.lowerBound, text + separator))
                }
            }
        }
        return edits
    }

    /// Returns the text of a share with the white space of those in the text.
    private func rendering(_ piece: BucketLine.Piece, like shares: LocatedShares) -> String {
        let name = rendering(.string(piece.variant))
        guard let model = shares.shares.first(where: { $0.weight != nil }), let weight = model.weight else {
            return "[\(name)\(comma)\(piece.weight)]"
        }
        let (element, variant) = (model.element.range, model.variant.range)
        return text(element.lowerBound..<variant.lowerBound) + name
            + text(variant.upperBound..<weight.range.lowerBound) + String(piece.weight)
            + text(weight.range.upperBound..<element.upperBound)
    }
}
