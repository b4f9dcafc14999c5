/// Splits lines of a script into words, as a shell does.
struct ScriptWords {
    /// A word, without quotation marks.
    struct Word {
        var text: String
        /// The offset of its first character in the file.
        var offset: Int
        /// Whether part of it is known only when the script runs.
        var isComputed = false
        /// Whether it is the first word of a command.
        var isCommand = false
    }

    /// Words before a command that aren't commands themselves.
    private static let introductions: Set<String> = [
        "if", "then", "else", "elif", "while", "until", "do", "!", "{", "-", "sudo", "env", "exec", "command", "time",
        "nohup", "nice", "xcrun", "mint", "swift", "run",
    ]

    private let bytes: [UInt8]
    private var word: Word?
    private var commands: [[Word]] = []
    private var words: [Word] = []
    private var isAtCommand = true
    private var isRedirection = false
    /// The contents of `$(…)`, which are read like lines of their own.
    private var inner: [Range<Int>] = []

    /// Returns the words of each command in a line, including commands in `$(…)`.
    ///
    /// - Complexity: O(*n* · *d*) in the length of the line and the depth of `$(…)`, of which eight levels are read.
    static func commands(in range: Range<Int>, of bytes: [UInt8]) -> [[Word]] {
        var result: [[Word]] = []
        var level = [range]
        for _ in 0..<8 {
            var next: [Range<Int>] = []
            for range in level {
                var reader = ScriptWords(bytes: bytes)
                reader.read(range)
                result += reader.commands
                next += reader.inner
            }
            level = next
        }
        return result
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func read(_ range: Range<Int>) {
        var index = range.lowerBound
        var quote: UInt8?
        while index < range.upperBound {
            let byte = bytes[index]
            let start = index
            index += 1
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                if quote == nil {
                    quote = byte
                    begin(at: index)
                } else if quote == byte {
                    quote = nil
                } else {
                    append(start..<index)
                }
            case _ where quote == UInt8(ascii: "'"):
                append(start..<index)
            case UInt8(ascii: "\\") where index < range.upperBound:
                append(index..<(index + 1))
                index += 1
            case UInt8(ascii: "$"), UInt8(ascii: "`"):
                begin(at: start)
                word?.isComputed = true
                guard let end = substitution(from: start, in: range) else { continue }
                index = end
            case _ where quote != nil:
                append(start..<index)
            case UInt8(ascii: "#") where word == nil:
                index = range.upperBound
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"):
                endWord()
            case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"):
                endCommand()
            case UInt8(ascii: "<"), UInt8(ascii: ">"):
                endWord()
                isRedirection = true
            default:
                append(start..<index)
            }
        }
        endCommand()
    }

    /// Returns the end of `$(…)` or of text between back-ticks; `nil` for anything else that begins like it.
    private mutating func substitution(from start: Int, in range: Range<Int>) -> Int? {
        if bytes[start] == UInt8(ascii: "`") {
            let end = bytes[(start + 1)..<range.upperBound].firstIndex(of: UInt8(ascii: "`")) ?? range.upperBound
            inner.append((start + 1)..<end)
            return min(end + 1, range.upperBound)
        }
        guard start + 1 < range.upperBound, bytes[start + 1] == UInt8(ascii: "(") else { return nil }
        var depth = 0
        var index = start + 1
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            index += 1
            if depth == 0 { break }
        }
        inner.append((start + 2)..<max(start + 2, depth == 0 ? index - 1 : index))
        return index
    }

    private mutating func begin(at offset: Int) {
        if word == nil { word = Word(text: "", offset: offset) }
    }

    private mutating func append(_ range: Range<Int>) {
        begin(at: range.lowerBound)
        // Non-ASCII letters can't be part of a key, so they may be added byte by byte.
        for byte in bytes[range] { word?.text.unicodeScalars.append(Unicode.Scalar(byte)) }
    }

    private mutating func endWord() {
        guard var word else { return }
        self.word = nil
        if isRedirection {
            isRedirection = false
            return
        }
        if isAtCommand {
            let isIntroduction =
                Self.introductions.contains(word.text) || word.text.contains("=") || word.text.hasSuffix(":")
                || word.text.hasPrefix("-")
            word.isCommand = !isIntroduction
            isAtCommand = isIntroduction
        }
        words.append(word)
    }

    private mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
        isAtCommand = true
        isRedirection = false
    }
}
