import ToggleLint
import ToggleManifest

/// The Boolean constants with names of flags that are alone in their types: `enum CheckoutConfig { static let
/// isNewCartEnabled = false }`.
struct ConstantFlags {
    /// The files with what their words say.
    let files: [(path: String, bytes: [UInt8], survey: FileSurvey)]

    /// How the code reads the flags of one type.
    private struct Reads {
        var names: Set<String> = []
        var count = 0
        var files: Set<String> = []
    }

    /// Returns a declaration for each type with such constants that no other one has.
    func declarations(besides others: [DiscoveredDeclaration]) -> [DiscoveredDeclaration] {
        var known: Set<[String]> = []
        for declaration in others {
            // What isn't imported or listed may be.
            if case .other? = declaration.omission { continue }
            for flag in declaration.flags + declaration.settings { known.insert([flag.path, flag.name]) }
        }
        let declaring = files.filter { file in
            !file.survey.constants.isEmpty && !FlagNames.isTest(file.path)
                && !FlagNames.isGenerated(file.path, file.bytes)
        }
        let found = ParallelWork.map(declaring, Self.declarations).joined().compactMap { declaration in
            var declaration = declaration
            let names = declaration.flags.filter { known.contains([$0.path, $0.name]) }.map(\.name)
            declaration.source.except += names
            declaration.flags.removeAll { names.contains($0.name) }
            return declaration.flags.isEmpty ? nil : declaration
        }
        let reads = reads(of: found)
        // Types with the same constants conform to a protocol that reads them, such as the scenarios of a demo.
        var types: [String: Set<String>] = [:]
        for declaration in found {
            for flag in declaration.flags where !FlagNames.isGeneric(flag.name) {
                types[flag.name, default: []].insert(declaration.source.type)
            }
        }
        return zip(found, reads).compactMap { declaration, reads in
            var declaration = declaration
            let shared = declaration.flags.map(\.name).filter { (types[$0]?.count ?? 0) > 1 }
            declaration.source.except += shared
            declaration.flags.removeAll { shared.contains($0.name) }
            let unread = declaration.flags.map(\.name).filter { name in
                !reads.names.contains(name) && FlagNames.rank(ofProperty: name) < .strong
            }
            declaration.source.except += unread
            declaration.flags.removeAll { unread.contains($0.name) }
            guard !declaration.flags.isEmpty else { return nil }
            if reads.count > 0 {
                let text = "\(declaration.source.lastName).x"
                declaration.reads = [
                    DiscoveredDeclaration.ReadForm(text: text, count: reads.count, files: reads.files.count)
                ]
            }
            return declaration
        }
    }

    /// Returns the types of a file with constants that are named like flags.
    private static func declarations(
        in file: (path: String, bytes: [UInt8], survey: FileSurvey)
    ) -> [DiscoveredDeclaration] {
        let names = Set(file.survey.constants)
        return PartReader.constants(path: file.path, bytes: file.bytes).compactMap { source, flags in
            if FlagNames.isDouble(source.lastName) || FlagNames.keepsSettings(source.type) { return nil }
            let isOfFlags = FlagNames.rank(ofType: source.lastName) > .none
            let own = flags.filter { flag in
                guard names.contains(flag.name), flag.defaultValue == "true" || flag.defaultValue == "false" else {
                    return false
                }
                return isOfFlags || !FlagNames.isGeneric(flag.name) || FlagNames.rank(ofProperty: flag.name) == .strong
            }
            guard !own.isEmpty else { return nil }
            var source = source
            if own.contains(where: { FlagNames.isGeneric($0.name) }) { source.key = .typeName }
            let chosen = Set(own.map(\.name))
            source.except = flags.map(\.name).filter { !chosen.contains($0) }
            var result = DiscoveredDeclaration(source: source, flags: own)
            for index in result.flags.indices {
                let flag = result.flags[index]
                result.flags[index].key = source.key(name: flag.name, rawValue: flag.rawValue)
            }
            result.unit = "constant"
            return result
        }
    }

    /// Returns how the code reads the flags of each declaration.
    private func reads(of declarations: [DiscoveredDeclaration]) -> [Reads] {
        var result = declarations.map { _ in Reads() }
        var owners: [String: [Int]] = [:]
        for (index, declaration) in declarations.enumerated() {
            for flag in declaration.flags { owners[flag.name, default: []].append(index) }
        }
        guard !owners.isEmpty else { return result }
        let words = owners.keys.sorted()
        let table = WordTable(words)
        let production = files.filter { !FlagNames.isTest($0.path) }
        let hits = ParallelWork.map(production) { file in
            file.bytes.withUnsafeBufferPointer { buffer in
                let code = CodeBytes(buffer)
                return table.hits(in: buffer).filter { $0.word >= 0 }.compactMap { hit -> (Int, String)? in
                    guard !code.isInComment(hit.offset) else { return nil }
                    let before = code.beforeBlanks(hit.offset - 1)
                    guard code[before] == UInt8(ascii: ".") else {
                        let keyword = code.word(endingAt: before)
                        let isDeclaration = code.isWord(keyword, "let") || code.isWord(keyword, "var")
                        return isDeclaration ? nil : (hit.word, "")
                    }
                    return (hit.word, code.text(code.word(endingAt: before - 1)))
                }
            }
        }
        for (file, hits) in zip(production, hits) {
            for (word, base) in hits {
                for index in owners[words[word]] ?? [] {
                    let declaration = declarations[index]
                    let isOwn = (base.isEmpty || base == "Self") && declaration.flags.contains { $0.path == file.path }
                    guard base == declaration.source.lastName || isOwn else { continue }
                    result[index].names.insert(words[word])
                    result[index].count += 1
                    result[index].files.insert(file.path)
                }
            }
        }
        return result
    }
}
