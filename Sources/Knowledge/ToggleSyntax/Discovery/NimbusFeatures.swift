import ToggleBase
import ToggleLint
import ToggleManifest

/// The features that Nimbus describes in `*.fml.yaml`, whose Boolean variables are flags.
///
/// Code reads them through generated types: `FxNimbus.shared.features.search.value().isEnabled`.
enum NimbusFeatures {
    /// Returns whether a file describes features.
    static func takes(_ path: String) -> Bool {
        path.hasSuffix(".fml.yaml") || path.hasSuffix(".yaml") && path.contains("nimbus-features/")
    }

    /// The globs of files that describe features.
    static let globs = ["**/*.fml.yaml", "**/nimbus-features/*.yaml"]

    /// The variable that holds the features in the generated code.
    static let holder = "features"

    /// Returns the Boolean variables of the features in a file.
    ///
    /// A flag has the name `search.isEnabled`. Its key contains the name of the variable, unless that only says that the
    /// feature is on.
    static func flags(
        path: String,
        bytes: [UInt8],
        _ source: LintConfiguration.DeclarationSource,
        index: Int
    ) -> [DeclaredFlag] {
        guard let features = YAMLNode.parse(bytes, path: path).root?["features"]?.pairs else { return [] }
        return features.flatMap { feature -> [DeclaredFlag] in
            let variables = (feature.value["variables"]?.pairs ?? []).filter {
                $0.value["type"]?.scalar?.text == "Boolean"
            }
            return variables.map { variable in
                let isWhole = ["enabled", "is-enabled", "status"].contains(variable.name)
                let name = isWhole ? feature.name : "\(feature.name)-\(variable.name)"
                let comment = (isWhole ? feature.value["description"] : nil) ?? variable.value["description"]
                return DeclaredFlag(
                    key: source.key(name: name, rawValue: nil),
                    name: "\(member(feature.name)).\(member(variable.name))",
                    container: feature.name,
                    source: index,
                    path: path,
                    range: variable.key.range,
                    defaultValue: variable.value["default"]?.scalar.flatMap {
                        ["true", "false"].contains($0.text) ? $0.text : nil
                    },
                    valueType: "Bool",
                    comment: comment?.scalar?.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                )
            }
        }
    }

    /// Returns what keeps the flags of files from being found, as notes.
    static func problems(in files: [(path: String, bytes: [UInt8])]) -> [Diagnostic] {
        let files = files.filter { takes($0.path) && !FlagNames.isTest($0.path) }
        let paths = Set(files.map(\.path))
        return files.flatMap { problems(path: $0.path, bytes: $0.bytes, among: paths) }
    }

    /// Returns what keeps the flags of a file from being found, as notes.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - bytes: Its content.
    ///   - paths: The paths of all files with features; `nil` if they aren't known.
    /// - Returns: The problems, in their order.
    static func problems(path: String, bytes: [UInt8], among paths: Set<String>?) -> [Diagnostic] {
        let (root, problems) = YAMLNode.parse(bytes, path: path)
        func note(_ node: YAMLNode, _ message: String) -> Diagnostic {
            Diagnostic(.note, path: path, range: node.range, message: message)
        }
        if let problem = problems.first {
            let message = problem.message.replacing(" in toggles.yaml", with: "")
            return [
                Diagnostic(.note, path: path, range: problem.range, message: "\(message); later features are missing")
            ]
        }
        guard let root else { return [] }
        guard root.pairs != nil else { return [note(root, "this file is not a mapping with ‘features:’")] }
        var result: [Diagnostic] = []
        for include in root["includes"]?.items ?? [] {
            guard let text = include.scalar?.text, let paths else { continue }
            var parts: [String] = []
            for part in PathText.components(PathText.joined(PathText.folder(of: path), text)) {
                if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
            }
            let included = parts.joined(separator: "/")
            if takes(included), !text.contains("*"), !paths.contains(included) {
                result.append(note(include, "there is no file ‘\(included)’, which this file includes"))
            }
        }
        guard let features = root["features"], !features.isEmpty else { return result }
        guard let features = features.pairs else {
            return result + [note(features, "‘features’ is not a mapping of names to features")]
        }
        for feature in features {
            guard let variables = feature.value["variables"], !variables.isEmpty else { continue }
            guard let variables = variables.pairs else {
                result.append(
                    note(variables, "‘variables’ of ‘\(feature.name)’ is not a mapping of names to variables")
                )
                continue
            }
            for variable in variables {
                let type = variable.value["type"]
                if let type, let text = type.scalar?.text, ["bool", "boolean"].contains(text.lowercased()),
                    text != "Boolean"
                {
                    result.append(note(type, "‘\(text)’ is not a type of Nimbus; write ‘Boolean’"))
                }
                if type?.scalar?.text == "Boolean", let value = variable.value["default"],
                    !["true", "false"].contains(value.scalar?.text)
                {
                    result.append(
                        note(value, "the default of ‘\(feature.name).\(variable.name)’ is not ‘true’ or ‘false’")
                    )
                }
            }
        }
        return result
    }

