import ToggleLint
import ToggleManifest

/// Finds keys in scripts: `toggles set new_checkout on`, `TOGGLE_NEW_CHECKOUT=1`, `--enable-toggle new_checkout`.
struct ScriptReader {
    private let path: String
    private let lines: LineTable
    private let bytes: [UInt8]
    private let vocabulary: Vocabulary
    private var uses: [FileFacts.Use] = []

    private struct Word {
        var text: Substring
        /// The offset of the first byte in the file.
        var offset: Int
    }

    /// The commands that take keys, and whether a value follows one.
    private static let commands: [String: Bool] = [
        "set": true, "get": false, "unset": false, "explain": false, "pin": false,
    ]

    /// Reads a script.
    static func facts(path: String, bytes: [UInt8], _ vocabulary: Vocabulary) -> FileFacts {
        var reader = ScriptReader(path: path, lines: LineTable(bytes), bytes: bytes, vocabulary: vocabulary)
        for line in 1...max(1, reader.lines.count) { reader.read(line) }
        var facts = FileFacts()
        facts.uses = reader.uses
        return facts
    }

    private init(path: String, lines: LineTable, bytes: [UInt8], vocabulary: Vocabulary) {
        self.path = path
        self.lines = lines
        self.bytes = bytes
        self.vocabulary = vocabulary
    }

    private mutating func read(_ line: Int) {
        let range = lines.bytes(ofLine: line)
        let words = words(range)
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word.text.hasPrefix("TOGGLE_"), let name = word.text.split(separator: "=", maxSplits: 1).first {
                add(name.dropFirst("TOGGLE_".count).lowercased(), at: word.offset, name.utf8.count, .possible)
            } else if FileAnalyzer.launchOptions.contains(String(word.text)), index < words.count {
                addKey(words[index], isCertain: true)
                index += 1
            } else if word.text == "toggles" || word.text.hasSuffix("/toggles"), index < words.count,
                let takesValue = Self.commands[String(words[index].text)]
            {
                index += 1
                index = readCommand(words, index, takesValue)
            }
        }
    }

    /// The words behind a command, up to what ends it.
    private mutating func readCommand(_ words: [Word], _ start: Int, _ takesValue: Bool) -> Int {
        var index = start
        var count = 0
        var hasOption = false
        while index < words.count {
            let word = words[index]
            if [";", "|", "||", "&&", "&", "\\", ">", "<"].contains(word.text) { return index }
            index += 1
            if word.text.hasPrefix("-") {
                hasOption = true
                continue
            }
            // What follows an option may be its value, and what follows a key in `set` is the toggle's.
            let isValue = takesValue && count == 1 && !word.text.contains("=")
            if !isValue { addKey(word, isCertain: !hasOption) }
            count += 1
        }
        return index
    }

    private mutating func addKey(_ word: Word, isCertain: Bool) {
        let name = String(word.text.prefix { $0 != "=" })
        if name.contains("$") || name.contains("`") {
            if isCertain { append(.computed, at: word.offset, word.text.utf8.count, .certain) }
            return
        }
        if vocabulary.keys.contains(name) {
            append(.toggle(name), at: word.offset, name.utf8.count, .certain)
        } else if isCertain, SwiftName.isKey(name) {
            append(.undeclared(name), at: word.offset, name.utf8.count, .certain)
        }
    }

    private mutating func add(_ key: String, at offset: Int, _ count: Int, _ certainty: ToggleUse.Certainty) {
        if vocabulary.keys.contains(key) {
            append(.toggle(key), at: offset, count, .certain)
        } else {
            append(.undeclared(key), at: offset, count, certainty)
        }
    }

    private mutating func append(
        _ target: ToggleUse.Target,
        at offset: Int,
        _ count: Int,
        _ certainty: ToggleUse.Certainty
    ) {
        let range = lines.range(offset..<(offset + count))
        let line = lines.text(ofLine: range.start.line)
        let use = ToggleUse(
            target: target,
            form: .script,
            certainty: certainty,
            place: .script,
            path: path,
            range: range,
            line: line
        )
        uses.append(FileFacts.Use(use: use))
    }

    /// The words of a line, quotation marks off, up to a comment.
    private func words(_ range: Range<Int>) -> [Word] {
        var result: [Word] = []
        var index = range.lowerBound
        let separators = Set(" \t'\";|&(){}<>@".utf8)
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "#"), index == range.lowerBound || bytes[index - 1] == UInt8(ascii: " ") { break }
            if [UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&")].contains(byte) {
                result.append(Word(text: ";", offset: index))
                index += 1
                continue
            }
            if separators.contains(byte) {
                index += 1
                continue
            }
            let start = index
            while index < range.upperBound, !separators.contains(bytes[index]) { index += 1 }
            result.append(Word(text: Substring(decoding: bytes[start..<index], as: UTF8.self), offset: start))
        }
        return result
    }
}
