#if OVERRIDES
import ToggleBase

/// Finds the toggles in the text of a state file without parsing them.
///
/// An app can have ten thousand toggles, of which a tool shows a screenful. Clients write each toggle on a line of its own.
/// A line break can't be part of a JSON string, so every line that begins like a toggle is one, or the text is not JSON.
struct StateFileScan: Sendable {
    /// The place of a toggle in the text.
    struct Element: Sendable {
        fileprivate let start: Int32
        fileprivate let end: Int32
        fileprivate let keyEnd: Int32

        /// The place of its object.
        var range: Range<Int> { Int(start)..<Int(end) }
        /// The place of its key, without the quotation marks.
        var keyRange: Range<Int> { Int(start) + StateFileScan.prefix.utf8CodeUnitCount..<Int(keyEnd) }
    }

    /// How each toggle begins.
    fileprivate static let prefix: StaticString = #"{"key":""#

    /// The text without the toggles, whose array is empty.
    let root: [UInt8]
    /// The toggles in order.
    private(set) var elements: [Element] = []

    /// Scans a text.
    ///
    /// The text of the toggles is not checked. The result is `nil` for a text in another form than that of clients, which
    /// end the file with the toggles.
    ///
    /// - Parameter text: The text of a state file.
    /// - Complexity: O(*n*) in the size of the text.
    init?(_ text: [UInt8]) {
        guard text.count < Int(Int32.max) else { return nil }
        var elements: [Element] = []
        let lines = text.withUnsafeBytes { Self.scan($0, &elements) }
        guard let lines else { return nil }
        root = Array(text[..<lines.lowerBound]) + Array(text[lines.upperBound...])
        self.elements = elements
    }

    /// Returns whether the lines are the elements of the root's member `toggles`.
    ///
    /// Only the brackets of an array and of the root follow the lines, so the array is the last member of the root.
    ///
    /// - Parameter json: The parsed ``root``.
    /// - Returns: Whether the last member is the only one with this name, and nothing else is in its array.
    static func isRoot(_ json: JSONValue) -> Bool {
        guard case .object(let root) = json else { return false }
        let isOnly = root.members.dropLast().allSatisfy { $0.name != "toggles" }
        return isOnly && root.members.last.map { $0.name == "toggles" && $0.value == [] } ?? false
    }

    /// Finds the toggles, and returns the range of the lines that contain them.
    private static func scan(_ text: UnsafeRawBufferPointer, _ elements: inout [Element]) -> Range<Int>? {
        guard let start = text.firstIndex(of: newline, from: 0) else { return nil }
        let prefix = UnsafeRawBufferPointer(
            start: StateFileScan.prefix.utf8Start,
            count: StateFileScan.prefix.utf8CodeUnitCount
        )
        var line = start + 1
        var isLast = false
        while line < text.count, text[line] != UInt8(ascii: "]") {
            let key = line + prefix.count
            guard !isLast, key < text.count,
                UnsafeRawBufferPointer(rebasing: text[line..<key]).hasSameBytes(as: prefix),
                let lineEnd = text.firstIndex(of: newline, from: key),
                let keyEnd = text.firstIndex(of: UInt8(ascii: "\""), from: key),
                UnsafeRawBufferPointer(rebasing: text[key..<keyEnd]).firstOffset(of: UInt8(ascii: "\\")) == nil
            else { return nil }
            isLast = text[lineEnd - 1] != UInt8(ascii: ",")
            let end = isLast ? lineEnd : lineEnd - 1
            guard keyEnd < end, text[end - 1] == UInt8(ascii: "}") else { return nil }
            elements.append(Element(start: Int32(line), end: Int32(end), keyEnd: Int32(keyEnd)))
            line = lineEnd + 1
        }
        // The array may be empty, but no comma precedes its end.
        guard isLast || elements.isEmpty, text[line...].elementsEqual("]}".utf8) else { return nil }
        return start..<line
    }

    private static let newline = UInt8(ascii: "\n")
}

extension UnsafeRawBufferPointer {
    /// Returns the index of the first occurrence of a byte at or after an index.
    fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        UnsafeRawBufferPointer(rebasing: self[start...]).firstOffset(of: byte).map { start + $0 }
    }
}

#endif
