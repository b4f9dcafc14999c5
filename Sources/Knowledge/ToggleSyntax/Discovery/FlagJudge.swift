import ToggleLint
import ToggleManifest

/// Decides which of the declarations that look like flags are flags.
struct FlagJudge {
    private(set) var declarations: [DiscoveredDeclaration] = []
    /// Expressions that hide reads.
    private(set) var hidden: [String] = []

    private let tables: [FlagTable]
    private let mentions: MentionIndex
    private let properties: [String: Set<String>]
    /// The types whose objects have the value of one flag.
    private let objects: Set<String>

    /// Examines all declarations that were found.
    init(declarations found: [FlagDeclaration], mentions: [FlagMentions], files: [FileParts]) {
        self.mentions = MentionIndex(mentions)
        tables = files.filter { !FlagNames.isTest($0.path) }.flatMap(\.tables)
        properties = files.reduce(into: [:]) { $0.merge($1.properties) { $0.union($1) } }
        objects = Set(found.filter { $0.kind == .instanceProperties && $0.describesOneFlag }.flatMap(\.containers))
        // Originals come first.
        let candidates = found.map { candidate($0, mirrors: []) }.map { (order: $0.order, candidate: $0) }
            .sorted { ($0.order, $0.candidate.declaration.type) < ($1.order, $1.candidate.declaration.type) }
            .map(\.candidate)
        var accepted: [Candidate] = []
        var omitted: [(Candidate, DiscoveredDeclaration.Omission)] = []
        for candidate in candidates {
            if let index = accepted.firstIndex(where: { candidate.repeats($0) }) {
                let original = accepted[index]
                // A copy may have flags of its own.
                var rest = candidate
                rest.repeated = candidate.names(sharedWith: original)
                if rest.declaration.names.count > rest.repeated.count,
                    [.copy, .remoteValues].contains(rest.role),
                    rest.omission == nil
                {
                    accepted.append(rest)
                    continue
                }
                omitted.append((candidate, .repeats(original.declaration.type, role: candidate.role)))
                guard candidate.isMirror else { continue }
                accepted[index] = self.candidate(
                    original.declaration,
                    mirrors: original.mirrors.union(candidate.declaration.containers)
                )
            } else if let original = candidates.first(where: { asks($0, by: candidate) }) {
                omitted.append((candidate, .repeats(original.declaration.type, role: .accessors)))
            } else if let reason = candidate.omission {
                omitted.append((candidate, reason))
            } else {
                accepted.append(candidate)
            }
        }
        // A property that reads a flag of another declaration isn't a flag of its own.
        var keyed: [String: String] = [:]
        for candidate in accepted where candidate.isOfKeys {
            for name in candidate.declaration.names { keyed[name] = keyed[name] ?? candidate.declaration.type }
        }
        for index in accepted.indices.reversed() where !accepted[index].isOfKeys {
            let originals = accepted[index].declaration.originals(keyed)
            accepted[index].repeated.formUnion(originals.keys)
            guard let original = originals.values.min(),
                accepted[index].repeated == accepted[index].declaration.names
            else { continue }
            omitted.append((accepted.remove(at: index), .repeats(original, role: .accessors)))
        }
        declarations = accepted.map { discovered($0) }
        for index in declarations.indices where declarations[index].flags.isEmpty {
            declarations[index].omission = .settings
        }
        declarations.sort { left, right in (left.omission == nil ? 0 : 1) < (right.omission == nil ? 0 : 1) }
        let hasFlags = declarations.contains { $0.omission == nil }
        for (candidate, reason) in omitted {
            switch reason {
            case .other: if hasFlags, !candidate.isWorthListing { continue }
            default: break
            }
            if candidate.declaration.isTest, candidate.declaration.rank == .none { continue }
            var discovered = discovered(candidate)
            discovered.omission = reason
            if case .settings = reason { discovered.settings += discovered.flags }
            declarations.append(discovered)
        }
        for candidate in accepted { if let text = candidate.hidden { hidden.append(text) } }
        exclude(omitted.map(\.0.declaration))
    }

