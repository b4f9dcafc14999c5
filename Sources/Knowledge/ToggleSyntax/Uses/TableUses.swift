/// Finds the lists, sets, and dictionaries of flags through whose elements code goes, so that it may read them.
///
/// Only tables that decide about a flag are searched for, after all other uses are known.
struct TableUses: Sendable {
    private let tables: [String]
    private let callees: Set<String>
    private let table: WordTable

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - tables: The names of variables and functions whose values are tables. `allCases` isn't one, because it has all
    ///     flags whether code reads them or not.
    ///   - readers: The names of functions and properties that read flags.
    ///   - callees: The names of functions that take flags.
    init(tables: Set<String>, readers: Set<String>, callees: Set<String>) {
        self.tables = tables.subtracting(["allCases"]).sorted()
        self.callees = callees.union(Self.usualCallees)
        table = WordTable(self.tables + readers.subtracting(tables))
    }

    /// Functions and types that go through what they take, or keep it.
    private static let usualCallees: Set<String> = [
        "zip", "Set", "Array", "Dictionary", "ForEach", "List", "append", "formUnion", "union", "insert",
    ]
    /// Members of tables that don't lead to their elements.
    private static let otherMembers: Set<String> = [
        "count", "isEmpty", "contains", "append", "insert", "updateValue", "removeValue", "merge", "index",
        "firstIndex",
        "description",
    ]

    /// Returns the tables through which the code of a file goes.
    func iterated(in bytes: [UInt8]) -> Set<String> {
        bytes.withUnsafeBufferPointer { buffer in
            let code = CodeBytes(buffer)
            let hits = table.hits(in: buffer).filter { $0.word >= 0 }
            let namesReader = hits.contains { $0.word >= tables.count }
            let found = hits.lazy.filter { $0.word < tables.count && goes(through: $0, namesReader, code) }
            return Set(found.map { tables[$0.word] })
        }
    }

    private func goes(through hit: WordHit, _ namesReader: Bool, _ code: CodeBytes) -> Bool {
        guard !code.isInComment(hit.offset) else { return false }
        var start = hit.offset
        while code[start - 1] == UInt8(ascii: ".") {
            let base = code.word(endingAt: start - 2)
            guard !base.isEmpty else { break }
            start = base.lowerBound
        }
        let before = code.text(code.word(endingAt: code.beforeBlanks(start - 1)))
        if ["let", "var", "func", "case"].contains(before) { return false }
        var next = code.afterBlanks(hit.end)
        if code[next] == UInt8(ascii: "("), let close = code.closingBracket(of: next) {
            next = code.afterBlanks(close + 1)
        }
        while code[next] == UInt8(ascii: "?") || code[next] == UInt8(ascii: "!") { next += 1 }
        if before == "in" { return namesReader && !Self.onlyStores(loopAfter: hit.end, code) }
        switch code[next] {
        case UInt8(ascii: "."):
            let member = code.word(from: next + 1)
            let after = code.afterBlanks(member.upperBound)
            return namesReader && Self.leadsToElements(code.text(member), after, code)
        case UInt8(ascii: "["):
            // Of a list, not of a dictionary.
            return namesReader && UInt8(ascii: "0")...UInt8(ascii: "9") ~= code[next + 1]
        case UInt8(ascii: ")"), UInt8(ascii: ","):
            guard let open = code.openBracket(before: start), code[open] == UInt8(ascii: "(") else { return false }
            let callee = code.text(code.callee(ofBracketAt: open))
            return callees.contains(callee) && (namesReader || !Self.usualCallees.contains(callee))
        default: return false
        }
    }

    /// Returns whether a member of a table leads to its elements: `filter`, `sorted`, `contains(where:)`, but not `count`.
    private static func leadsToElements(_ member: String, _ after: Int, _ code: CodeBytes) -> Bool {
        guard otherMembers.contains(member) else { return true }
        let isCall = code[after] == UInt8(ascii: "(")
        switch member {
        case "count": return isCall || code[after] == UInt8(ascii: "{")
        case "contains":
            return code[after] == UInt8(ascii: "{")
                || code.isWord(code.word(from: code.afterBlanks(after + 1)), "where")
        default: return false
        }
    }

    /// Members with which code stores a flag, or its default value, elsewhere.
    private static let storedMembers = FlagTables.keyMembers.union(["defaultValue", "default", "initialValue"])

    /// Returns whether the body of a loop only stores elements: `for (flag, isOn) in flags { stored[flag.key] = isOn }`,
    /// or `for flag in flags { defaults[flag.name()] = flag.defaultValue() }`.
    private static func onlyStores(loopAfter start: Int, _ code: CodeBytes) -> Bool {
        var open = start
        let limit = min(code.bytes.count, start + CodeBytes.reach)
        while open < limit, code[open] != UInt8(ascii: "{"), code[open] != 0x0A { open += 1 }
        guard code[open] == UInt8(ascii: "{"), let close = code.closingBracket(of: open) else { return false }
        let body = (open + 1)..<close
        guard code.bytes[body].contains(UInt8(ascii: "=")), !code.bytes[body].contains(where: "{?".utf8.contains)
        else {
            return false
        }
        return body.allSatisfy { place in
            switch code[place] {
            case UInt8(ascii: "("): code[place + 1] == UInt8(ascii: ")")
            case UInt8(ascii: "."): storedMembers.contains(code.text(code.word(from: place + 1)))
            default: true
            }
        }
    }
}
