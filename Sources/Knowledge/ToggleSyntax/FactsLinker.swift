import ToggleLint
import ToggleManifest

/// Combines the facts of several files.
enum FactsLinker {
    /// Returns the facts about a project.
    ///
    /// A use that is only possible in its own file is certain if another file declares that the called function accepts
    /// keys.
    ///
    /// - Parameters:
    ///   - files: The facts of each file.
    ///   - declared: The flags of existing declarations.
    ///   - vocabulary: The words that were searched.
    ///   - problems: What keeps files from being searched.
    ///   - iterated: Returns the tables through which the production code of all files goes.
    ///   - declaredTypes: Returns the types that all files declare.
    /// - Returns: The facts.
    static func link(
        _ files: [(path: String, facts: FileFacts)],
        declared: [DeclaredFlag],
        _ vocabulary: Vocabulary,
        problems: [Diagnostic] = [],
        iterated: (TableUses) -> Set<String>,
        declaredTypes: (TypeSearch) -> Set<String>
    ) -> SourceFacts {
        var signatures: Set<FileFacts.Signature> = []
        var mirrors: Set<String> = []
        for (_, facts) in files {
            signatures.formUnion(facts.signatures)
            mirrors.formUnion(facts.mirrors)
        }
        let read = readKeys(in: files)
        let tables = undecidedTables(in: files, declared, read)
        let otherTypes = otherTypes(in: files, read)
        let others = otherTypes.isEmpty ? [] : declaredTypes(TypeSearch(types: otherTypes))
        let callees = Set(signatures.map(\.callee.name))
        let iterated =
            tables.isEmpty
            ? [] : iterated(TableUses(tables: tables, readers: vocabulary.readers, callees: callees))
        var result = SourceFacts(declared: declared, unparsed: problems, fileCount: files.count)
        result.constants = constants(in: files, declared, callees)
        var names = callees
        var conditional: [(index: Int, keys: [String])] = []
        let menus = Menus(files, declared)
        for (path, facts) in files {
            for found in facts.uses {
                var use = found.use
                if found.needsMirror {
                    // Without generated code, it is a member of another type.
                    guard let key = use.key, mirrors.contains(key) else { continue }
                    use.certainty = .certain
                }
                if use.certainty == .possible, let base = found.base, others.contains(base) { continue }
                if use.certainty == .possible, let callee = found.callee {
                    names.insert(callee.name)
                    if callee.isNamed { use.receiver = callee.name }
                    if found.types.contains(where: {
                        signatures.contains(FileFacts.Signature(callee: callee, type: $0))
                    }) {
                        (use.certainty, use.receiver) = (.certain, nil)
                    }
                } else if let call = use.call {
                    names.insert(call)
                }
                if use.place == .declaration, let table = found.table, iterated.contains(table) {
                    (use.place, use.certainty) = (.production, .possible)
                }
                if found.isInMenu, menus.contains(found, in: path) { use.place = .debugMenu }
                if !found.through.isEmpty { conditional.append((result.uses.count, found.through)) }
                result.uses.append(use)
            }
            result.suppressions += facts.suppressions
            if let problem = facts.problem { result.unparsed.append(problem) }
            if !facts.uses.isEmpty || !facts.suppressions.isEmpty { result.paths.insert(path) }
        }
        decide(conditional, &result.uses)
        result.calls = names
        return result
    }

    /// Returns the keys of the flags that production code certainly reads.
    private static func readKeys(in files: [(path: String, facts: FileFacts)]) -> Set<String> {
        let uses = files.lazy.flatMap(\.facts.uses)
        return Set(
            uses.filter { $0.use.place == .production && $0.use.certainty == .certain && $0.through.isEmpty }
                .compactMap(\.use.key)
        )
    }

    /// Returns the names of the tables of flags that production code doesn't certainly read elsewhere.
    private static func undecidedTables(
        in files: [(path: String, facts: FileFacts)],
        _ declared: [DeclaredFlag],
        _ read: Set<String>
    ) -> Set<String> {
        var keys: [String: Set<String>] = [:]
        for use in files.lazy.flatMap(\.facts.uses) where use.use.place == .declaration {
            if let table = use.table, let key = use.use.key { keys[table, default: []].insert(key) }
        }
        // `static let allFlags: [Self]` is written by hand, but like `allCases`, it has all flags.
        let all = Dictionary(grouping: declared, by: \.source).values.map { Set($0.map(\.key)) }
        return Set(
            keys.filter { table, keys in
                !keys.isSubset(of: read) && !(table.hasPrefix("all") && all.contains { keys.isSuperset(of: $0) })
            }.keys
        )
    }

