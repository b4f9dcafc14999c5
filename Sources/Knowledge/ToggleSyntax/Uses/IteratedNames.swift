/// Finds the lists and dictionaries through whose elements code goes.
enum IteratedNames {
    /// The words before or after such a name: keywords and functions that take it, and its own functions.
    private static let table = WordTable([
        "in", "ForEach", "filter", "allSatisfy", "contains", "forEach", "map", "compactMap", "flatMap", "first",
        "reduce", "isSubset", "isSuperset", "intersection", "subtracting",
    ])

    /// Returns the names in a file, in ascending order: `gated` for `gated.filter` and for `in Flag.gated where`.
    ///
    /// `allCases` isn't one of them, because it has all flags whether code reads them or not.
    static func names(in bytes: UnsafeBufferPointer<UInt8>) -> [String] {
        let code = CodeBytes(bytes)
        var result: Set<String> = []
        for hit in table.hits(in: bytes) where hit.word >= 0 {
            if hit.word < 2 {
                var start = code.afterBlanks(hit.end)
                if code[start] == UInt8(ascii: "(") { start = code.afterBlanks(start + 1) }
                var word = code.word(from: start)
                while !word.isEmpty {
                    result.insert(code.text(word))
                    guard code[word.upperBound] == UInt8(ascii: ".") else { break }
                    word = code.word(from: word.upperBound + 1)
                }
            } else if code[hit.offset - 1] == UInt8(ascii: ".") {
                var last = code.beforeBlanks(hit.offset - 2)
                while code[last] == UInt8(ascii: "?") || code[last] == UInt8(ascii: "!") { last -= 1 }
                result.insert(code.text(code.word(endingAt: last)))
            }
        }
        return result.subtracting(["allCases", "self", ""]).sorted()
    }
}
