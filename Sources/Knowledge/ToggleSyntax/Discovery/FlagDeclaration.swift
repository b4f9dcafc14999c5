import ToggleBase
import ToggleLint

/// The parts of one declaration, from any number of files, and what the rest of the code says about it.
struct FlagDeclaration: Sendable {
    var type: String
    var kind: LintConfiguration.DeclarationSource.Kind
    var parts: [DeclarationPart]
    /// Whether another declaration has the same type and kind, in another module.
    var isOneOfSeveral = false
    /// The types from which the containers inherit.
    var inherited: Set<String> = []
    /// The names of the types that stand for one flag: the enum, or `FeatureConfig`.
    var flagTypes: Set<String> = []

    init(_ part: DeclarationPart) {
        (type, kind, parts) = (part.type, part.kind, [part])
    }

    var flags: [DeclaredFlag] { parts.flatMap(\.flags) }
    var names: Set<String> { Set(flags.map(\.name)) }
    /// The types that contain the flags, by their last name.
    var containers: Set<String> {
        Set(parts.map { $0.container.split(separator: ".").last.map(String.init) ?? $0.container })
    }
    /// The types of flags that have its properties by `@dynamicMemberLookup`.
    var wrappers: Set<String> { parts.reduce(into: []) { $0.formUnion($1.wrappers) } }
    var rank: FlagNames.Rank {
        if kind == .instanceProperties, !wrappers.isEmpty { return .strong }
        // An attribute has a name for all settings, and a type for some of them.
        let names = kind == .attributedProperties ? parts.map(\.container) : [type]
        let ranks = names.map { $0.split(separator: ".").map(FlagNames.rank).max() ?? .none }
        let rank = max(ranks.min() ?? .none, FlagNames.rank(ofType: type))
        // `Flags` inside the type of a message are those of the message.
        return isNestedElsewhere && FlagNames.words(type).count == 1 && kind != .attributedProperties
            ? min(rank, .weak) : rank
    }
    /// Whether its flags are in `UserDefaults`, most of which are settings and states of users.
    var isOfDefaults: Bool {
        kind == .attributedProperties && type == FlagNames.appStorage
            || kind == .instanceProperties && type == FlagNames.userDefaults
    }
    /// Whether all of it is in tests, or a double for them.
    var isTest: Bool {
        FlagNames.isDouble(type) || FlagNames.words(type).first == "preview" || parts.allSatisfy(\.isTest)
    }
    var isGenerated: Bool { parts.allSatisfy(\.isGenerated) }
    var isMenu: Bool { kind != .attributedProperties && FlagNames.isMenu(type) }
    /// The flags that are Boolean properties, in a type that may also have objects for flags.
    var booleanNames: Set<String> {
        let isBoolean = { (flag: DeclaredFlag) in
            flag.valueType.map { $0.isBoolean && !$0.contains("<") } ?? (flag.rawValue == nil)
        }
        return kind == .staticProperties ? Set(flags.filter(isBoolean).map(\.name)) : []
    }
    /// Whether it's an enum whose cases are feature flags, according to its name.
    var listsFeatureFlags: Bool {
        kind == .cases && !isNestedElsewhere
            && ["feature flag", "feature toggle"].contains {
                FlagNames.words(type).suffix(2).joined(separator: " ") == $0
            }
    }
    /// Whether the type itself is the flag, which its only member reads: `CheckoutFeatureFlag.isEnabled`.
    var isOneFlag: Bool { parts.allSatisfy { $0.keyStyle == .typeName } && booleanNames.count == 1 }
    /// Whether the flags are all that a model decodes from the answer of a server.
    var isDecoded: Bool {
        let protocols: Set = ["Decodable", "Codable"]
        return kind == .instanceProperties && type.hasSuffix("s") && names.count >= 2 && parts.allSatisfy(\.isComplete)
            && !inherited.isDisjoint(with: protocols)
    }
    /// Whether it's the form in which one file decodes the flags that another type keeps.
    var isDecodedInFile: Bool {
        kind == .instanceProperties && parts.allSatisfy(\.isPrivate)
            && !inherited.isDisjoint(with: ["Decodable", "Codable"]) && flags.allSatisfy { $0.valueType == "Bool?" }
    }
    /// Whether every flag is a Boolean property, so that its name is its value.
    var isBoolean: Bool {
        kind != .cases && flagTypes.isEmpty
            && flags.allSatisfy { flag in
                flag.valueType.map { $0.isBoolean && !$0.contains("<") } ?? (flag.rawValue == nil)
            }
    }
    /// Whether the cases or members are the states of one flag, or what is known about it.
    var describesOneFlag: Bool {
        let states: Set = [
            "on", "off", "enabled", "disabled", "isEnabled", "isOn", "unknown", "none", "always", "never", "automatic",
            "control", "treatment", "value", "defaultValue", "isRemote", "isLocal", "active", "inactive", "isEmpty",
        ]
        // `enum CheckoutFeatureFlag { static var forceEnable: Bool { … }; static func isEnabled() -> Bool { … } }`
        if kind == .staticProperties, FlagNames.isOneFlag(type), !isOneFlag, names.allSatisfy(FlagNames.isPartOfOneFlag)
        {
            return true
        }
        let isChoice = kind == .cases && names.count < 6 && names.isSuperset(of: ["on", "off"])
        return isChoice || names.isSubset(of: states)
    }
    /// Whether the types around it, if there are any, have other names.
    var isNestedElsewhere: Bool {
        parts.allSatisfy { part in
            let around = part.container.split(separator: ".").dropLast()
            return !around.isEmpty && around.allSatisfy { FlagNames.rank(ofType: $0) == .none }
        }
    }