    /// Returns whether a type has a case for each flag of an original that the same file reads, perhaps together with
    /// other conditions: `case snooze`, for `isEnabled(.mailSnooze) && hasThreads`.
    private func asks(_ original: Candidate, by candidate: Candidate) -> Bool {
        guard candidate.declaration.kind == .cases, original.declaration.kind == .cases,
            candidate.declaration.type != original.declaration.type, !original.evidence.read.isEmpty
        else { return false }
        let paths = Set(candidate.declaration.parts.map(\.path))
        let asked = original.evidence.read.filter { name in
            mentions.uses[name]?.contains { paths.contains(mentions.files[$0.file].path) } ?? false
        }.map { Set(FlagNames.words($0)) }
        let names = candidate.declaration.names
        let repeated = names.count { name in
            let words = Set(FlagNames.words(name))
            return asked.contains { words.isStrictSubset(of: $0) }
        }
        return names.count >= 2 && repeated * 10 >= names.count * 6 && original.omission == nil
    }

    /// Excepts the flags of the same type or attribute elsewhere that aren't imported, such as those of a double.
    private mutating func exclude(_ omitted: [FlagDeclaration]) {
        for index in declarations.indices where declarations[index].omission == nil {
            let source = declarations[index].source
            let file = source.file.map(Glob.init)
            let others = omitted.filter { $0.type == source.type && $0.kind == source.kind }.flatMap(\.flags)
                .filter { flag in file.map { $0.matches(flag.path) } ?? true }
            let names = Set(others.map(\.name)).subtracting(declarations[index].flags.map(\.name))
            declarations[index].source.except += names.subtracting(source.except).sorted()
        }
    }

    private func candidate(_ declaration: FlagDeclaration, mirrors: Set<String>) -> Candidate {
        let evidence = FlagEvidence(
            declaration,
            mirrors: mirrors,
            properties: properties,
            objects: objects,
            in: mentions
        )
        let defaults = defaults(of: declaration, evidence)
        return Candidate(declaration: declaration, evidence: evidence, mirrors: mirrors, defaults: defaults)
    }

    /// Returns the function or dictionary that contains the default values.
    private func defaults(of declaration: FlagDeclaration, _ evidence: FlagEvidence) -> FlagTable? {
        let types = declaration.flagTypes.union(declaration.containers)
        let reads = Set(evidence.namesOfReads)
        return tables.filter { table in
            types.contains(table.type) && !FlagNames.isInverse(table.name)
                && (reads.contains(table.name) || table.holdsDefaults)
        }.max { left, right in left.rank(reads) < right.rank(reads) }
    }

    // MARK: - Results

    private func discovered(_ candidate: Candidate) -> DiscoveredDeclaration {
        let declaration = candidate.declaration
        let all = declaration.distinctFlags
        let others = candidate.repeated.union(candidate.others)
        let settings = candidate.settings.subtracting(others)
        var result = DiscoveredDeclaration(
            source: LintConfiguration.DeclarationSource(
                kind: declaration.kind,
                type: declaration.type,
                file: declaration.file,
                key: declaration.parts.first?.keyStyle ?? .snakeCase,
                reads: candidate.evidence.namesOfReads,
                except: all.map(\.name).filter { settings.contains($0) || others.contains($0) }
            ),
            flags: all.filter { !settings.contains($0.name) && !others.contains($0.name) }
        )
        result.settings = all.filter { settings.contains($0.name) }
        result.others = all.map(\.name).filter(candidate.others.contains)
        result.reads = candidate.evidence.forms
        result.unit =
            switch declaration.kind {
            case .cases: "case"
            case .attributedProperties: "attribute"
            case .staticProperties, .instanceProperties:
                all.count { $0.rawValue != nil } * 2 > all.count ? "key" : "property"
            case .compilationConditions: "condition"
            case .nimbusFeatures: "feature"
            case .stringKeys: "key"
            }
        addDefaults(to: &result, of: candidate)
        return result
    }

