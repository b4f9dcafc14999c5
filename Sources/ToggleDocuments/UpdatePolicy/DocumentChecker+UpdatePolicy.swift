import FeatureToggles
import ForcedUpdates
import ToggleManifest

/// Update policies: files of their own, and flags whose variants are one.
extension DocumentChecker {
    mutating func checkPolicy(_ root: LocatedValue) {
        entryCount = root["details"]?.value.elements?.count ?? 0
        report(UpdatePolicyDocument.read(root.json, as: .file, schemes: schemes, now: timestamp), in: root)
    }

    /// Checks a flag, if its variants are what an update policy says.
    mutating func checkPolicyFlag(_ flag: LocatedMember) {
        guard flag.value.isPolicyFlag else { return noteMissingLevel(of: flag) }
        for variant in flag.value["variants"]?.value.members ?? [] where variant.value.members != nil {
            let json = variant.value.json
            report(UpdatePolicyDocument.read(json, as: .variant, schemes: schemes, now: timestamp), in: variant.value)
        }
        let definition = flag.value.json
        let reach = PolicyFlagReach(key: flag.name, definition, evaluators: evaluatorsJSON, schemes: schemes)
        guard let reach else { return }
        // Also a lock that begins some day, or is over then.
        guard let moment = reach.momentOfLockout(now: timestamp) else {
            guard let (moment, lockouts) = reach.lockouts(now: timestamp) else { return }
            for lockout in lockouts { warn(of: lockout, at: reach.text(of: moment), flag) }
            return
        }
        let time = reach.text(of: moment).map { " at \($0)" } ?? ""
        findings.error(
            flag.nameRange,
            """
            \(flag.name.quoted) locks every version of the app out on every version of the system\(time), so that no update \
            helps; let the rule look at ‘appVersion’, or write "all": true into each variant that locks the newest version \
            if that is meant
            """
        )
    }

    /// Warns of people whom a flag locks out for good.
    private mutating func warn(of lockout: PolicyFlagLockout, at time: String?, _ flag: LocatedMember) {
        let name = flag.name.quoted
        let people = lockout.people + (time.map { " at \($0)" } ?? "")
        let accept = "write \"all\": true into the variant \(lockout.variant.quoted) if that is meant"
        let end = "end the range, as in {\"sem_ver\": [{\"var\": \"appVersion\"}, \"<\", \"2.0.0\"]}"
        let message =
            switch (lockout.reach, lockout.level) {
            case (.everyVersion, _):
                """
                \(name) locks every version of the app out\(people), so that no update helps; let the rule look at \
                ‘appVersion’, or \(accept)
                """
            case (.newestVersion, .required):
                """
                \(name) locks the newest version out as well\(people), so that whoever updates is locked out again; \
                \(end), or \(accept)
                """
            case (.newestVersion, _):
                """
                \(name) locks the newest version out as well\(people), and every later one until the flag is changed, \
                also one that would mend it; \(end), or \(accept)
                """
            }
        findings.warning(flag.nameRange, message)
    }

    /// Notes a flag that is called like a policy and has the texts of one, and that apps do not follow.
    private mutating func noteMissingLevel(of flag: LocatedMember) {
        let name = flag.name.lowercased()
        guard ["update", "upgrade", "maintenance", "force"].contains(where: { name.contains($0) }) else { return }
        for variant in flag.value["variants"]?.value.members ?? [] where variant.value.isNoticeWithoutLevel {
            findings.note(
                variant.nameRange,
                """
                the variant \(variant.name.quoted) looks like an update policy and has no ‘level’, without which apps do not \
                follow it as one; write one of \(UpdateLevel.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
                """
            )
        }
    }

    private mutating func report(_ reading: UpdatePolicyDocument.Reading, in root: LocatedValue) {
        for problem in reading.problems {
            let range = root.range(at: problem.path)
            switch problem.severity {
            case .error: findings.error(range, problem.message)
            case .warning: findings.warning(range, problem.message)
            case .note: findings.note(range, problem.message)
            }
        }
        // Apps refuse it, whatever was told.
        if reading.document == nil, !reading.problems.contains(where: { $0.severity == .error }) {
            findings.error(root.range.prefix(1), "the policy has errors, so that apps do not accept it")
        }
    }

    private var evaluatorsJSON: JSONObject {
        JSONObject((evaluators ?? [:]).map { JSONObject.Member(name: $0.key, value: $0.value.json) })
    }
}

extension LocatedValue {
    /// Where something in this value is, as a policy's problems say it; the last place on the way that is there.
    func range(at path: [UpdatePolicyProblem.Step]) -> Range<Int> {
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
