import DocumentSyntax
import ForcedUpdates
import ToggleBase
import ToggleManifest

/// Checks of update policies, in separate files and as the variants of flags.
extension DocumentChecker {
    mutating func checkPolicy(_ root: LocatedValue) {
        entryCount = root["details"]?.value.elements?.count ?? 0
        let reading = read(root.json, as: .file)
        policy = reading.document
        report(reading, in: root)
    }

    private func read(_ json: JSONValue, as form: UpdatePolicyDocument.Form) -> UpdatePolicyDocument.Reading {
        UpdatePolicyDocument.read(json, as: form, schemes: schemes, utcOffset: utcOffset, now: timestamp)
    }

    /// Reports a policy that is smaller than the limit for documents, but larger than the one for policies, which apps
    /// put into a document.
    mutating func checkPolicySize(_ size: Int) {
        guard size > UpdatePolicyDocument.maximumSize else { return }
        findings.error(
            0..<0,
            """
            the policy has \(size) bytes, more than the \(UpdatePolicyDocument.maximumSize) that apps accept; remove old \
            entries
            """
        )
    }

    /// Checks a flag if its variants are an update policy.
    mutating func checkPolicyFlag(_ flag: LocatedMember) {
        guard flag.value.isPolicyFlag else { return noteMissingLevel(of: flag) }
        for variant in flag.value["variants"]?.value.members ?? [] where variant.value.members != nil {
            report(read(variant.value.json, as: .variant), in: variant.value)
        }
        guard let compiled, policyBudget.allows(flag.name, size(of: flag)) else { return }
        let policy = PolicyFlag(
            flag.name,
            of: compiled,
            flag.value.json,
            schemes: schemes
        )
        guard let lockout = policy?.lockout(at: timestamp ?? 0), let lock = lockout.unintended else { return }
        let name = flag.name.quoted
        guard let isOfEveryVersion = lockout.isOfEveryVersion else {
            findings.warning(
                flag.nameRange,
                """
                \(name) locks the newest version out, and its rule compares too many versions to determine whether it locks \
                every version out; write a shorter rule
                """
            )
            return
        }
        if isOfEveryVersion {
            findings.error(
                flag.nameRange,
                """
                \(name) locks every version of the app out on every version of the system, so no update helps; \
                use ‘appVersion’ in the rule, or write "all": true into each variant that locks the newest version \
                if that is intended
                """
            )
            return
        }
        let consequence =
            lock.level == .required
            ? ", so users who update are locked out again"
            : ", and every later one until the flag is changed, even one with a fix"
        findings.warning(
            flag.nameRange,
            """
            \(name) locks the newest version out as well\(consequence); end the range, as in \
            {"sem_ver": [{"var": "appVersion"}, "<", "2.0.0"]}, or write "all": true into the variant \
            \(lock.place.quoted) if that is intended
            """
        )
    }

    /// Warns about flags for which the locked-out users are unknown.
    mutating func noteUncheckedPolicies(at range: Range<Int>) {
        guard let first = policyBudget.omitted.first else { return }
        let others = policyBudget.omitted.count - 1
        let names = others == 0 ? first.quoted : "\(first.quoted) and \(others.counted("more flag"))"
        findings.omission(
            range,
            """
            it is unknown whether \(names) \(others == 0 ? "locks" : "lock") people out, because checking the flags before \
            took too long; check a document with fewer update policies
            """
        )
    }

    /// Returns the size of a flag in bytes, including the shared rules that it refers to.
    private func size(of flag: LocatedMember) -> Int {
        let names = flag.value["targeting"]?.value.references ?? []
        return names.reduce(flag.value.range.count) { $0 + (evaluators?[$1]?.range.count ?? 0) }
    }

    /// Adds a note for a flag that has the name and texts of a policy, but no level, so that apps don't treat it as
    /// one.
    private mutating func noteMissingLevel(of flag: LocatedMember) {
        let name = flag.name.lowercased()
        guard ["update", "upgrade", "maintenance", "force"].contains(where: { name.contains($0) }) else { return }
        for variant in flag.value["variants"]?.value.members ?? [] where variant.value.isNoticeWithoutLevel {
            findings.note(
                variant.nameRange,
                """
                the variant \(variant.name.quoted) looks like an update policy but has no ‘level’, without which apps do not \
                treat it as one; write one of \(UpdateLevel.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
                """
            )
        }
    }

    private mutating func report(_ reading: UpdatePolicyDocument.Reading, in root: LocatedValue) {
        for diagnostic in reading.diagnostics {
            let range = root.range(at: diagnostic.path)
            switch diagnostic.severity {
            case .error: findings.error(range, diagnostic.message)
            case .warning: findings.warning(range, diagnostic.message)
            case .note: findings.note(range, diagnostic.message)
            }
        }
        // Apps reject it, even if no error was reported.
        if reading.document == nil, !reading.diagnostics.contains(where: { $0.severity == .error }) {
            findings.error(root.range.prefix(1), "the policy has errors, so apps do not accept it")
        }
    }

}

/// The budget for computing which users flags with update policies lock out.
///
/// An app has one or two such flags; a document with thousands of them must not take minutes.
struct PolicyBudget {
    /// The remaining number of bytes of rules and variants; shared rules count for each flag that refers to them.
    private var bytes = 1 << 20
    /// The flags that were left out.
    private(set) var omitted: [String] = []

    /// Returns whether a flag is checked, and reduces the budget by its size.
    mutating func allows(_ key: String, _ size: Int) -> Bool {
        guard bytes > 0 else {
            omitted.append(key)
            return false
        }
        bytes -= size
        return true
    }
}

extension LocatedValue {
    /// Returns the range at the path of a diagnostic, or of the last part of the path that exists.
    func range(at path: [UpdatePolicyDiagnostic.Step]) -> Range<Int> {
        var value = self
        for step in path {
            switch step {
            case .name(let name):
                if let member = value[name] { return member.nameRange }
                return value.range.prefix(1)
            case .member(let name):
                guard let member = value[name] else { return value.range.prefix(1) }
                value = member.value
            case .element(let index):
                guard let elements = value.elements, elements.indices.contains(index) else {
                    return value.range.prefix(1)
                }
                value = elements[index]
            }
        }
        switch value.content {
        case .array, .object: return value.range.prefix(1)
        default: return value.range
        }
    }
}
