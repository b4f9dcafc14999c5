/// Splits text into the cells of a terminal.
///
/// Terminals disagree about composed characters, such as families, flags, skin tones, and keycaps. Such a character is
/// reduced to a form that all terminals and curses draw the same way: its base with up to four accents.
struct TextWidth: Sendable {
    /// Whether characters of ambiguous width take two columns.
    var isAmbiguousWide: Bool
    /// Whether the terminal can draw non-ASCII characters.
    var hasUnicode: Bool

    init(isAmbiguousWide: Bool = false, hasUnicode: Bool = true) {
        self.isAmbiguousWide = isAmbiguousWide
        self.hasUnicode = hasUnicode
    }

    /// A character in its drawn form, with its width of 1 or 2 columns.
    struct Piece: Equatable {
        var text: String
        var width: Int
    }

    /// Returns the pieces of a text, omitting zero-width scalars without a base character.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    func pieces(_ text: some StringProtocol) -> [Piece] {
        pieces(text, columns: .max).pieces
    }

    /// Returns the leading pieces of a text that fit, and whether they are the complete text.
    ///
    /// - Complexity: O(*n*) in the length of the part that fits.
    func pieces(_ text: some StringProtocol, columns: Int) -> (pieces: [Piece], isWhole: Bool) {
        var result: [Piece] = []
        var used = 0
        var next = text.startIndex
        while next < text.endIndex {
            let measured = result.count
            let start = next
            next = text.utf8.index(after: start)
            let byte = text.utf8[start]
            if byte >= 0x20, byte < 0x7F, next == text.endIndex || text.utf8[next] < 0x80 {
                // ASCII characters never combine with the one before them.
                result.append(Piece(text: Self.ascii[Int(byte) - 0x20], width: 1))
            } else {
                next = text.index(after: start)
                append(text[start], to: &result)
            }
            for place in measured..<result.count {
                used += result[place].width
                guard used <= columns else {
                    result.removeLast(result.count - place)
                    return (result, false)
                }
            }
        }
        return (result, true)
    }

    /// Returns the number of columns of a text.
    func width(_ text: some StringProtocol) -> Int {
        if let count = Self.asciiCount(text) { return count }
        return pieces(text).reduce(0) { $0 + $1.width }
    }

    /// Returns the number of characters of a text of printable ASCII, or `nil` for any other text.
    static func asciiCount(_ text: some StringProtocol) -> Int? {
        func count(_ bytes: some Collection<UInt8>) -> Int? {
            for byte in bytes where byte < 0x20 || byte > 0x7E { return nil }
            return bytes.count
        }
        return text.utf8.withContiguousStorageIfAvailable { count($0) } ?? count(text.utf8)
    }

    /// The printable ASCII characters, starting with the space.
    private static let ascii: [String] = (0x20..<0x7F).map { String(Unicode.Scalar(UInt8($0))) }

    private func append(_ character: Character, to pieces: inout [Piece]) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return }
        if Self.isBlank(first) {
            pieces.append(Piece(text: " ", width: 1))
            return
        }
        if first.isASCII {
            let isPrintable = first.value >= 0x20 && first.value < 0x7F
            var text = isPrintable ? String(first) : "?"
            if hasUnicode, isPrintable { addAccents(of: scalars, to: &text) }
            pieces.append(Piece(text: text, width: 1))
            return
        }
        if let letters = Self.countryLetters(scalars) {
            pieces += letters.map { Piece(text: $0, width: 1) }
            return
        }
        let base = Self.syllable(scalars) ?? first
        let width = scalarWidth(base)
        guard width > 0 else { return }
        guard hasUnicode else {
            pieces.append(Piece(text: Self.replacement(of: base), width: 1))
            return
        }
        pieces.append(Piece(text: String(base), width: width))
        var accents = 0
        for scalar in scalars.dropFirst() {
            switch scalar.properties.generalCategory {
            case .nonspacingMark where accents < 4 && !(0xFE00...0xFE0F).contains(scalar.value):
                pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
                accents += 1
            case .spacingMark:
                // A spacing vowel sign gets its own cell.
                pieces.append(Piece(text: String(scalar), width: 1))
            case .otherLetter where !Self.isSyllablePart(scalar), .modifierLetter:
                // Conjunct consonants of Indic scripts, and voicing marks of half-width kana.
                pieces.append(Piece(text: String(scalar), width: scalarWidth(scalar)))
                accents = 0
            default: continue
            }
        }
    }

    /// Returns whether a scalar is a tab or a line break.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private func addAccents(of scalars: Character.UnicodeScalarView, to text: inout String) {
        guard scalars.count > 1 else { return }
        var count = 0
        for scalar in scalars.dropFirst() where count < 4 {
            switch scalar.properties.generalCategory {
            case .nonspacingMark where !(0xFE00...0xFE0F).contains(scalar.value):
                text.unicodeScalars.append(scalar)
                count += 1
            default: continue
            }
        }
    }

    /// Returns the ASCII replacement of a character.
    private static func replacement(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "‘", "’": "'"
        case "“", "”": "\""
        case "–", "—": "-"
        case "…": "~"
        case "→": ">"
        default: "?"
        }
    }

    /// Returns the two letters of a flag.
    private static func countryLetters(_ scalars: Character.UnicodeScalarView) -> [String]? {
        guard scalars.allSatisfy({ (0x1F1E6...0x1F1FF).contains($0.value) }) else { return nil }
        return scalars.compactMap { Unicode.Scalar($0.value - 0x1F1E6 + 0x41).map { String($0) } }
    }

    /// Returns the single scalar of a Korean syllable written as separate letters.
    private static func syllable(_ scalars: Character.UnicodeScalarView) -> Unicode.Scalar? {
        let values = scalars.prefix(3).map { Int($0.value) }
        guard values.count > 1, (0x1100...0x1112).contains(values[0]), (0x1161...0x1175).contains(values[1]) else {
            return nil
        }
        let tail = values.count > 2 && (0x11A8...0x11C2).contains(values[2]) ? values[2] - 0x11A7 : 0
        return Unicode.Scalar(UInt32(0xAC00 + ((values[0] - 0x1100) * 21 + values[1] - 0x1161) * 28 + tail))
    }

    /// Returns whether a letter is part of a Korean syllable.
    private static func isSyllablePart(_ scalar: Unicode.Scalar) -> Bool {
        (0x1100...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }

    private func scalarWidth(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        // Most text has no character from the first range on, and then the table isn't created.
        if value >= 0x1100, Self.contains(Self.wide, value) { return 2 }
        switch scalar.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator, .surrogate:
            return 0
        default:
            return isAmbiguousWide && Self.contains(Self.ambiguous, value) ? 2 : 1
        }
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(value)
    }
}
