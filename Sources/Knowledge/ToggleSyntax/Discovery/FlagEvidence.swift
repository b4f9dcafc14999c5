import ToggleLint

/// How the code of a project reads the flags of one declaration.
struct FlagEvidence: Sendable {
    /// A way to read flags.
    struct Way: Hashable, Sendable {
        /// The form for people.
        var text: String
        /// The name for `reads:`; `nil` if the name of the type is enough.
        var name: String?
    }

    private(set) var counts: [Way: Int] = [:]
    private(set) var files: [Way: Set<Int>] = [:]
    /// The flags that are read in production code.
    private(set) var read: Set<String> = []
    /// Whether other files than those of the declaration read its flags.
    private(set) var isReadElsewhere = false
    /// The flags that a control outside of menus for developers changes.
    private(set) var bound: Set<String> = []
    /// The flags that production code names in any form.
    private(set) var mentioned: Set<String> = []
    /// The flags to which code outside of menus for developers assigns a value.
    private(set) var assigned: Set<String> = []
    /// The flags that production code passes to any other function.
    private(set) var passed: Set<String> = []
    /// The flags that production code passes to functions that return other values, according to their names.
    private(set) var valued: Set<String> = []
    /// The functions that take a flag and return a Boolean value.
    private(set) var functions: Set<String> = []
    /// The Boolean properties of a flag.
    private(set) var members: Set<String> = []
    /// Whether flags are created from texts.
    private(set) var isCreatedFromText = false

    private let declaration: FlagDeclaration
    private let names: Set<String>
    private let booleanNames: Set<String>
    private let usualHolders: Set<String>
    private var holders: Set<String>
    private let flagTypes: Set<String>
    /// The variables that may hold lists of flags.
    private var lists: Set<String> = []
    /// The functions that take a key path of the type.
    private var keyPathReaders: Set<String> = []

    /// Members by which flags are usually read, if their type is in another package.
    private static let usualMembers: Set<String> = [
        "isEnabled", "enabled", "isOn", "isActive", "isAvailable", "wrappedValue", "value", "get", "boolValue",
    ]

    /// Collects the evidence for a declaration.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - mirrors: The types that have a property for each flag.
    ///   - properties: The Boolean properties of objects by type.
    ///   - objects: The types whose objects have the value of one flag.
    ///   - index: The names in all files.
    init(
        _ declaration: FlagDeclaration,
        mirrors: Set<String>,
        properties: [String: Set<String>],
        objects: Set<String>,
        in index: MentionIndex
    ) {
        self.declaration = declaration
        names = declaration.names
        booleanNames = declaration.booleanNames
        flagTypes = declaration.flagTypes.union(declaration.inherited)
        usualHolders = declaration.containers.reduce(into: []) { $0.formUnion(Vocabulary.holders(of: $1)) }
        let isOfObjects = declaration.kind == .instanceProperties || declaration.kind == .attributedProperties
        let wrappers = isOfObjects ? declaration.wrappers : []
        let holderTypes = isOfObjects ? declaration.containers.union(declaration.inherited).union(wrappers) : []
        holders = wrappers.reduce(into: mirrors) { $0.formUnion(Vocabulary.holders(of: $1)) }
        for type in flagTypes {
            functions.formUnion(index.readers[type] ?? [])
            for reader in index.objectReaders[type] ?? [] where reader.object.map(objects.contains) ?? false {
                functions.insert(reader.name)
            }
            lists.formUnion(index.holders[type] ?? [])
        }
        for type in holderTypes {
            holders.formUnion(index.holders[type] ?? [])
            keyPathReaders.formUnion(index.readers[type] ?? [])
        }
        if declaration.inherited.contains("OptionSet") { functions.insert("contains") }
        isCreatedFromText = declaration.flagTypes.contains { !functions.isDisjoint(with: index.created[$0] ?? []) }
        members = Self.usualMembers
        for type in flagTypes { members.formUnion(properties[type] ?? []) }
        let own = Set(declaration.parts.map(\.path))
        for found in names.flatMap({ index.uses[$0] ?? [] }) {
            let file = index.files[found.file]
            let use = found.use
            if !own.contains(file.path) { mentioned.insert(use.name) }
            if case .assigned = use.form, !file.isMenu { assigned.insert(use.name) }
            if case .call(let function, _) = use.form, !functions.contains(function) {
                passed.insert(use.name)
                if FlagNames.returnsOtherValues(function) { valued.insert(use.name) }
            }
            if case .bound(let base) = use.form, !file.isMenu {
                let isOwn = base.isEmpty && declaration.kind == .attributedProperties && own.contains(file.path)
                if isOwn || way(use, isBound: true) != nil { bound.insert(use.name) }
            }
            guard !file.isGenerated, let way = way(use) else { continue }
            count(found, way)
            if !own.contains(file.path) { isReadElsewhere = true }
        }
        let hasKeys = declaration.kind == .cases || declaration.kind == .staticProperties && !declaration.isBoolean
        // The name of the type has to make up for what isn't declared.
        let isOfBooleans = declaration.flags.allSatisfy { $0.valueType?.hasSuffix("<Bool>") ?? false }
        if counts.isEmpty, hasKeys, declaration.rank == .strong || declaration.rank == .weak && isOfBooleans {
            guess(index)
        }
    }

