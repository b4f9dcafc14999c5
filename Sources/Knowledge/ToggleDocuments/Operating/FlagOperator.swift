import DocumentSyntax
package import FeatureToggles
import FeatureTogglesRemote
import ToggleBase
package import ToggleManifest

/// Operates the flag that a toggle reads: rolls out a variant, switches the flag off and on, or targets users.
///
/// Every operation changes as few bytes as possible and reports its exact effect. It's refused if it would rewrite a
/// rule that isn't understood, or if the result has errors that ``DocumentCheck`` reports.
package struct FlagOperator: Sendable {
    let toggle: ToggleDeclaration
    let parameter: String
    /// The text of the document, which is empty if it doesn't exist yet.
    let bytes: [UInt8]
    private let isNew: Bool
    let path: String
    let registry: ToggleRegistry?
    let timestamp: Int64
    /// The options that commands in messages need to change the same document, with a space before each.
    let documentOptions: String

    /// Creates an operator for a document.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that reads the flag.
    ///   - bytes: The text of the document in UTF-8; `nil` if it doesn't exist yet.
    ///   - path: The path in messages; no file is opened.
    ///   - registry: The toggles that read the document, with which the result is compared; `nil` if they are unknown.
    ///   - timestamp: The time at which rules are evaluated, in seconds since 1970.
    ///   - document: The document as the user named it with `--document`; `nil` for the one of a manifest.
    ///   - options: Other options that commands need to change the same document.
    /// - Throws: ``FlagOperationError`` if the toggle reads no document.
    package init(
        _ toggle: ToggleDeclaration,
        in bytes: [UInt8]?,
        path: String,
        registry: ToggleRegistry?,
        timestamp: Int64,
        document: String? = nil,
        options: [String] = []
    ) throws(FlagOperationError) {
        self.toggle = toggle
        parameter = try toggle.requireParameter()
        self.bytes = bytes ?? []
        isNew = bytes == nil
        self.path = path
        self.registry = registry
        self.timestamp = timestamp
        let words = (document.map { ["--document", $0] } ?? []) + options
        documentOptions = words.map { " \($0.quotedForShell)" }.joined()
    }

    /// The command that reverts ``kill(to:)``.
    var restoreCommand: String { "toggles restore \(toggle.key)\(documentOptions)" }

    // MARK: - Reading

    /// The flag of a document whose form is known.
    struct Flag {
        /// The text, in which a missing flag has been added.
        let text: FlagText
        /// Whether the flag was missing.
        let isAdded: Bool
        let variants: [(name: String, value: JSONValue)]
        /// The default variant; `nil` if users get the default in the code.
        let fallback: String?
        let isDisabled: Bool
        let rule: LocatedRule
        let targeting: LocatedValue?

        func value(of variant: String) -> JSONValue? { variants.last { $0.name == variant }?.value }
    }

    /// Reads the flag, after adding it if it is missing.
    ///
    /// - Throws: ``FlagOperationError`` if the text or the flag has a form that can't be edited.
    func read() throws(FlagOperationError) -> Flag {
        if let root = try? LocatedReader.read(bytes),
            root["flags"]?.value.members?.contains(where: { $0.name == parameter }) == true
        {
            return try flag(of: root, in: bytes, isAdded: false)
        }
        var editor = try DocumentEditor(bytes, path: path)
        let isAdded = editor.text(of: parameter) == nil
        if isAdded { try editor.add(parameter, toggle.safeDefinition) }
        return try flag(in: editor.bytes, isAdded: isAdded)
    }

    func flag(in bytes: [UInt8], isAdded: Bool = false) throws(FlagOperationError) -> Flag {
        try flag(of: try? LocatedReader.read(bytes), in: bytes, isAdded: isAdded)
    }

    private func flag(of root: LocatedValue?, in bytes: [UInt8], isAdded: Bool) throws(FlagOperationError) -> Flag {
        let name = "\(parameter.quoted) in \(path)"
        guard let root, let flags = root["flags"]?.value.members,
            let member = flags.last(where: { $0.name == parameter })
        else { throw FlagOperationError("\(path) is not a flagd document") }
        let isRepeated = flags.filter { $0.name == parameter }.count > 1
        guard !isRepeated, root.members?.filter({ $0.name == "flags" }).count == 1 else {
            throw FlagOperationError(
                "\(name) is defined twice, so apps ignore it and use the default in their code; remove one of the definitions"
            )
        }
        guard let members = member.value.members, let variants = member.value["variants"]?.value.members else {
            throw FlagOperationError(
                "\(name) has no ‘variants’; `toggles check \(path.quotedForShell)` shows its errors"
            )
        }
        for part in ["state", "variants", "defaultVariant", "targeting"] {
            guard members.filter({ $0.name == part }).count < 2 else {
                throw FlagOperationError(
                    "\(name) has \(part.quoted) twice, and readers differ in which one they use; remove one"
                )
            }
        }
        let targeting = member.value["targeting"]?.value
        guard targeting.map({ $0.members != nil || $0.isNull }) ?? true else {
            throw FlagOperationError(
                "\(name) has a ‘targeting’ that is not an object, so apps use the default in their code; correct it first"
            )
        }
        return Flag(
            text: FlagText(bytes, flag: member.value),
            isAdded: isAdded,
            variants: variants.map { ($0.name, $0.value.json) },
            fallback: member.value["defaultVariant"]?.value.string,
            isDisabled: member.value["state"]?.value.string == "DISABLED",
            rule: LocatedRule(targeting: targeting),
            targeting: targeting
        )
    }

    /// The line that names the flag.
    var title: String {
        (parameter == toggle.key ? "" : "\(toggle.key) reads ") + "\(parameter) in \(path):"
    }

    /// Returns a number as JSON that a toggle with numbers can have, and whose variants can have any name.
    private func newValue(_ text: String) -> String? {
        switch toggle.type {
        case .int: Int64(text).map { "\($0)" }
        case .double: Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
        default: nil
        }
    }

    /// Throws if a variant doesn't exist.
    func require(_ variant: String, of flag: Flag) throws(FlagOperationError) {
        let names = flag.variants.map(\.name)
        guard !names.contains(variant) else { return }
        if let other = flag.variants.first(where: { $0.value == .string(variant) }) {
            throw FlagOperationError(
                "\(parameter.quoted) has no variant \(variant.quoted); the variant with this value is \(other.name.quoted)"
            )
        }
        if let value = newValue(variant) {
            throw FlagOperationError(
                """
                \(parameter.quoted) has no variant \(variant.quoted); add ‘"\(variant)": \(value)’ to its ‘variants’ in \
                \(path), and run the command again
                """
            )
        }
        let question = Suggestion.question(for: variant, in: names)
        throw FlagOperationError(
            "\(parameter.quoted) has no variant \(variant.quoted)\(question.isEmpty ? "; it has \(names.quotedList("and"))" : question)"
        )
    }

    // MARK: - Finishing

    /// Applies edits, and checks the result.
    ///
    /// - Parameters:
    ///   - edits: The edits.
    ///   - flag: The flag to which they apply.
    ///   - lines: The effect in words, without the title.
    ///   - concern: The reason for a confirmation.
    ///   - isUrgent: Whether errors that the document already had elsewhere are only reported.
    ///   - changesDefault: Whether the default variant may change.
    ///   - isExpected: Returns whether the edited flag is as intended.
    /// - Returns: The change.
    /// - Throws: ``FlagOperationError`` if the result isn't as intended, or has errors.
    func change(
        _ edits: [FlagText.Edit],
        of flag: Flag,
        lines: [String],
        concern: String? = nil,
        isUrgent: Bool = false,
        changesDefault: Bool = false,
        isExpected: (Flag) -> Bool
    ) throws(FlagOperationError) -> DocumentChange {
        let new = edits.applied(to: flag.text.bytes)
        let parts = ["targeting", "state"] + (changesDefault ? ["defaultVariant"] : [])
        guard let edited = try? self.flag(in: new), hasSameRest(flag.text, edited.text, except: parts),
            isExpected(edited)
        else {
            throw FlagOperationError(
                "\(path) has a layout that cannot be edited; change \(parameter.quoted) by hand. Nothing was changed"
            )
        }
        let warnings = try checked(new, edited, isUrgent: isUrgent)
        var lines = lines
        var concern = concern
        if flag.isAdded {
            lines.insert(
                "the parameter is missing and will be added, with \(flag.fallback ?? "") as its default variant",
                at: 0
            )
            concern = concern ?? "it adds a parameter to the document"
        }
        if isNew { lines.insert("the document doesn't exist, and will be created", at: 0) }
        return DocumentChange(
            path: path,
            old: isNew ? nil : bytes,
            new: new,
            lines: [title] + lines.map { "  \($0)" },
            concern: concern,
            warnings: warnings
        )
    }

    /// Returns that there is nothing to change.
    func noChange(_ line: String) -> DocumentChange {
        DocumentChange(path: path, old: bytes, new: bytes, lines: [title, "  \(line)"], concern: nil, warnings: [])
    }

    /// Returns whether two documents are the same except for some parts of the flag.
    ///
    /// The rest of the document is compared byte by byte, since parsing all of it would take longer than everything else.
    private func hasSameRest(_ old: FlagText, _ new: FlagText, except parts: [String]) -> Bool {
        func rest(_ flag: LocatedValue) -> JSONValue? {
            guard case .object(var object) = flag.json else { return nil }
            for part in parts { object[part] = nil }
            return .object(object)
        }
        let (before, after) = (old.flag.range, new.flag.range)
        return old.bytes[..<before.lowerBound] == new.bytes[..<after.lowerBound]
            && old.bytes[before.upperBound...] == new.bytes[after.upperBound...]
            && rest(old.flag) == rest(new.flag)
    }

    /// Checks the edited text.
    ///
    /// - Returns: What to show to the user.
    /// - Throws: ``FlagOperationError`` if there are errors.
    private func checked(
        _ new: [UInt8],
        _ edited: Flag,
        isUrgent: Bool
    ) throws(FlagOperationError) -> [Diagnostic] {
        let check = DocumentCheck(registry: registry, timestamp: timestamp)
        let findings = check.run(new, path: path).diagnostics.filter { $0.severity != .note }
        guard !findings.isEmpty else { return [] }
        // Findings of the document before the change, last first.
        var known = Dictionary(grouping: check.run(bytes, path: path).diagnostics.reversed(), by: \.message)
        let range = edited.text.flag.range
        var errors: [Diagnostic] = []
        var newErrors = 0
        var warnings: [Diagnostic] = []
        for finding in findings {
            let knownFinding = known[finding.message]?.popLast()
            let isKnown = knownFinding != nil
            let isHere = range.contains(finding.range.start.offset)
            switch finding.severity {
            case .error where !isUrgent || isHere || !isKnown:
                // With an error, nothing is written, so the places in the file stay.
                errors.append(knownFinding ?? finding)
                if !isKnown { newErrors += 1 }
            case .error: warnings.append(finding)
            default: if !isKnown { warnings.append(finding) }
            }
        }
        guard errors.isEmpty else {
            guard newErrors > 0 else {
                throw FlagOperationError(
                    "The document already has \(errors.count.counted("error")), so nothing was changed; correct "
                        + "\(errors.count == 1 ? "it" : "them") first",
                    errors
                )
            }
            throw FlagOperationError(
                "The document would have \(errors.count.counted("error")) after the change, so nothing was changed; correct "
                    + "\(errors.count == 1 ? "it" : "them") first",
                errors
            )
        }
        return warnings
    }

    // MARK: - Wording

    /// What users have to whom the document gives no variant.
    static let codeDefault = "the default in the code"

    /// Returns what a flag gives users before a change, for a line.
    func wordingBefore(_ flag: Flag) -> String {
        wording(flag.isAdded ? .none(nil) : flag.rule, fallback: flag.isAdded ? nil : flag.fallback)
    }

    /// Returns what a rule gives users, for a line.
    func wording(_ rule: LocatedRule, fallback: String?) -> String {
        let fallback = fallback ?? Self.codeDefault
        switch rule {
        case .none: return fallback
        case .variant(let name, _): return name
        case .shares(let shares):
            let line = shares.line
            guard line.total > 0 else { return fallback }
            let names = line.variantsInUse
            return names.count == 1 ? names[0] : line.shareTexts.joinedStart(", ")
        case .conditions:
            guard let names = rule.variants(fallback: fallback) else { return "what the rule returns" }
            return names.count == 1 ? names[0] : "\(names.joinedStart(" or ")), depending on the rule"
        case .killed(let kill): return kill.variant
        case .foreign: return "what the rule returns"
        }
    }

    /// Returns the variant of users without a targeting key and attributes; `nil` for the default in the code.
    func variantWithoutContext(_ bytes: [UInt8]) -> String? {
        guard let document = try? FlagDocument(text: bytes), let index = document.index(of: parameter) else {
            return nil
        }
        return document.evaluate(index, context: EvaluationContext(), timestamp: timestamp).variant
    }
}

extension [String] {
    /// Joins the first ten texts, because a flag can have thousands of variants.
    func joinedStart(_ separator: String) -> String {
        let maximum = 10
        let start = prefix(maximum).joined(separator: separator)
        return count > maximum ? "\(start)\(separator)… and \(count - maximum) more" : start
    }
}

extension ToggleDeclaration {
    /// Returns the parameter of the remote document that the toggle reads.
    ///
    /// - Throws: ``FlagOperationError`` if it's a release toggle, which reads no document.
    @discardableResult
    package func requireParameter() throws(FlagOperationError) -> String {
        if let remoteParameter { return remoteParameter }
        throw FlagOperationError(
            "\(key.quoted) is a release toggle, which reads no document; run `toggles promote \(key)` first"
        )
    }

    /// Throws ``FlagOperationError`` if the toggle isn't a migration toggle, because only those have stages.
    package func requireStages() throws(FlagOperationError) {
        guard category != .migration else { return }
        throw FlagOperationError(
            """
            \(key.quoted) is not a migration toggle but a toggle of the category \(category.rawValue), which has no stages; use \
            `toggles rollout`
            """
        )
    }
}
