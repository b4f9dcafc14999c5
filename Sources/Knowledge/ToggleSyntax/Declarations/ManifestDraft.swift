package import ToggleBase
package import ToggleLint
import ToggleManifest

/// The text of a first `toggles.yaml` for a team's existing toggles.
///
/// ``Manifest/parse(_:path:)-(String,_)`` accepts it without an error. The comment at the top lists the open decisions.
package struct ManifestDraft {
    /// The existing declarations.
    package var declarations: [DiscoveredDeclaration]
    /// The folder of the manifest, relative to the root of the project; empty for the root.
    package var folder: String
    /// The name of the generated enum.
    package var namespace: String
    /// The name that determines where the local defaults file is stored; `nil` for the namespace.
    package var application: String?
    /// Whether the generated code is public, as the declarations are.
    package var isPublic = false
    /// The date of the draft.
    package var today: CalendarDate
    /// The creation date of flags of which git knows none.
    package var created: CalendarDate?
    /// Returns the day on which a line of a file was last changed, according to `git blame`.
    package var day: (_ path: String, _ line: Int) -> CalendarDate?
    /// Returns the owner of a file.
    package var owner: (_ path: String) -> String?

    package init(
        _ declarations: [DiscoveredDeclaration],
        folder: String = "",
        namespace: String = "AppToggles",
        application: String? = nil,
        today: CalendarDate,
        created: CalendarDate? = nil,
        day: @escaping (_ path: String, _ line: Int) -> CalendarDate? = { _, _ in nil },
        owner: @escaping (_ path: String) -> String? = { _ in nil }
    ) {
        self.declarations = declarations
        self.folder = folder
        self.namespace = namespace
        self.application = application
        self.today = today
        self.created = created
        self.day = day
        self.owner = owner
        leaveOutUndecided()
    }

    /// Excepts the flags that can't have a toggle from the declarations until the team has decided about them.
    private mutating func leaveOutUndecided() {
        let assigned = assigned(flags)
        let keys = Set(assigned.filter { $0.reason == nil }.map(\.flag.flag.key))
        let left = assigned.filter { $0.reason != nil && !keys.contains($0.flag.flag.key) }.map(\.flag)
        for (index, source) in declarations.map(\.source).enumerated() where !left.isEmpty {
            declarations[index].source.except += left.filter { $0.declaration.source == source }.map(\.flag.name)
        }
    }

    /// A flag with the declaration that contains it.
    private typealias Flag = (flag: DeclaredFlag, declaration: DiscoveredDeclaration)

    /// The flags of all declarations; those that have the key and the name of an earlier one are joined with it.
    private var flags: [Flag] {
        var indices: [[String]: Int] = [:]
        var result: [Flag] = []
        for declaration in declarations {
            for flag in declaration.flags {
                guard let index = indices[[flag.key, flag.name]] else {
                    indices[[flag.key, flag.name]] = result.count
                    result.append((flag, declaration))
                    continue
                }
                // Any of the declarations may know the name of the service.
                if result[index].flag.remoteName == .local { result[index].flag.rawValue = flag.rawValue }
                switch (result[index].flag.remoteName, flag.remoteName) {
                case (.local, _), (.unknown, .name), (.none, .name): result[index].flag.remoteName = flag.remoteName
                default: break
                }
            }
        }
        return result
    }

    /// The flags that several declarations have, with the types of those.
    package var joined: [(flag: DeclaredFlag, types: [String])] {
        var types: [[String]: [String]] = [:]
        for declaration in declarations {
            for names in Set(declaration.flags.map { [$0.key, $0.name] }) {
                types[names, default: []].append(declaration.source.type)
            }
        }
        return assigned(flags).filter { $0.reason == nil }.map(\.flag.flag).compactMap { flag in
            types[[flag.key, flag.name]].flatMap { $0.count > 1 ? (flag, $0) : nil }
        }
    }

    /// The flags that no toggle can have the key or the name of, with the reason as a sentence without its subject.
    package var undecided: [(flag: DeclaredFlag, reason: String)] {
        assigned(flags).compactMap { flag, reason in reason.map { (flag.flag, $0) } }
    }

    /// The flags in order, with the reason if one can't become a toggle.
    private func assigned(_ flags: [Flag]) -> [(flag: Flag, reason: String?)] {
        var names: [String: String] = [:]
        var members: Set<String> = []
        return flags.map { flag in
            let (key, name) = (flag.flag.key, Self.swiftName(flag))
            guard SwiftName.isKey(key), !Self.yamlWords.contains(key), SwiftName.isIdentifier(name) else {
                return (flag, "cannot be turned into a key; rename it, or leave it out")
            }
            guard !SwiftName.membersOfKeys.contains(name) else {
                return (flag, "is the name of a member that every typed key has; rename it, or leave it out")
            }
            if let other = names[key] {
                return (flag, "would have the key ‘\(key)’ of ‘\(other)’; rename one of them, or leave it out")
            }
            // Keys with other names, such as `a_1` and `a1`, can give the same name.
            guard members.insert(name).inserted else {
                return (flag, "is the name of two flags; rename one of them, or leave it out")
            }
            names[key] = name
            return (flag, nil)
        }
    }

    /// Returns the name in Swift; a string key and a feature of Nimbus have only that of their toggle.
    private static func swiftName(_ flag: Flag) -> String {
        switch flag.declaration.source.kind {
        case .stringKeys, .nimbusFeatures: SwiftName.member(ofKey: flag.flag.key)
        // Several types have members with the name.
        default: flag.declaration.source.key == .typeName ? SwiftName.member(ofKey: flag.flag.key) : flag.flag.name
        }
    }

    /// The text, with `\n` for line breaks.
    package var text: String {
        var lines: [String] = []
        var guesses = Guesses()
        let flags = flags
        let parameters = parameters(of: flags)
        var undecided: [String] = []
        for (flag, reason) in assigned(flags) {
            if let reason {
                undecided.append("# DECIDE: ‘\(Self.commentText(flag.flag.name))’ \(reason).")
            } else {
                lines += entry(flag, parameter: parameters[flag.flag.key], &guesses)
            }
        }
        guesses.joined = joined.map { "\($0.flag.key) (\($0.types.map(Self.commentText).listed(3)))" }
        let names = declarations.map { Self.commentText($0.source.type) }
        let types = names.listed(3)
        var header = [
            "# The flags of \(types), for `toggles lint`. The code doesn't change; the linter checks",
            "# the flags that are declared here.",
        ]
        // Not next to a toggle, with which the comment would be removed.
        header += undecided + guesses.lines + ["schema: 1", "namespace: \(namespace)"]
        if let application { header.append("application: \(Self.scalar(application))") }
        if isPublic { header.append("access: public") }
        lines = header + ["", guesses.flags == 0 ? "toggles: {}" : "toggles:"] + lines + ["", "lint:", "  sources:"]
        for declaration in declarations { lines += sourceLines(declaration.source) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the entry of a declaration in the list of sources.
    package func sourceLines(_ source: LintConfiguration.DeclarationSource) -> [String] {
        var fields = ["kind: \(source.kind.rawValue)", "type: \(Self.scalar(source.type))"]
        if let file = source.file { fields.append("file: \(Self.scalar(PathText.relative(file, to: folder)))") }
        fields.append("key: \(source.key.rawValue)")
        if !source.reads.isEmpty { fields.append("reads: [\(source.reads.map(Self.scalar).joined(separator: ", "))]") }
        if !source.except.isEmpty {
            fields.append("except: [\(source.except.map(Self.scalar).joined(separator: ", "))]")
        }
        let line = "    - { \(fields.joined(separator: ", ")) }"
        guard source.reads.isEmpty, source.kind == .cases else { return [line] }
        return [
            line,
            "      # DECIDE: ‘reads: [isFeatureOn]’ names the calls that read a flag; without it, any mention counts.",
        ]
    }

    /// The keys of flags with values that are not stated in the code, git, or CODEOWNERS.
    private struct Guesses {
        /// The number of keys that are listed; of more, only their number is.
        private static let maximumKeys = 20

        var flags = 0
        var defaults: [String] = []
        var descriptions: [String] = []
        var owners: [String] = []
        var days: [String] = []
        var parameters: [String] = []
        var missingParameters: [String] = []
        /// The flags that several declarations have, with their types.
        var joined: [String] = []

        /// The summary, as comment lines.
        var lines: [String] {
            guard flags > 0 else { return [] }
            var lines = [
                "#", "# DECIDE what the code, git and CODEOWNERS don't provide, then delete these lines:",
                "# - category (ops, experiment or permission), written as ‘ops’: all",
                "# - expiry (‘expires’, or ‘permanent: true’), left out: all",
            ]
            func add(_ keys: [String], _ text: String) {
                guard !keys.isEmpty else { return }
                let isLong = keys.count > Self.maximumKeys
                let names = isLong ? "\(keys.count) of \(flags)" : keys.joined(separator: ", ")
                lines.append("# - \(text): \(keys.count == flags ? "all" : names)")
            }
            add(defaults, "default, written as ‘false’")
            add(parameters, "remote parameter, written as the name or raw value of the case")
            add(missingParameters, "remote parameter, of which the code has none")
            add(joined, "one toggle for the flags of several types, because they have the same name")
            add(descriptions, "description, written as the name")
            add(owners, "owner, written as ‘\(DeclaredFlag.unknownOwner)’")
            add(days, "creation date, left out")
            return lines
        }
    }

    /// Returns the lines of a flag.
    ///
    /// - Parameters:
    ///   - flag: The flag.
    ///   - parameter: Its remote parameter, if it differs from the key.
    ///   - guesses: The numbers of open decisions, to add to.
    /// - Returns: The lines.
    private func entry(_ flag: Flag, parameter: String?, _ guesses: inout Guesses) -> [String] {
        let name = Self.swiftName(flag)
        let isCase = flag.declaration.source.kind == .cases
        let flag = flag.flag
        var lines = ["  \(flag.key):"]
        let (type, value) = typeAndDefault(flag)
        guesses.flags += 1
        lines.append("    category: ops")
        if let type { lines.append("    type: \(type)") }
        if let value {
            lines.append("    default: \(value)")
        } else if flag.valueType == nil || type == nil {
            guesses.defaults.append(flag.key)
            lines.append("    default: false")
        }
        if name != SwiftName.member(ofKey: flag.key) { lines.append("    swift: \(Self.scalar(name))") }
        if let parameter {
            lines.append("    remote: \(Self.scalar(parameter))")
            if isCase, flag.remoteName == .unknown { guesses.parameters.append(flag.key) }
        }
        if flag.remoteName == .none { guesses.missingParameters.append(flag.key) }
        let sentence = flag.comment.map { String($0.prefix(400)) }.flatMap { $0.isEmpty ? nil : $0 }
        if let sentence {
            lines.append("    description: \(Self.quoted(sentence))")
        } else {
            guesses.descriptions.append(flag.key)
            lines.append("    description: \(Self.quoted(flag.nameAsSentence))")
        }
        if let owner = owner(flag.path), !owner.isEmpty {
            lines.append("    owner: \(Self.scalar(owner))")
        } else {
            guesses.owners.append(flag.key)
            lines.append("    owner: \(DeclaredFlag.unknownOwner)")
        }
        // A date that is invented would hide how old the flag is.
        let created = (day(flag.path, flag.range.start.line) ?? self.created).map { min($0, today) }
        if let created { lines.append("    created: \(created)") } else { guesses.days.append(flag.key) }
        return lines
    }

    /// The remote parameters that differ from the key, by key.
    ///
    /// Two toggles can't have the same parameter, so the first of several flags keeps it. A flag only keeps the key of
    /// another flag if that flag has another parameter itself.
    private func parameters(of flags: [Flag]) -> [String: String] {
        var result: [String: String] = [:]
        var keys: [String: String] = [:]
        for (flag, declaration) in flags where result[flag.key] == nil {
            guard let parameter = parameter(flag, declaration.source.kind), parameter != flag.key,
                keys[parameter] == nil
            else { continue }
            result[flag.key] = parameter
            keys[parameter] = flag.key
        }
        var ownParameters = flags.map(\.flag.key).filter { result[$0] == nil }
        while let parameter = ownParameters.popLast() {
            guard let other = keys.removeValue(forKey: parameter) else { continue }
            result[other] = nil
            ownParameters.append(other)
        }
        return result
    }

    /// Returns the name by which remote config probably knows a flag.
    ///
    /// For a case, it's what a property such as `remoteKey` returns, or else the raw value, which is the name of the case
    /// unless the code has another one. For a property, it's the string that the code passes on.
    private func parameter(
        _ flag: DeclaredFlag,
        _ kind: LintConfiguration.DeclarationSource.Kind
    ) -> String? {
        // Each build decides about a condition.
        if kind == .compilationConditions { return nil }
        let parameter: String? =
            switch flag.remoteName {
            case .name(let name): name
            case .none, .local: nil
            case .unknown: kind == .cases ? flag.rawValue ?? flag.name : flag.rawValue
            }
        guard let parameter, !parameter.isEmpty, !parameter.unicodeScalars.contains(where: \.isUnprintable) else {
            return nil
        }
        return parameter
    }

    private func typeAndDefault(_ flag: DeclaredFlag) -> (type: String?, value: String?) {
        let literal = flag.defaultValue
        switch flag.valueType {
        case "Int": return ("int", literal.flatMap { Int($0) }.map(String.init) ?? "0")
        case "Double": return ("double", literal.flatMap { Double($0) }.map { "\($0)" } ?? "0.0")
        case "String": return ("string", Self.quoted(literal.map { String($0.dropFirst().dropLast()) } ?? ""))
        default: return (nil, literal == "true" ? "true" : literal == "false" ? "false" : nil)
        }
    }

    /// Returns a YAML scalar: unquoted if it is a word, quoted otherwise.
    private static func scalar(_ text: String) -> String {
        let isWord =
            text.first?.isLetter == true
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "/"):
                    true
                default: false
                }
            }
        return isWord && !yamlWords.contains(text.lowercased()) ? text : quoted(text)
    }

    /// The words that some reader of YAML takes for a value of another type.
    private static let yamlWords: Set = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

    private static func quoted(_ text: String) -> String {
        JSONWriter().text(.string(String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnprintable }))))
    }

    private static func commentText(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnprintable }))
    }
}

extension DiscoveredDeclaration {
    /// Creates a declaration whose reads are unknown.
    package init(source: LintConfiguration.DeclarationSource, flags: [DeclaredFlag]) {
        self.init(source: source, flags: flags, settings: [])
    }

    /// The declaration with its settings as flags.
    package var takingSettings: DiscoveredDeclaration {
        var result = self
        // A declaration of settings alone lists them twice.
        result.flags += settings.filter { !flags.contains($0) }
        result.source.except.removeAll { name in settings.contains { $0.name == name } }
        result.settings = []
        return result
    }
}
