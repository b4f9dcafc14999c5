/// Tells by its bytes whether a file is nested so deeply that a parser which calls itself runs out of stack.
///
/// Nobody writes such a file; it takes text and comments for code, and is far from what anybody writes.
enum NestingGuard {
    /// How deep brackets, and `#if`, may be nested, and how many operators and words may stand in a row before an operand.
    private static let depth = 1_000
    /// How many things of a kind that may be nested in each other a file may have.
    private static let count = 20_000

    /// Words that a parser calls itself for, one behind the other.
    private static let words: Set<[UInt8]> = Set(
        [
            "try", "await", "unsafe", "consume", "copy", "borrow", "each", "repeat", "any", "some", "let", "var",
            "inout",
            "if", "switch", "while", "for", "case", "return", "throw", "yield", "is", "as", "in", "do", "else", "guard",
            "indirect", "borrowing", "consuming", "sending", "isolated",
        ].map { Array($0.utf8) }
    )

    /// Whether a parser should not be given the bytes.
    static func isTooDeep(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var brackets = 0
        var angles = 0
        var run = 0
        var chains = 0
        var conditions = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                brackets += 1
                run = 0
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                brackets = max(0, brackets - 1)
                run = 0
            case UInt8(ascii: "<"): angles += 1
            case UInt8(ascii: ">"):
                if index > 0, bytes[index - 1] == UInt8(ascii: "-") { chains += 1 } else { angles = max(0, angles - 1) }
            case UInt8(ascii: ";"): angles = 0
            case 0x0A: angles = 0
            case UInt8(ascii: "?"): if index > 0, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x0A { chains += 1 }
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "!"):
                // A line of hyphens is an operator, or a comment.
                if index == 0 || bytes[index - 1] != byte { run += 1 }
            case UInt8(ascii: "#"):
                if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "i") {
                    conditions += 1
                } else if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "e"),
                    bytes[index + 2] == UInt8(ascii: "n")
                {
                    conditions = max(0, conditions - 1)
                }
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                let start = index
                while index + 1 < bytes.count, bytes[index + 1] >= UInt8(ascii: "a"),
                    bytes[index + 1] <= UInt8(ascii: "z")
                {
                    index += 1
                }
                let length = index + 1 - start
                if length <= 9, words.contains(Array(bytes[start...index])) {
                    run += 1
                    if length == 4, bytes[start] == UInt8(ascii: "e"), bytes[start + 1] == UInt8(ascii: "l") {
                        chains += 1
                    }
                } else {
                    run = 0
                }
            case 0x20, 0x09, 0x0D: break
            default: run = 0
            }
            if brackets > depth || angles > depth || run > depth || conditions > depth || chains > count { return true }
            index += 1
        }
        return false
    }
}
