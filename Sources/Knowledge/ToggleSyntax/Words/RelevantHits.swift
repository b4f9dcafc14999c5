/// The relevant hits of a file, according to the bytes around them, and whether to parse the file.
struct RelevantHits {
    /// The hits that may be uses, or that affect uses.
    var hits: [WordHit] = []
    /// Whether the file may have facts.
    var needsParsing = false

    /// Examines the bytes around hits.
    init(_ all: [WordHit], in bytes: UnsafeBufferPointer<UInt8>, _ vocabulary: Vocabulary) {
        var bareMembers = false
        var containers = false
        for hit in all {
            if hit.word < 0 {
                guard Self.isWholeText(hit, bytes) else { continue }
                hits.append(hit)
                needsParsing = true
                continue
            }
            let word = vocabulary.words[hit.word]
            var isKept = false
            var isReason = false
            if !word.members.isEmpty {
                switch Self.base(of: hit, bytes) {
                case .implicit: (isKept, isReason) = (true, true)
                case .word(let name, let isArgument):
                    // An alias or an existing type may represent a type of keys.
                    isKept = true
                    isReason =
                        isArgument || name.first?.isUppercase == true
                        || word.members.contains { !$0.holders.isEmpty || $0.types.contains(name) }
                case .other:
                    // The parser examines the content of the angle brackets.
                    (isKept, isReason) = (true, true)
                case .none:
                    (isKept, bareMembers) = (true, true)
                }
            }
            if word.key != nil || word.variable != nil, Self.isWholeText(hit, bytes) {
                (isKept, isReason) = (true, true)
            }
            if word.isType, Self.isTypeOfParameter(hit, bytes) { (isKept, isReason) = (true, true) }
            if word.isContainer || word.isType && Self.follows(Self.extensionWord, hit, bytes) {
                (isKept, containers) = (true, true)
            }
            if word.isStringFunction, hit.end < bytes.count, bytes[hit.end] == UInt8(ascii: "(") {
                (isKept, isReason) = (true, true)
            }
            switch word.role {
            case .release, .testLibrary: isKept = true
            case .launchOption:
                if hit.offset > 0, bytes[hit.offset - 1] == UInt8(ascii: "-") { (isKept, isReason) = (true, true) }
            case .program:
                if SuppressionWord(program: hit.range, in: bytes) != nil { (isKept, isReason) = (true, true) }
            case .suppression:
                if SuppressionWord(anchor: hit.range, in: bytes) != nil { (isKept, isReason) = (true, true) }
            case .localDefaults: (isKept, isReason) = (true, true)
            case nil: break
            }
            if isKept { hits.append(hit) }
            if isReason { needsParsing = true }
        }
        if bareMembers && containers { needsParsing = true }
    }

    private static let extensionWord = Array("extension ".utf8)

    private static func follows(_ text: [UInt8], _ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        hit.offset >= text.count && bytes[(hit.offset - text.count)..<hit.offset].elementsEqual(text)
    }

    /// Returns whether a hit is a whole string literal, or the part before `=` in one.
    private static func isWholeText(_ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard hit.offset > 0, bytes[hit.offset - 1] == UInt8(ascii: "\""), hit.end < bytes.count else { return false }
        return bytes[hit.end] == UInt8(ascii: "\"") || bytes[hit.end] == UInt8(ascii: "=")
    }

    /// Returns whether a hit is a type after a colon.
    private static func isTypeOfParameter(_ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = hit.offset - 1
        while index >= 0 {
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "["): index -= 1
            case UInt8(ascii: ":"): return true
            default: return false
            }
        }
        return false
    }

    /// The expression before the dot of a member.
    private enum Base {
        /// There is no dot.
        case none
        /// An implicit base, or one at the end of the previous line.
        case implicit
        /// A name, and whether it begins an argument.
        case word(String, isArgument: Bool)
        /// Something else.
        case other
    }

    private static func base(of hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Base {
        var index = hit.offset - 1
        while index >= 0, bytes[index] == UInt8(ascii: "`") || bytes[index] == UInt8(ascii: "$") { index -= 1 }
        guard index >= 0, bytes[index] == UInt8(ascii: ".") else { return .none }
        index -= 1
        guard index >= 0 else { return .implicit }
        switch bytes[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
            let end = index + 1
            while index >= 0, Self.isWordByte(bytes[index]) { index -= 1 }
            let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            while index >= 0, bytes[index] == 0x20 || bytes[index] == UInt8(ascii: ".") || isWordByte(bytes[index]) {
                index -= 1
            }
            let before = index >= 0 ? bytes[index] : 0
            return .word(name, isArgument: before == UInt8(ascii: "(") || before == UInt8(ascii: ":"))
        case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "]"):
            return .other
        default: return .implicit
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
