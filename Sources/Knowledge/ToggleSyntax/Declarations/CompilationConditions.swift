import ToggleLint
import ToggleManifest

/// The names in the conditions of `#if`.
enum CompilationConditions {
    private static let table = WordTable(["if", "elseif"])

    /// Returns the names in the conditions of a file, without the arguments of `os` and `canImport`.
    static func names(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        table.hits(in: bytes).filter { $0.word >= 0 }.flatMap { names(after: $0, CodeBytes(bytes)) }
    }

    /// Returns the names in the condition after `#if`.
    static func names(after hit: WordHit, _ code: CodeBytes) -> [Range<Int>] {
        guard code[hit.offset - 1] == UInt8(ascii: "#") else { return [] }
        var result: [Range<Int>] = []
        var index = hit.end
        while index < code.bytes.count, code[index] != 0x0A, code[index] != UInt8(ascii: "/") {
            let word = code.word(from: index)
            guard !word.isEmpty else {
                index += 1
                continue
            }
            index = word.upperBound
            if code[index] == UInt8(ascii: "(") {
                guard let close = code.closingBracket(of: index) else { break }
                index = close
            } else if word.count > 2 {
                result.append(word)
            }
        }
        return result
    }

    /// Returns the flag that a condition of `#if` stands for.
    static func flag(
        _ name: Range<Int>,
        _ source: LintConfiguration.DeclarationSource,
        index: Int,
        path: String,
        lines: LineTable,
        code: CodeBytes
    ) -> DeclaredFlag {
        let text = code.text(name)
        return DeclaredFlag(
            key: source.key(name: text.lowercased(), rawValue: nil),
            name: text,
            rawValue: text,
            container: text,
            source: index,
            path: path,
            range: lines.range(name),
            valueType: "Bool"
        )
    }
}