    /// Returns the way in which a use reads the flag; `nil` if it doesn't, or names a member of another type.
    private func way(_ use: FlagMentions.Use, isBound: Bool = false) -> Way? {
        switch declaration.kind {
        case .cases: return wayOfKey(use)
        case .staticProperties:
            if booleanNames.count == names.count { return wayOfStatic(use, name: nil) }
            return booleanNames.contains(use.name) ? wayOfStatic(use, name: use.type) : wayOfKey(use)
        case .instanceProperties, .attributedProperties: return wayOfProperty(use, isBound)
        case .compilationConditions, .nimbusFeatures, .stringKeys: return nil
        }
    }

    private func wayOfKey(_ use: FlagMentions.Use) -> Way? {
        if case .held(let base) = use.form, holders.contains(base) { return Way(text: "\(base).x", name: base) }
        if let type = use.type {
            if holders.contains(type) { return Way(text: "\(type).x", name: type) }
            guard declaration.containers.contains(type) || declaration.flagTypes.contains(type) else { return nil }
        }
        switch use.form {
        case .listed(let list) where functions.contains("contains") || lists.contains(list):
            return Way(text: list.isEmpty ? "contains(_:)" : "\(list).contains(_:)", name: "contains")
        case .call(let function, let label) where functions.contains(function):
            return Way(text: "\(function)(\(label.isEmpty ? "_" : label):)", name: function)
        case .subscripted(let label) where functions.contains("subscript"):
            return Way(text: label.isEmpty ? "[.x]" : "[\(label): .x]", name: "subscript")
        case .member(let member) where members.contains(member): return Way(text: "x.\(member)", name: member)
        default: return nil
        }
    }

    private func wayOfStatic(_ use: FlagMentions.Use, name: String?) -> Way? {
        if case .assigned = use.form { return nil }
        guard let type = use.type, declaration.containers.contains(type) else { return nil }
        return Way(text: "\(type).x", name: name)
    }

    private func wayOfProperty(_ use: FlagMentions.Use, _ isBound: Bool) -> Way? {
        switch use.form {
        case .held(let base), .bound(let base):
            if case .bound = use.form, !isBound { return nil }
            let isUsual = usualHolders.contains(base)
            guard isUsual || holders.contains(base) else { return nil }
            return Way(text: "\(base).x", name: isUsual ? nil : base)
        case .keyPath(let reader):
            if let type = use.type, !declaration.containers.contains(type) { return nil }
            guard reader == "subscript" || functions.contains(reader) || keyPathReaders.contains(reader) else {
                return nil
            }
            return reader == "subscript"
                ? Way(text: "flags[\\.x]", name: reader) : Way(text: "\(reader)(\\.x)", name: reader)
        case .assigned: return nil
        default:
            guard let type = use.type, declaration.containers.contains(type) else { return nil }
            return Way(text: "\(type).x")
        }
    }

    /// Finds the function that reads flags by its name and by the number of flags that it takes.
    ///
    /// It is declared in another package, or takes any type of flag.
    private mutating func guess(_ index: MentionIndex) {
        var taken: [String: Set<String>] = [:]
        let uses = names.flatMap { index.uses[$0] ?? [] }.filter { !index.files[$0.file].isGenerated }
        for use in uses.map(\.use) {
            if let type = use.type, !declaration.containers.contains(type) { continue }
            switch use.form {
            case .call(let function, _): taken[function, default: []].insert(use.name)
            case .subscripted: taken["subscript", default: []].insert(use.name)
            default: break
            }
        }
        // A dictionary whose keys are of another type.
        if index.readers.contains(where: { !flagTypes.contains($0.key) && $0.value.contains("subscript") }) {
            taken["subscript"] = nil
        }
        let usual = ["is", "has", "should", "can", "get", "feature", "flag", "bool", "value", "check", "enabled"]
        let candidates = taken.filter { name, flags in
            flags.count >= min(2, names.count) && name.first?.isLowercase == true
                && (name == "subscript" || usual.contains { name.lowercased().hasPrefix($0) })
        }
        guard let best = candidates.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })?.key else {
            return
        }
        functions.insert(best)
        for found in uses { if let way = wayOfKey(found.use) { count(found, way) } }
    }

    private mutating func count(_ found: MentionIndex.Use, _ way: Way) {
        counts[way, default: 0] += found.count
        files[way, default: []].insert(found.file)
        read.insert(found.use.name)
    }

    /// Whether lists of flags are all that is known to be read.
    var isOfLists: Bool { !counts.isEmpty && counts.keys.allSatisfy { $0.name == "contains" } && functions.isEmpty }

    /// The number of reads.
    var total: Int { counts.values.reduce(0, +) }

    /// The ways for people, the most frequent first.
    var forms: [DiscoveredDeclaration.ReadForm] {
        counts.map { way, count in
            DiscoveredDeclaration.ReadForm(text: way.text, count: count, files: files[way]?.count ?? 0)
        }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    }

    /// The names for `reads:`, the most frequent first; without reads, those of the functions that could read a flag.
    var namesOfReads: [String] {
        var result: [String] = []
        let ways = counts.sorted { ($1.value, $0.key.text) < ($0.value, $1.key.text) }
        for (way, _) in ways { if let name = way.name, !result.contains(name) { result.append(name) } }
        return counts.isEmpty ? functions.sorted() : result
    }
}