    /// Returns the name that Nimbus generates for a feature or variable: `newMenu` for `new-menu`.
    private static func member(_ name: String) -> String {
        let parts = name.split { $0 == "-" || $0 == "_" }
        return parts.enumerated().map { index, part in
            (index == 0 ? part.prefix(1).lowercased() : part.prefix(1).uppercased()) + part.dropFirst()
        }.joined()
    }

    /// Returns the declarations of features, one for each folder of files.
    static func declarations(
        of files: [(path: String, bytes: [UInt8])],
        besides others: [DiscoveredDeclaration],
        mentions: [FlagMentions]
    ) -> [DiscoveredDeclaration] {
        let files = files.filter { takes($0.path) && !FlagNames.isTest($0.path) }
        guard !files.isEmpty else { return [] }
        let type = files.lazy.compactMap { path, bytes in
            YAMLNode.parse(bytes, path: path).root?["about"]?["ios"]?["class"]?.scalar?.text
        }.first
        let folders = Dictionary(grouping: files) { PathText.folder(of: $0.path) }
        let originals = others.filter { $0.omission == nil && $0.source.kind == .cases }
        return folders.sorted { $0.key < $1.key }.compactMap { folder, files in
            var source = LintConfiguration.DeclarationSource(
                kind: .nimbusFeatures,
                type: type ?? "Nimbus",
                file: files.count == 1 ? files[0].path : folder == "." ? "*.yaml" : "\(folder)/*.yaml",
                key: .snakeCase
            )
            let flags = files.flatMap { Self.flags(path: $0.path, bytes: $0.bytes, source, index: 0) }
            guard !flags.isEmpty else { return nil }
            let original = originals.max { repeated(flags, $0).count < repeated(flags, $1).count }
            let shared = original.map { repeated(flags, $0) } ?? []
            source.except = flags.filter(shared.contains).map(\.name)
            var result = DiscoveredDeclaration(source: source, flags: flags.filter { !shared.contains($0) })
            result.unit = "feature"
            if let original, result.flags.count * 10 <= flags.count * 4 {
                (result.flags, result.source.except) = (flags, [])
                result.omission = .repeats(original.source.type, role: .remoteValues)
            }
            let features = Set(flags.map { $0.name.prefix { $0 != "." } })
            let counts = mentions.filter { !$0.isTest && !$0.isGenerated }.map { file in
                file.uses.reduce(0) { count, use in
                    guard case .held(Self.holder) = use.key.form, features.contains(use.key.name[...]) else {
                        return count
                    }
                    return count + use.value
                }
            }.filter { $0 > 0 }
            if !counts.isEmpty {
                result.reads = [
                    DiscoveredDeclaration.ReadForm(
                        text: "features.x.value()",
                        count: counts.reduce(0, +),
                        files: counts.count
                    )
                ]
            }
            return result
        }
    }

    /// Returns the names of features in files, which code mentions.
    static func names(in files: [(path: String, bytes: [UInt8])]) -> Set<String> {
        let source = LintConfiguration.DeclarationSource(kind: .nimbusFeatures, type: "", key: .snakeCase)
        return Set(
            files.filter { takes($0.path) }.flatMap { flags(path: $0.path, bytes: $0.bytes, source, index: 0) }
                .map { String($0.name.prefix { $0 != "." }) }
        )
    }

    /// Returns the flags that another declaration has, too.
    private static func repeated(_ flags: [DeclaredFlag], _ other: DiscoveredDeclaration) -> Set<DeclaredFlag> {
        let keys = Set(other.flags.map(\.key))
        return Set(
            flags.filter { flag in
                keys.contains(flag.key) || flag.key.hasSuffix("_feature") && keys.contains(String(flag.key.dropLast(8)))
            }
        )
    }
}