    /// Groups the parts of all files by type and kind.
    ///
    /// Two enums with the same name are in different modules.
    static func grouped(_ files: [FileParts]) -> [FlagDeclaration] {
        var result: [FlagDeclaration] = []
        var known: [String: [Int]] = [:]
        let inherited = files.map(\.inherited).reduce(into: [:]) { $0.merge($1) { $0.union($1) } }
        for part in files.flatMap(\.parts).sorted(by: {
            ($0.keyword == .extension ? 1 : 0, $0.path) < ($1.keyword == .extension ? 1 : 0, $1.path)
        }) {
            let name = "\(part.kind.rawValue) \(part.type)"
            let indices = known[name] ?? []
            let isNew = part.keyword != .extension && part.kind != .attributedProperties
            let open = indices.filter { part.isTest == result[$0].isTest }
            if isNew, open.contains(where: { result[$0].parts.contains { $0.keyword != .extension } }) || open.isEmpty {
                for index in indices { result[index].isOneOfSeveral = true }
                var declaration = FlagDeclaration(part)
                declaration.isOneOfSeveral = !indices.isEmpty
                known[name, default: []].append(result.count)
                result.append(declaration)
            } else if let index = open.max(by: { closeness(result[$0], part) < closeness(result[$1], part) }) {
                result[index].parts.append(part)
            } else {
                known[name, default: []].append(result.count)
                result.append(FlagDeclaration(part))
            }
        }
        for index in result.indices {
            let parts = result[index].parts
            for container in result[index].containers { result[index].inherited.formUnion(inherited[container] ?? []) }
            result[index].flagTypes = parts.reduce(into: Set<String>()) { $0.formUnion($1.valueTypes) }
            if result[index].kind == .cases {
                let type = result[index].type
                result[index].flagTypes.insert(type.split(separator: ".").last.map(String.init) ?? type)
            }
        }
        return result
    }

    /// Returns the number of folders that a declaration and a part share.
    private static func closeness(_ declaration: FlagDeclaration, _ part: DeclarationPart) -> Int {
        let folders = part.path.split(separator: "/").dropLast()
        return declaration.parts.map { zip($0.path.split(separator: "/"), folders).prefix { $0 == $1 }.count }.max()
            ?? 0
    }

    /// The file or glob of the manifest's entry; `nil` if the name of the type is enough.
    var file: String? {
        let paths = Set(parts.map(\.path)).sorted()
        if paths.count == 1 { return paths[0] }
        let shared = PathText.shared(by: paths.map(PathText.folder))
        return isOneOfSeveral && !shared.isEmpty ? shared.joined(separator: "/") + "/**" : nil
    }
}
