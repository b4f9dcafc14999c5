import DocumentSyntax
import FeatureToggles
import FeatureTogglesRemote
import ToggleBase
import ToggleManifest

/// Checks of flags and their variants.
extension DocumentChecker {
    private static let flagNames = ["state", "variants", "defaultVariant", "targeting", "metadata"]
    private static let states = ["ENABLED", "DISABLED"]

    mutating func checkFlag(key: String, keyRange: Range<Int>, _ flag: LocatedValue, isElement: Bool) {
        checkKey(key, keyRange)
        guard let members = flag.members else {
            findings.error(flag.range, "a flag must be an object, not \(flag.kind)")
            return
        }
        for member in members where !Self.flagNames.contains(member.name) && !(isElement && member.name == "key") {
            findings.warning(
                member.nameRange,
                """
                a flag has no \(member.name.quoted)\(Suggestion.question(for: member.name, in: Self.flagNames)); some \
                readers reject the whole document because of it; put additions into ‘metadata’
                """
            )
        }
        checkState(flag["state"], of: keyRange)
        let variants = checkVariants(flag["variants"], of: keyRange)
        checkDefaultVariant(flag["defaultVariant"], variants)
        if let metadata = flag["metadata"]?.value { checkMetadata(metadata, isOfSet: false) }
        checkTargeting(
            flag["targeting"],
            variants,
            defaultVariant: flag["defaultVariant"]?.value.string,
            used: stages(of: key, variants ?? [])
        )
        checkToggle(key: key, keyRange: keyRange, flag, variants)
    }

    private mutating func checkKey(_ key: String, _ range: Range<Int>) {
        if key.isEmpty { findings.error(range, "the key of a flag is empty; give it one") }
        if key.utf8.count > limits.keyLength {
            findings.error(
                range.prefix(1),
                "the key has \(key.utf8.count) bytes, more than the \(limits.keyLength) that clients accept"
            )
        }
        if let scalar = key.unicodeScalars.first(where: \.isUnprintable) {
            let number = String(scalar.value, radix: 16, uppercase: true)
            findings.warning(range, "the key has an invisible character, U+\(number); remove it")
        }
    }

    private mutating func checkState(_ state: LocatedMember?, of flag: Range<Int>) {
        guard let state else {
            findings.error(flag, "the flag has no ‘state’; write \"state\": \"ENABLED\"")
            return
        }
        guard let text = state.value.string else {
            findings.error(state.value.range, "‘state’ must be \"ENABLED\" or \"DISABLED\", not \(state.value.kind)")
            return
        }
        if !Self.states.contains(text) {
            let question = Suggestion.question(for: text, in: Self.states)
            findings.error(
                state.value.range,
                "‘state’ must be \"ENABLED\" or \"DISABLED\", not \(text.quoted)\(question)"
            )
        }
    }

    /// Checks variants.
    ///
    /// - Returns: The variants, or `nil` if there are none.
    private mutating func checkVariants(_ variants: LocatedMember?, of flag: Range<Int>) -> [LocatedMember]? {
        guard let variants else {
            findings.error(flag, "the flag has no ‘variants’; write for example {\"on\": true, \"off\": false}")
            return nil
        }
        guard let members = variants.value.members else {
            findings.error(
                variants.value.range,
                "‘variants’ must be an object of values by name, not \(variants.value.kind)"
            )
            return nil
        }
        guard let first = members.first else {
            findings.error(
                variants.value.range,
                "‘variants’ is empty; write for example {\"on\": true, \"off\": false}"
            )
            return nil
        }
        for member in members {
            if member.name.isEmpty { findings.error(member.nameRange, "the name of a variant is empty; give it one") }
            switch member.value.content {
            case .null, .array:
                findings.error(
                    member.value.range,
                    "a variant must be a Boolean, a string, a number or an object, but \(member.name.quoted) is \(member.value.kind)"
                )
            default:
                if member.value.kind != first.value.kind, first.value.isVariant {
                    findings.error(
                        member.value.range,
                        """
                        the variants of a flag have the same type, but \(first.name.quoted) is \(first.value.kind) and \
                        \(member.name.quoted) is \(member.value.kind)
                        """
                    )
                }
            }
        }
        return members
    }

    private mutating func checkDefaultVariant(_ member: LocatedMember?, _ variants: [LocatedMember]?) {
        guard let member, !member.value.isNull else { return }
        guard let name = member.value.string else {
            findings.error(
                member.value.range,
                "‘defaultVariant’ must be the name of a variant or null, not \(member.value.kind)"
            )
            return
        }
        guard let variants, !variants.contains(where: { $0.name == name }) else { return }
        let question = question(for: name, in: variants.map(\.name))
        findings.error(member.value.range, "the flag has no variant \(name.quoted)\(question)")
    }

    private mutating func checkTargeting(
        _ member: LocatedMember?,
        _ variants: [LocatedMember]?,
        defaultVariant: String?,
        used: Set<String>
    ) {
        guard let member else { return }
        if member.value.isNull {
            findings.warning(member.value.range, "‘targeting’ must be an object; leave it out, or write {}, for none")
            return
        }
        guard let rule = member.value.members else {
            findings.error(member.value.range, "‘targeting’ must be an object, not \(member.value.kind)")
            return
        }
        if rule.isEmpty { return }
        if let kill = LocatedKill(member.value) {
            return checkKill(kill, variants, defaultVariant: defaultVariant, used: used)
        }
        checkRule(member.value)
        guard let variants else { return }
        checkResults(of: member.value, variants, defaultVariant: defaultVariant, used: used)
    }

    /// Returns the variants with stages of a migration, which goes through all of them.
    ///
    /// If the toggles are unknown, a flag with stages only is a migration's.
    private func stages(of key: String, _ variants: [LocatedMember]) -> Set<String> {
        let stages = variants.filter { $0.value.string.flatMap { MigrationStage(rawValue: $0) } != nil }
        let isMigration =
            index?.readers[key]?.contains { $0.category == .migration } ?? (stages.count == variants.count)
        return isMigration ? Set(stages.map(\.name)) : []
    }

    /// Checks a rule that was set aside, which will be used again.
    private mutating func checkKill(
        _ kill: LocatedKill,
        _ variants: [LocatedMember]?,
        defaultVariant: String?,
        used: Set<String>
    ) {
        let used = used.union([kill.variant])
        findings.note(
            kill.variantValue.range,
            "every user gets this variant; `toggles restore` brings the rest of the rule back"
        )
        let rest = kill.rest.flatMap { $0.members == nil ? nil : $0 }
        let inner = rest.flatMap { LocatedKill($0) }
        if let inner {
            checkKill(inner, variants, defaultVariant: defaultVariant, used: used)
        } else if let rest {
            checkRule(rest)
        }
        guard let variants else { return }
        if !variants.contains(where: { $0.name == kill.variant }) {
            let question = question(for: kill.variant, in: variants.map(\.name))
            findings.error(kill.variantValue.range, "the flag has no variant \(kill.variant.quoted)\(question)")
        }
        if let rest, inner == nil {
            checkResults(of: rest, variants, defaultVariant: defaultVariant, used: used)
        }
    }
}

extension LocatedValue {
    /// Whether it is valid as the value of a variant.
    fileprivate var isVariant: Bool {
        switch content {
        case .null, .array: false
        default: true
        }
    }
}