    /// Adds the default values that a function or a dictionary contains.
    private func addDefaults(to result: inout DiscoveredDeclaration, of candidate: Candidate) {
        guard let best = candidate.defaults else { return }
        for index in result.flags.indices {
            guard let value = best.value(of: result.flags[index].name) else { continue }
            if result.flags[index].defaultValue == nil { result.flags[index].defaultValue = "\(value)" }
            if result.flags[index].valueType == nil { result.flags[index].valueType = "Bool" }
        }
        // Code decides about flags without texts by itself.
        for index in result.flags.indices where !result.flags[index].hasText && candidate.declaration.kind == .cases {
            if result.flags[index].remoteName == .unknown { result.flags[index].remoteName = .local }
        }
        result.defaultsPlace = best.text
    }
}

extension FlagTable {
    private var words: [String] { FlagNames.words(name) }

    /// Whether the name says that it holds the default values.
    fileprivate var holdsDefaults: Bool {
        let others = ["remote", "remotely", "override", "overriding", "support", "restart", "hidden", "visible", "can"]
        if words.contains(where: others.contains) { return false }
        return isDictionary || words.contains { $0 == "default" || $0 == "initial" } || holdsStates
    }

    /// Whether the name says that it holds states such as `.enabled` and `.remote`.
    fileprivate var holdsStates: Bool {
        ["source", "state", "status", "rollout", "availability"].contains(name)
    }

    fileprivate func rank(_ reads: Set<String>) -> (Int, Int) {
        let isDefault = words.contains { $0 == "default" || $0 == "initial" } ? 2 : 0
        return (isDefault + (reads.contains(name) ? 1 : 0), count)
    }
}

/// A declaration with its evidence.
private struct Candidate {
    var declaration: FlagDeclaration
    var evidence: FlagEvidence
    var mirrors: Set<String>
    /// The default values, if the code shows them.
    var defaults: FlagTable?
    /// The names of the flags that another declaration has, too.
    var repeated: Set<String> = []
    /// The keys of the flags, also those of their raw values.
    private let keys: Set<String>

    init(declaration: FlagDeclaration, evidence: FlagEvidence, mirrors: Set<String>, defaults: FlagTable?) {
        self.declaration = declaration
        self.evidence = evidence
        self.mirrors = mirrors
        self.defaults = defaults
        keys = declaration.keys
    }

    /// Returns the names of the flags that another declaration has under the same name or key.
    func names(sharedWith other: Candidate) -> Set<String> { declaration.names(sharedWith: other.keys) }

    /// Returns whether most flags have the names or keys of those in another declaration.
    func repeats(_ other: Candidate) -> Bool { declaration.repeats(other.declaration, keys: other.keys) }

    /// Whether it has a property for each flag of another declaration.
    var isMirror: Bool {
        let mirrored = declaration.parts.reduce(0) { $0 + $1.mirrored }
        return mirrored * 10 >= declaration.flags.count * 6
    }

    /// What it is, if it repeats the flags of another declaration.
    var role: DiscoveredDeclaration.Role {
        if declaration.isTest { return .mock }
        if declaration.isGenerated { return .generatedMirror }
        if declaration.isMenu { return .menu }
        if isMirror { return .accessors }
        if declaration.type.contains("Remote") || declaration.type.contains("Server") { return .remoteValues }
        if declaration.parts.allSatisfy({ $0.keyword == .protocol }) { return .protocol }
        return .copy
    }

    /// Whether its members are keys of flags, rather than their values.
    var isOfKeys: Bool {
        declaration.kind == .cases || declaration.kind == .staticProperties && !declaration.isBoolean
    }

