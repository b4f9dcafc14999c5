import ToggleLint
import ToggleManifest

/// Keys that code passes to functions as literals, and that no declaration lists.
struct StringKeys {
    /// The files with their keys.
    let files: [(path: String, bytes: [UInt8], keys: [FileSurvey.StringKey])]

    /// Returns a declaration for each function that takes several keys.
    func declarations(besides others: [DiscoveredDeclaration]) -> [DiscoveredDeclaration] {
        var flags: [String: [DeclaredFlag]] = [:]
        var known: Set<[String]> = []
        var counts: [String: (reads: Int, files: Set<String>)] = [:]
        // What only fills the properties of a type of flags repeats them.
        var owners: [String: String] = [:]
        for other in others where other.omission == nil && other.source.kind == .instanceProperties {
            for flag in other.flags { owners[flag.name] = other.source.type }
        }
        var filling: [String: String] = [:]
        for key in files.flatMap(\.keys) { filling[key.key] = key.label.flatMap { owners[$0] } }
        for (path, bytes, keys) in files where !keys.isEmpty && !FlagNames.isTest(path) {
            let lines = LineTable(bytes)
            for key in keys {
                counts[key.function, default: (0, [])].reads += 1
                counts[key.function, default: (0, [])].files.insert(path)
                let source = LintConfiguration.DeclarationSource(kind: .stringKeys, type: key.function)
                guard known.insert([key.function, key.key]).inserted else { continue }
                flags[key.function, default: []].append(
                    DeclaredFlag(
                        key: source.key(name: key.key, rawValue: key.key),
                        name: key.key,
                        rawValue: key.key,
                        container: key.function,
                        source: 0,
                        path: path,
                        range: lines.range(key.offset..<(key.offset + key.key.utf8.count)),
                        valueType: "Bool"
                    )
                )
            }
        }
        let others = Set(
            others.filter { $0.omission == nil }.flatMap { $0.flags.flatMap { [$0.name, $0.rawValue ?? ""] } }
        )
        return flags.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.compactMap { function, flags in
            let flags = flags.filter { !others.contains($0.name) }
            let repeated = flags.filter { filling[$0.name] != nil }
            let words = FlagNames.words(function.prefix { $0 != "(" })
            let isNamed = words.contains { ["feature", "flag", "toggle"].contains($0) }
            // Nothing but remote config is read in these forms.
            let isOfConfiguration = function == "subscript" || words.first == "config"
            let least = isOfConfiguration ? 1 : isNamed ? 2 : 3
            guard flags.count >= least, let count = counts[function] else { return nil }
            var result = DiscoveredDeclaration(
                source: LintConfiguration.DeclarationSource(kind: .stringKeys, type: function),
                flags: flags
            )
            if let type = filling[flags[0].name], repeated.count == flags.count {
                result.omission = .repeats(type, role: .remoteValues)
            }
            result.unit = "key"
            result.reads = [
                DiscoveredDeclaration.ReadForm(text: function, count: count.reads, files: count.files.count)
            ]
            return result
        }
    }
}