    /// Returns the types with members that may be flags, unless their names or a translation say that they are.
    private static func otherTypes(in files: [(path: String, facts: FileFacts)], _ read: Set<String>) -> Set<String> {
        var (types, copies): (Set<String>, Set<String>) = ([], [])
        for found in files.lazy.flatMap(\.facts.uses) {
            guard let base = found.base, let key = found.use.key else { continue }
            if found.use.certainty == .certain {
                copies.insert(base)
            } else if !read.contains(key), FlagNames.rank(ofType: base) == .none {
                types.insert(base)
            }
        }
        return types.subtracting(copies)
    }

    /// Decides the uses in the cases of a `switch` over flags: such a use reads its flag only if the app reads the flag of
    /// the case, as where a local flag is mapped to a remote one.
    private static func decide(_ conditional: [(index: Int, keys: [String])], _ uses: inout [ToggleUse]) {
        guard !conditional.isEmpty else { return }
        // The uses that a key keeps alive.
        var dependents: [String: [Int]] = [:]
        for (index, keys) in conditional {
            for key in Set(keys) where key != uses[index].key { dependents[key, default: []].append(index) }
        }
        let isConditional = Set(conditional.map(\.index))
        var certainties: [Int: ToggleUse.Certainty] = [:]
        // First what certain reads keep alive, then what possible ones do.
        for certainty in [ToggleUse.Certainty.certain, .possible] {
            var keys: [String] = []
            for (index, use) in uses.enumerated()
            where use.place == .production && use.certainty == certainty && !isConditional.contains(index) {
                if let key = use.key, dependents[key] != nil { keys.append(key) }
            }
            while let key = keys.popLast() {
                for index in dependents.removeValue(forKey: key) ?? [] where certainties[index] == nil {
                    certainties[index] = certainty
                    if let next = uses[index].key, uses[index].certainty == .certain { keys.append(next) }
                }
            }
        }
        for (index, _) in conditional {
            switch certainties[index] {
            case nil: uses[index].place = .declaration
            case .possible: uses[index].certainty = .possible
            case .certain: break
            }
        }
    }

    /// Returns the flags for which all production code returns the same constant.
    private static func constants(
        in files: [(path: String, facts: FileFacts)],
        _ declared: [DeclaredFlag],
        _ callees: Set<String>
    ) -> [String: SourceFacts.Constant] {
        var result: [String: SourceFacts.Constant] = [:]
        var unknown: Set<String> = []
        var unknownSources: Set<Int> = []
        // Several declarations may have a flag with the same key.
        var sources: [String: Set<Int>] = [:]
        for flag in declared { sources[flag.key, default: []].insert(flag.source) }
        for (path, facts) in files {
            // What the project doesn't declare may return anything: `enabledFlags.contains(.newCheckout)`.
            for found in facts.uses {
                guard found.use.certainty == .certain, found.use.place == .production, found.use.form == .member,
                    found.use.call != nil, let callee = found.callee, !callees.contains(callee.name),
                    let key = found.use.key
                else { continue }
                unknown.insert(key)
            }
            for answer in facts.answers {
                guard let value = answer.value, result[answer.key]?.value ?? value == value else {
                    if answer.key.isEmpty { unknownSources.insert(answer.source) } else { unknown.insert(answer.key) }
                    continue
                }
                if result[answer.key] == nil {
                    result[answer.key] = SourceFacts.Constant(value: value, path: path, range: answer.range)
                }
            }
        }
        return result.filter { key, _ in
            !unknown.contains(key) && sources[key].map(unknownSources.isDisjoint) ?? false
        }
    }
}

/// The places that name nearly all flags of a declaration, in code that looks like a menu.
private struct Menus {
    private var keys: [String: [Int: Set<String>]] = [:]
    private var sources: [String: Set<Int>] = [:]
    private var counts: [Int: Int] = [:]

    init(_ files: [(path: String, facts: FileFacts)], _ declared: [DeclaredFlag]) {
        for flag in declared where sources[flag.key, default: []].insert(flag.source).inserted {
            counts[flag.source, default: 0] += 1
        }
        for (path, facts) in files {
            for found in facts.uses where found.isInMenu {
                guard let key = found.use.key else { continue }
                for source in sources[key] ?? [] { keys[path, default: [:]][source, default: []].insert(key) }
            }
        }
    }

    /// Returns whether a use is in a file that names at least three flags, and four of five, of its declaration.
    func contains(_ found: FileFacts.Use, in path: String) -> Bool {
        guard let key = found.use.key, let named = keys[path] else { return false }
        return (sources[key] ?? []).contains { source in
            let count = named[source]?.count ?? 0
            return count >= 3 && count * 5 >= (counts[source] ?? 0) * 4
        }
    }
}