    /// The names of cases that stand for no flag: placeholders, and keys of values that aren't Boolean.
    var others: Set<String> {
        guard declaration.kind == .cases else { return [] }
        var others = declaration.names.intersection(FlagNames.placeholders)
        if FlagNames.listsKeys(declaration.type), !evidence.read.isEmpty {
            // Some services have only texts.
            others.formUnion(evidence.passed.subtracting(evidence.read).filter { !FlagNames.isOnOrOff($0) })
        }
        if !evidence.read.isEmpty {
            others.formUnion(evidence.valued.union(defaults?.others ?? []).subtracting(evidence.read))
            // The keys of a configuration that no code reads may have values of any type.
            if declaration.rank == .weak, FlagNames.listsConfiguration(declaration.type) {
                let unread = declaration.names.subtracting(evidence.read)
                others.formUnion(unread.filter { defaults?.value(of: $0) == nil && !FlagNames.isOnOrOff($0) })
            }
        }
        return others.count < declaration.names.count ? others : []
    }

    /// Whether people expect it in the list of what was left out.
    var isWorthListing: Bool {
        declaration.rank == .strong && declaration.names.count >= 2 && !declaration.isTest
    }

    /// A number by which declarations are sorted; lower for originals.
    var order: Int {
        var order = 0
        if declaration.isTest { order += 10_000 }
        if declaration.isGenerated { order += 5_000 }
        if isMirror { order += 2_000 }
        if declaration.isMenu { order += 1_500 }
        if declaration.type.contains("Remote") { order += 100 }
        if declaration.parts.allSatisfy({ $0.keyword == .protocol }) { order += 800 }
        switch declaration.rank {
        case .strong: break
        case .weak: order += 400
        case .none: order += 900
        }
        return order - min(300, evidence.total + declaration.names.count)
    }

    /// Whether all of it is settings of users, because nothing says that some are flags.
    private var isOfSettings: Bool {
        guard declaration.rank == .none, declaration.parts.allSatisfy({ $0.underHeading.isEmpty }) else { return false }
        // Those of developers aren't settings of users.
        if declaration.isMenu { return false }
        let names = declaration.names.filter { !FlagNames.isSetting($0) }
        let settable = declaration.parts.reduce(into: Set<String>()) { $0.formUnion($1.settable) }
        let chain = declaration.parts.flatMap { $0.container.split(separator: ".") }
        let isOfUsers = declaration.type == "AppStorage" || chain.contains(where: FlagNames.keepsSettings)
        // Keys that a function takes, which returns whether they are on; a subscript reads settings of all types.
        let readers = isOfUsers ? evidence.functions.subtracting(["subscript"]) : evidence.functions
        if declaration.kind == .staticProperties, !readers.isDisjoint(with: evidence.namesOfReads) { return false }
        // Values that code can't change come from a server or a build.
        let isFixed =
            declaration.kind == .instanceProperties || declaration.kind == .staticProperties && declaration.isBoolean
        if isFixed, names.isDisjoint(with: settable) { return false }
        let inFolder = declaration.parts.allSatisfy { part in
            part.path.split(separator: "/").suffix(2).contains {
                FlagNames.rank(ofType: $0.split(separator: ".").first ?? $0) == .strong
            }
        }
        if inFolder { return false }
        let least: FlagNames.Rank = isOfUsers || !names.isDisjoint(with: settable) ? .strong : .weak
        let all = isOfUsers && !names.isDisjoint(with: settable) ? declaration.names : names
        return names.count { FlagNames.rank(ofProperty: $0) >= least } * 2 < max(1, all.count)
    }

    /// Whether its members are objects of a type of flags, of which a function tells whether they are on.
    private var isTypeOfFlags: Bool {
        declaration.rank == .weak && declaration.kind == .staticProperties && !evidence.functions.isEmpty
            && declaration.flagTypes.contains(declaration.type)
    }

