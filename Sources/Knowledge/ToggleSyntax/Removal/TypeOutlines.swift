/// The types that files declare and extend, with what they inherit from, read without parsing.
struct TypeOutlines {
    /// The types and protocols in the inheritance clauses of a type and of its extensions.
    private(set) var inherited: [String: Set<String>] = [:]
    /// The files that declare or extend a type.
    private(set) var files: [String: [Int]] = [:]
    /// The types that a file declares or extends.
    private(set) var declaring: [Int: [String]] = [:]

    private static let keywords = ["class", "struct", "enum", "actor", "protocol", "extension"]

    private struct Outline: Sendable {
        var name: String
        var inherited: [String]
    }

    init(files contents: [[UInt8]]) {
        let table = WordTable(Self.keywords)
        let outlines = ParallelWork.map(contents) { bytes in
            bytes.withUnsafeBufferPointer { buffer in
                table.hits(in: buffer).compactMap { $0.word < 0 ? nil : Self.outline(after: $0.end, in: buffer) }
            }
        }
        for (file, outlines) in outlines.enumerated() {
            for outline in outlines {
                inherited[outline.name, default: []].formUnion(outline.inherited)
                guard files[outline.name]?.last != file else { continue }
                files[outline.name, default: []].append(file)
                declaring[file, default: []].append(outline.name)
            }
        }
    }

    /// Returns everything that a type inherits from, directly or not.
    func ancestors(of type: String) -> Set<String> {
        var result: Set<String> = []
        var pending = [type]
        while let next = pending.popLast() {
            for parent in inherited[next] ?? [] where result.insert(parent).inserted { pending.append(parent) }
        }
        return result
    }

    /// Returns whether one of two types inherits from the other, or both are the same.
    func areRelated(_ left: String, _ right: String) -> Bool {
        left == right || ancestors(of: left).contains(right) || ancestors(of: right).contains(left)
    }

    /// Reads `Name<…>: A, B {` after a keyword.
    private static func outline(after offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Outline? {
        var index = offset
        func skipBlanks() { while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0A { index += 1 } }
        func name() -> String? {
            let start = index
            while index < bytes.count, isName(bytes[index]) || bytes[index] == UInt8(ascii: ".") { index += 1 }
            let text = String(decoding: bytes[start..<index], as: UTF8.self)
            return text.split(separator: ".").last.map(String.init)
        }
        guard index < bytes.count, bytes[index] == 0x20 else { return nil }
        skipBlanks()
        guard let own = name(), own != "func", own != "var", own != "let" else { return nil }
        var depth = 0
        var inherited: [String] = []
        var isInClause = false
        // A clause is never longer.
        let end = min(bytes.count, index + 2_000)
        while index < end {
            let byte = bytes[index]
            if depth == 0, byte == UInt8(ascii: "{") { break }
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ":") where depth == 0: isInClause = true
            case UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: "="): return Outline(name: own, inherited: [])
            default:
                if depth == 0, isInClause, isName(byte) {
                    guard let parent = name() else { continue }
                    if parent == "where" { return Outline(name: own, inherited: inherited) }
                    inherited.append(parent)
                    continue
                }
                if depth == 0, !isInClause, isName(byte) {
                    // Anything but `where` shows that this isn't a declaration.
                    return name() == "where" ? Outline(name: own, inherited: []) : nil
                }
            }
            index += 1
        }
        return Outline(name: own, inherited: inherited)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
