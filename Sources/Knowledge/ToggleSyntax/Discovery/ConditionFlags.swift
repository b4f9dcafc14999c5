import ToggleLint

/// The conditions of `#if` that stand for flags.
struct ConditionFlags {
    /// The files with the conditions in them.
    let files: [(path: String, bytes: [UInt8], conditions: [String: [Range<Int>]])]

    private static let others: Set<String> = [
        "debug", "release", "log", "logging", "verbose", "test", "testing", "swift", "sanitizer", "assert", "extension",
    ]

    /// Returns how much the name of a condition says that it stands for a flag.
    private static func rank(_ name: String) -> FlagNames.Rank {
        let words = name.split(separator: "_").map { $0.lowercased() }
        guard !name.hasPrefix("_"), words.count > 1, !words.contains(where: others.contains) else { return .none }
        if words.contains(where: ["feature", "flag", "experiment"].contains) { return .strong }
        // `USE_METAL` says what a build is made of.
        let isSwitch = words[0] == "enable" || ["enabled", "disabled"].contains(words[words.count - 1])
        return isSwitch ? .weak : .none
    }

    /// Returns a declaration for all conditions with the same first word, such as `FEATURE_*`, and for each other one.
    func declarations(besides others: [DiscoveredDeclaration]) -> [DiscoveredDeclaration] {
        var places: [String: [(file: Int, count: Int)]] = [:]
        for (index, file) in files.enumerated() where !file.conditions.isEmpty && !FlagNames.isTest(file.path) {
            for (name, ranges) in file.conditions where Self.rank(name) > .none {
                places[name, default: []].append((index, ranges.count))
            }
        }
        var lines: [Int: LineTable] = [:]
        let groups = Dictionary(grouping: places.keys.sorted()) { name in
            Self.rank(name) == .strong ? name.prefix { $0 != "_" } + "_*" : name
        }
        // The declarations whose values the conditions determine.
        let imported = others.filter { $0.omission == nil }
        return groups.sorted { $0.key < $1.key }.compactMap { pattern, names in
            let source = LintConfiguration.DeclarationSource(
                kind: .compilationConditions,
                type: names.count == 1 ? names[0] : String(pattern),
                key: .snakeCase
            )
            let flags = names.compactMap { name in
                places[name]?.first.flatMap { flag(name, source, in: $0.file, &lines) }
            }
            var result = DiscoveredDeclaration(source: source, flags: flags)
            result.unit = "condition"
            let all = names.flatMap { places[$0] ?? [] }
            let count = all.reduce(0) { $0 + $1.count }
            let paths = Set(all.map { files[$0.file].path })
            result.reads = [DiscoveredDeclaration.ReadForm(text: "#if", count: count, files: paths.count)]
            if let owner = imported.first(where: { paths.isSubset(of: $0.flags.map(\.path)) }) {
                result.omission = .repeats(owner.source.type, role: .conditions)
            }
            return result
        }
    }

    /// Returns the flag at its first place in a file.
    private func flag(
        _ name: String,
        _ source: LintConfiguration.DeclarationSource,
        in index: Int,
        _ lines: inout [Int: LineTable]
    ) -> DeclaredFlag? {
        let file = files[index]
        guard let range = file.conditions[name]?.first else { return nil }
        let table = lines[index] ?? LineTable(file.bytes)
        lines[index] = table
        return file.bytes.withUnsafeBufferPointer { buffer in
            CompilationConditions.flag(
                range,
                source,
                index: 0,
                path: file.path,
                lines: table,
                code: CodeBytes(buffer)
            )
        }
    }
}