    /// The members that are settings of users.
    var settings: Set<String> {
        let names = declaration.names
        let underHeading = declaration.parts.reduce(into: Set<String>()) { $0.formUnion($1.underHeading) }
        // A declaration with a name of its own for flags has no settings, unless a screen changes them.
        if declaration.rank == .strong || isTypeOfFlags { return evidence.bound == names ? [] : evidence.bound }
        // The types of some properties say that they are flags.
        if declaration.isOfDefaults {
            let settable = declaration.parts.reduce(into: evidence.assigned) { $0.formUnion($1.settable) }
            let flags = declaration.flags.filter { flag in
                FlagNames.isFlagOfDefaults(
                    flag.name,
                    key: flag.rawValue,
                    isWritten: declaration.kind == .attributedProperties || settable.contains(flag.name)
                )
            }
            return names.subtracting(flags.map(\.name)).union(evidence.bound)
        }
        let typed = declaration.namesOfFlagTypes
        if !typed.isEmpty { return names.subtracting(typed).union(evidence.bound) }
        if isOfSettings { return names }
        switch declaration.kind {
        case .cases: return declaration.rank == .weak && FlagNames.keepsSettings(declaration.type) ? names : []
        default:
            if !underHeading.isEmpty {
                // The name of a flag is as good as a heading.
                let named = names.filter { FlagNames.rank(ofProperty: $0) == .strong && !FlagNames.isSetting($0) }
                return names.subtracting(underHeading).subtracting(named.subtracting(evidence.bound))
            }
            // Without a value, the user hasn't decided yet.
            let optional = Set(declaration.flags.filter { $0.valueType == "Bool?" }.map(\.name))
            return names.filter(FlagNames.isSetting).subtracting(fixed).union(evidence.bound).union(
                optional.intersection(evidence.assigned)
            )
        }
    }

    /// The properties that read a key and that code can't change, in a type that doesn't keep settings.
    ///
    /// States of a user are left out.
    private var fixed: Set<String> {
        // Constants for the whole app.
        if declaration.kind == .staticProperties, declaration.rank == .none, declaration.isBoolean {
            return declaration.names.subtracting(evidence.assigned)
        }
        let chain = declaration.parts.flatMap { $0.container.split(separator: ".") }
        guard declaration.kind == .instanceProperties, !chain.contains(where: FlagNames.keepsSettings) else {
            return []
        }
        let settable = declaration.parts.reduce(into: evidence.assigned) { $0.formUnion($1.settable) }
        let keyed = declaration.flags.filter { $0.rawValue != nil && !FlagNames.isState($0.name) }
        return Set(keyed.map(\.name)).subtracting(settable)
    }

