import ToggleBase
import ToggleLint
import ToggleManifest

/// Finds keys in scripts: `toggles set new_checkout on`, `TOGGLE_NEW_CHECKOUT=1`, `--enable-toggle new_checkout`.
struct ScriptReader {
    private let path: String
    private let lines: LineTable
    private let bytes: [UInt8]
    private let vocabulary: Vocabulary
    private var uses: [FileFacts.Use] = []
    private var unknownVariables = 0

    /// The number of unknown variables that are compared with all keys.
    private static let variableLimit = 200

    private typealias Word = ScriptWords.Word

    /// The commands that take keys, and whether the key is followed by a value.
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
        for words in ScriptWords.commands(in: lines.bytes(ofLine: line), of: bytes) { read(words) }
    }

    /// Reads the words of one command, including its assignments.
    private mutating func read(_ words: [Word]) {
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word.text.hasPrefix("TOGGLE_"), let name = word.text.split(separator: "=", maxSplits: 1).first {
                addVariable(name.dropFirst("TOGGLE_".count).lowercased(), at: word.offset, name.utf8.count)
            } else if FileAnalyzer.launchOptions.contains(word.text), index < words.count {
                addKey(words[index], isCertain: true)
                index += 1
            } else if word.isCommand, word.text == "toggles" || word.text.hasSuffix("/toggles"), index < words.count,
                let takesValue = Self.commands[words[index].text]
            {
                readCommand(words[(index + 1)...], takesValue)
                return
            }
        }
    }

    /// Reads the words after a command.
    private mutating func readCommand(_ words: ArraySlice<Word>, _ takesValue: Bool) {
        var count = 0
        var hasOption = false
        for word in words {
            if word.text.hasPrefix("-") {
                hasOption = true
                continue
            }
            // The word after an option may be the option's value, and in `set` the word after a key is the toggle's
            // value.
            let isValue = takesValue && count == 1 && !word.text.contains("=")
            if !isValue { addKey(word, isCertain: !hasOption) }
            count += 1
        }
    }

    private mutating func addKey(_ word: Word, isCertain: Bool) {
        let name = String(word.text.prefix { $0 != "=" })
        // The value in `set new_checkout=$value` isn't the key.
        if word.isComputed, name == word.text {
            if isCertain { append(.computed, at: word.offset, max(1, word.text.utf8.count), .certain) }
            return
        }
        if vocabulary.keys.contains(name) {
            append(.toggle(name), at: word.offset, name.utf8.count, .certain)
        } else if isCertain, SwiftName.isKey(name) {
            append(.undeclared(name), at: word.offset, name.utf8.count, .certain)
        }
    }

    /// Adds an environment variable, which counts as a misspelled key only if there is a similar key.
    private mutating func addVariable(_ key: String, at offset: Int, _ count: Int) {
        if vocabulary.keys.contains(key) {
            append(.toggle(key), at: offset, count, .certain)
            return
        }
        unknownVariables += 1
        if unknownVariables <= Self.variableLimit, Suggestion.closest(to: key, in: vocabulary.keys) != nil {
            append(.undeclared(key), at: offset, count, .possible)
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
}
