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
                isKept = true
                // Any object may be a wrapper that forwards to the toggles.
                if Self.followsDot(hit, bytes) { isReason = true } else { bareMembers = true }
            }
            if word.key != nil || word.variable != nil, Self.isWholeText(hit, bytes) {
                (isKept, isReason) = (true, true)
            }
            if word.isType, Self.isTypeOfParameter(hit, bytes) { (isKept, isReason) = (true, true) }
            if word.isType || word.isContainer, Self.follows(Self.keyPath, hit, bytes) {
                (isKept, isReason) = (true, true)
            }
            if word.isContainer || word.isType && Self.declarations.contains(where: { Self.follows($0, hit, bytes) }) {
                (isKept, containers) = (true, true)
            }
            if word.isStringFunction, hit.end < bytes.count, bytes[hit.end] == UInt8(ascii: "(") {
                (isKept, isReason) = (true, true)
            }
            if word.isValueOfSubscript, Self.follows(Self.subscripts, hit, bytes) { (isKept, isReason) = (true, true) }
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

    private static let declarations = ["extension ", "enum ", "struct ", "class "].map { Array($0.utf8) }

    private static func follows(_ text: [UInt8], _ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        hit.offset >= text.count && bytes[(hit.offset - text.count)..<hit.offset].elementsEqual(text)
    }

    /// Returns whether a hit is a whole string literal, or the part before `=` in one.
    private static func isWholeText(_ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard hit.offset > 0, bytes[hit.offset - 1] == UInt8(ascii: "\""), hit.end < bytes.count else { return false }
        return bytes[hit.end] == UInt8(ascii: "\"") || bytes[hit.end] == UInt8(ascii: "=")
    }

    private static let keyPath = Array("KeyPath<".utf8)
    private static let subscripts = Array("].".utf8)

    /// Returns whether a hit is a type after a colon.
    private static func isTypeOfParameter(_ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = hit.offset - 1
        while index >= 0 {
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "["): index -= 1
            case UInt8(ascii: "<"):
                // `Set<Flag>`
                index -= 1
                while index >= 0, CodeBytes.isWord(bytes[index]) { index -= 1 }
            case UInt8(ascii: ":"): return true
            default: return false
            }
        }
        return false
    }

    /// Returns whether a hit is a member, with or without a base.
    private static func followsDot(_ hit: WordHit, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = hit.offset - 1
        while index >= 0, bytes[index] == UInt8(ascii: "`") || bytes[index] == UInt8(ascii: "$") { index -= 1 }
        return index >= 0 && bytes[index] == UInt8(ascii: ".")
    }
}