    /// Why it isn't imported.
    var omission: DiscoveredDeclaration.Omission? {
        let count = declaration.names.count
        if declaration.isTest { return .other("only in tests") }
        if declaration.isGenerated { return .other("generated code") }
        if declaration.isOfDefaults { return nil }
        if declaration.isOneFlag { return nil }
        if declaration.isDecodedInFile { return .other("the answer of a server") }
        if declaration.describesOneFlag { return .other("states of one flag") }
        let isKnown = !evidence.functions.isEmpty || !evidence.read.isEmpty
        let isReadCase = declaration.kind == .cases && declaration.rank == .weak && !evidence.read.isEmpty
        let isNamed =
            declaration.kind == .attributedProperties && !evidence.read.isEmpty
            && declaration.names.allSatisfy { FlagNames.words($0).contains("flag") }
        // A single property may be the state of the service: `FeatureFlagProviding.isInitialized`.
        let isOfService = declaration.kind == .instanceProperties && declaration.names.allSatisfy(FlagNames.isSetting)
        // `BuildSettings.isTesting` says how the app was started.
        let isOfBuild = declaration.names.allSatisfy { FlagNames.words($0) == ["is", "testing"] }
        if count < 2, !isReadCase, !isNamed, !declaration.listsFeatureFlags,
            declaration.rank < .strong || !isKnown || isOfService || isOfBuild
        {
            return .other("a single flag")
        }
        switch declaration.kind {
        case .cases:
            let readers = evidence.namesOfReads.filter { $0 != "contains" }
            if FlagNames.words(declaration.type).last == "feature", !readers.isEmpty,
                readers.allSatisfy(FlagNames.tellsAbility)
            {
                return .other("what a server, device, or purchase supports")
            }
            // A remote config also has texts and numbers.
            let isOfValues = evidence.read.isEmpty && evidence.valued.count * 2 > count
            guard declaration.rank == .weak else {
                // The keys inside a type of flags may have values of any type.
                if declaration.type.contains("."), FlagNames.listsKeys(declaration.type), evidence.read.isEmpty {
                    return .other("no code reads it as flags")
                }
                return isOfValues ? .other("no function that takes it returns Bool") : nil
            }
            if declaration.isNestedElsewhere { return .other("part of another type") }
            if FlagNames.listsKeys(declaration.type), !evidence.isReadElsewhere { return .other("keys of a model") }
            // A list with the name of the type may have elements of another type.
            let isFound = evidence.isOfLists ? evidence.read.count * 4 >= count : !evidence.read.isEmpty
            return isFound ? nil : .other("no function that takes it returns Bool")
        case .staticProperties:
            switch declaration.rank {
            case .strong:
                if declaration.inherited.contains("OptionSet"), declaration.parts.allSatisfy(\.isPrivate) {
                    return .other("bits of a model")
                }
                let isKnown = declaration.isBoolean || !declaration.flagTypes.isEmpty || !evidence.read.isEmpty
                return isKnown ? nil : .other("no code reads it as flags")
            case .weak:
                // The bits of a model are called flags or features, too.
                if declaration.inherited.contains("OptionSet") {
                    return .other("bits of a model")
                }
                return evidence.read.isEmpty ? .other("no code reads it as flags") : nil
            case .none:
                // The types of keys say what their values are: `Key<VideoPlayer>`.
                let typed = declaration.flags.filter { $0.valueType?.hasSuffix(">") ?? false }
                if typed.count * 2 > count, typed.count(where: { $0.valueType?.hasSuffix("<Bool>") ?? false }) < count {
                    return .other("keys of values that aren't Boolean")
                }
                let isRead = evidence.read.count * 4 >= count && count >= (declaration.isBoolean ? 3 : 5)
                return isRead ? nil : .other("keys that no function reads as flags")
            }
        case .instanceProperties:
            switch declaration.rank {
            case .strong:
                let words = FlagNames.words(declaration.type)
                let isLast = ["flag", "toggle", "feature", "experiment"].contains(words.last)
                let isOfOne = isLast || words.last.map(FlagNames.partsOfOneFlag.contains) ?? false
                if isOfOne, !declaration.type.hasSuffix("s") { return .other("properties of one flag") }
                return isLast || !evidence.read.isEmpty ? nil : .other("no code reads it as flags")
            case .weak:
                let isOfFlags = declaration.isDecoded && !evidence.read.isEmpty
                return isOfFlags ? nil : .other("properties of a model")
            case .none: return evidence.read.isEmpty ? .other("no code reads it as flags") : nil
            }
        case .attributedProperties:
            return count < 3 && declaration.rank == .none && !isNamed ? .other("too few properties") : nil
        case .compilationConditions, .nimbusFeatures, .stringKeys: return nil
        }
    }

    /// The expression that hides reads of more than a fifth of the flags.
    var hidden: String? {
        let names = declaration.names
        let unseen = names.subtracting(evidence.mentioned).count
        guard names.count >= 5, unseen * 5 > names.count, evidence.isCreatedFromText else { return nil }
        return
            """
            \(declaration.type)(rawValue:) creates flags from texts, so \(unseen) of \(names.count) may be read by it. Those \
            that are need an entry below ‘allow’, with rule: unused_toggle
            """
    }
}
