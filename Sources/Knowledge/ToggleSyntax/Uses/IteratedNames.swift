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
                if hit.word == 0, onlyStores(loopAfter: hit.end, code) { continue }
                var start = code.afterBlanks(hit.end)
                if code[start] == UInt8(ascii: "(") { start = code.afterBlanks(start + 1) }
                var word = code.word(from: start)
                while !word.isEmpty {
                    result.insert(code.text(word))
                    guard code[word.upperBound] == UInt8(ascii: ".") else { break }
                    word = code.word(from: word.upperBound + 1)
                }
            } else if code[hit.offset - 1] == UInt8(ascii: "."), !namesMember(after: hit, code) {
                var last = code.beforeBlanks(hit.offset - 2)
                while code[last] == UInt8(ascii: "?") || code[last] == UInt8(ascii: "!") { last -= 1 }
                result.insert(code.text(code.word(endingAt: last)))
            }
        }
        return result.subtracting(["allCases", "self", ""]).sorted()
    }

    /// Returns whether the body of a loop only assigns elements: `for (flag, isOn) in flags { stored[flag.key] = isOn }`.
    private static func onlyStores(loopAfter start: Int, _ code: CodeBytes) -> Bool {
        var open = start
        let limit = min(code.bytes.count, start + CodeBytes.reach)
        while open < limit, code[open] != UInt8(ascii: "{"), code[open] != 0x0A { open += 1 }
        guard code[open] == UInt8(ascii: "{"), let close = code.closingBracket(of: open) else { return false }
        let body = code.bytes[(open + 1)..<close]
        let choices = "({?".utf8
        return body.contains(UInt8(ascii: "=")) && !body.contains(where: choices.contains)
    }

    /// Returns whether a call is about a single element that it names, as in `contains(.newCheckout)`.
    private static func namesMember(after hit: WordHit, _ code: CodeBytes) -> Bool {
        code[hit.end] == UInt8(ascii: "(") && code[code.afterBlanks(hit.end + 1)] == UInt8(ascii: ".")
    }
}
