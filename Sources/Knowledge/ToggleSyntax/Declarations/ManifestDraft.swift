package import ToggleBase
package import ToggleLint
import ToggleManifest

/// The text of a first `toggles.yaml` for a team's existing toggles.
///
/// ``Manifest/parse(_:path:)-(String,_)`` accepts it without an error. The comment at the top lists the open decisions.
package struct ManifestDraft {
    /// The existing declaration.
    package var source: LintConfiguration.DeclarationSource
    /// The flags that it declares.
    package var flags: [DeclaredFlag]
    /// The name of the generated enum.
    package var namespace: String
    /// The name that determines where the local defaults file is stored; `nil` for the namespace.
    package var application: String?
    /// The date of the draft.
    package var today: CalendarDate
    /// Returns the day on which a line of a file was last changed, according to `git blame`.
    package var day: (_ path: String, _ line: Int) -> CalendarDate?
    /// Returns the owner of a file.
    package var owner: (_ path: String) -> String?

    package init(
        source: LintConfiguration.DeclarationSource,
        flags: [DeclaredFlag],
        namespace: String = "AppToggles",
        application: String? = nil,
        today: CalendarDate,
        day: @escaping (_ path: String, _ line: Int) -> CalendarDate? = { _, _ in nil },
        owner: @escaping (_ path: String) -> String? = { _ in nil }
    ) {
        self.source = source
        self.flags = flags
        self.namespace = namespace
        self.application = application
        self.today = today
        self.day = day
        self.owner = owner
    }

    /// The text, with `\n` for line breaks.
    package var text: String {
        var lines: [String] = []
        var names: [String: String] = [:]
        var members: Set<String> = []
        var guesses = Guesses()
        let parameters = parameters
        for flag in flags {
            // The same flag in a second file is the same toggle.
            if names[flag.key] == flag.name { continue }
            // Keys such as `a_1` and `a1` give the same name.
            let member = SwiftName.member(ofKey: flag.key)
            guard names[flag.key] == nil, SwiftName.isKey(flag.key), !SwiftName.keywords.contains(member),
                !SwiftName.membersOfKeys.contains(member), members.insert(member).inserted
            else {
                let name = Self.commentText(flag.name)
                lines.append("  # DECIDE: ‘\(name)’ cannot be turned into a key; rename it, or leave it out.")
                continue
            }
            names[flag.key] = flag.name
            lines += entry(flag, parameter: parameters[flag.key], &guesses)
        }
        let header =
            [
                "# The flags of \(Self.commentText(source.type)), for `toggles lint`. The code doesn't change; the linter checks",
                "# the flags that are declared here.",
            ] + guesses.lines + ["schema: 1", "namespace: \(namespace)"]
            + (application.map { ["application: \(Self.scalar($0))"] } ?? [])
            + ["", names.isEmpty ? "toggles: {}" : "toggles:"]
        lines = header + lines + ["", "lint:", "  sources:"]
        var fields = ["kind: \(source.kind.rawValue)", "type: \(Self.scalar(source.type))"]
        if let file = source.file { fields.append("file: \(Self.scalar(file))") }
        fields.append("key: \(source.key.rawValue)")
        if !source.reads.isEmpty { fields.append("reads: [\(source.reads.map(Self.scalar).joined(separator: ", "))]") }
        lines.append("    - { \(fields.joined(separator: ", ")) }")
        if source.reads.isEmpty, source.kind == .cases {
            lines.append(
                "      # DECIDE: ‘reads: [isFeatureOn]’ names the calls that read a flag; without it, any mention counts."
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The numbers of flags with values that are not stated in the code, git, or CODEOWNERS.
    private struct Guesses {
        var flags = 0
        var defaults = 0
        var descriptions = 0
        var owners = 0
        var days = 0

        /// The summary, as comment lines.
        var lines: [String] {
            guard flags > 0 else { return [] }
            var lines = [
                "#", "# DECIDE what the code, git and CODEOWNERS don't provide, then delete these lines:",
                "# - category (ops, experiment or permission) and expiry (‘expires’, or ‘permanent: true’): all",
            ]
            func add(_ count: Int, _ text: String) {
                if count > 0 { lines.append("# - \(text): \(count == flags ? "all" : "\(count) of \(flags)")") }
            }
            add(defaults, "default, written as ‘false’")
            add(descriptions, "description, written as the name")
            add(owners, "owner, written as ‘\(DeclaredFlag.unknownOwner)’")
            add(days, "creation date, written as today")
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
    private func entry(_ flag: DeclaredFlag, parameter: String?, _ guesses: inout Guesses) -> [String] {
        var lines = ["  \(flag.key):"]
        let (type, value) = typeAndDefault(flag)
        guesses.flags += 1
        lines.append("    category: ops")
        if let type { lines.append("    type: \(type)") }
        if let value {
            lines.append("    default: \(value)")
        } else if flag.valueType == nil || type == nil {
            guesses.defaults += 1
            lines.append("    default: false")
        }
        if let parameter {
            lines.append("    remote: \(Self.scalar(parameter))")
        }
        let sentence = flag.comment.map { String($0.prefix(400)) }.flatMap { $0.isEmpty ? nil : $0 }
        if let sentence {
            lines.append("    description: \(Self.quoted(sentence))")
        } else {
            guesses.descriptions += 1
            lines.append("    description: \(Self.quoted(flag.nameAsSentence))")
        }
        if let owner = owner(flag.path), !owner.isEmpty {
            lines.append("    owner: \(Self.scalar(owner))")
        } else {
            guesses.owners += 1
            lines.append("    owner: \(DeclaredFlag.unknownOwner)")
        }
        let known = day(flag.path, flag.range.start.line)
        if known == nil { guesses.days += 1 }
        let created = min(known ?? today, today)
        lines.append("    created: \(created)")
        lines.append("    expires: \(expiry(after: created))")
        return lines
    }

    /// The remote parameters that differ from the key, by key.
    ///
    /// Two toggles can't have the same parameter, so the first of several flags keeps it. A flag only keeps the key of
    /// another flag if that flag has another parameter itself.
    private var parameters: [String: String] {
        var result: [String: String] = [:]
        var keys: [String: String] = [:]
        for flag in flags where result[flag.key] == nil {
            guard let parameter = parameter(flag), parameter != flag.key, keys[parameter] == nil else { continue }
            result[flag.key] = parameter
            keys[parameter] = flag.key
        }
        var ownParameters = flags.map(\.key).filter { result[$0] == nil }
        while let parameter = ownParameters.popLast() {
            guard let other = keys.removeValue(forKey: parameter) else { continue }
            result[other] = nil
            ownParameters.append(other)
        }
        return result
    }

    /// Returns the name by which remote config probably knows a flag.
    ///
    /// For a case, it's the raw value, which is the name of the case unless the code has another one. For a property, it's
    /// the string that the code passes on.
    private func parameter(_ flag: DeclaredFlag) -> String? {
        let parameter = source.kind == .cases ? flag.rawValue ?? flag.name : flag.rawValue
        guard let parameter, !parameter.isEmpty, !parameter.unicodeScalars.contains(where: \.isUnprintable) else {
            return nil
        }
        return parameter
    }

    /// Returns the date half a year from now, or a quarter of a year for flags created before today, within the limit
    /// of the linter's rule.
    private func expiry(after created: CalendarDate) -> CalendarDate {
        let wanted = max(created, today)
        let total = wanted.year * 12 + wanted.month - 1 + (created == today ? 6 : 3)
        let (year, month) = (total / 12, total % 12 + 1)
        let last = CalendarDate.days(inMonth: month, ofYear: year)
        let day = CalendarDate(year: year, month: month, day: min(wanted.day, last)) ?? wanted
        guard let limit = LintConfiguration().expiryLimit(of: .ops) else { return day }
        return min(day, today.adding(days: limit))
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
        let words: Set = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        return isWord && !words.contains(text.lowercased()) ? text : quoted(text)
    }

    private static func quoted(_ text: String) -> String {
        JSONWriter().text(.string(String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnprintable }))))
    }

    private static func commentText(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnprintable }))
    }
}
