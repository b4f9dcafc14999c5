import ToggleLint

/// Finds out which types a project declares, apart from aliases.
///
/// A member of such a type is no flag, even if it has the name of one.
struct TypeSearch: Sendable {
    private let names: [String]
    private let table: WordTable

    /// Prepares a search for the declarations of types.
    init(types: Set<String>) {
        names = types.sorted()
        table = WordTable(names)
    }

    /// The types that a file declares, and those that are aliases in it.
    struct Found: Sendable {
        var types: Set<String> = []
        var aliases: Set<String> = []

        /// The types that are no aliases anywhere.
        var declared: Set<String> { types.subtracting(aliases) }

        /// Adds what another file declares.
        mutating func formUnion(_ other: Found) {
            types.formUnion(other.types)
            aliases.formUnion(other.aliases)
        }
    }

    private static let keywords: Set<String> = ["enum", "struct", "class", "actor", "protocol"]

    /// Returns what a file declares.
    func declarations(in bytes: [UInt8]) -> Found {
        bytes.withUnsafeBufferPointer { buffer in
            let code = CodeBytes(buffer)
            var found = Found()
            for hit in table.hits(in: buffer) where hit.word >= 0 {
                let before = code.text(code.word(endingAt: code.beforeBlanks(hit.offset - 1)))
                if Self.keywords.contains(before), !code.isInComment(hit.offset) {
                    found.types.insert(names[hit.word])
                } else if before == "typealias" || before == "associatedtype" {
                    found.aliases.insert(names[hit.word])
                }
            }
            return found
        }
    }
}
