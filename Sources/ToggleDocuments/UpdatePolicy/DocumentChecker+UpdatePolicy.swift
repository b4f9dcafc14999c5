import FeatureToggles
import ForcedUpdates
import ToggleManifest

/// Update policies: files of their own, and flags whose variants are one.
extension DocumentChecker {
    mutating func checkPolicy(_ root: LocatedValue) {
        entryCount = root["details"]?.value.elements?.count ?? 0
        report(UpdatePolicyDocument.read(root.json, as: .file, schemes: schemes), in: root)
    }

    /// Checks a flag, if its variants are what an update policy says.
    mutating func checkPolicyFlag(_ flag: LocatedMember) {
        guard flag.value.isPolicyFlag else { return }
        for variant in flag.value["variants"]?.value.members ?? [] where variant.value.members != nil {
            report(UpdatePolicyDocument.read(variant.value.json, as: .variant, schemes: schemes), in: variant.value)
        }
        let definition = flag.value.json
        let reach = PolicyFlagReach(key: flag.name, definition, evaluators: evaluatorsJSON, schemes: schemes)
        // Also a lock that begins some day.
        guard let reach, reach.locksEveryVersion(at: 0) || reach.locksEveryVersion(at: Self.someDay) else { return }
        findings.error(
            flag.nameRange,
            """
            \(flag.name.quoted) locks every version of the app out on every version of the system, so that no update \
            helps; let the rule look at ‘appVersion’, or write "all": true into the variant if that is meant
            """
        )
    }

    /// The year 2100, which no rule looks beyond.
    private static let someDay: Int64 = 4_102_444_800

    private mutating func report(_ reading: UpdatePolicyDocument.Reading, in root: LocatedValue) {
        for problem in reading.problems {
            let range = root.range(at: problem.path)
            switch problem.severity {
            case .error: findings.error(range, problem.message)
            case .warning: findings.warning(range, problem.message)
            case .note: findings.note(range, problem.message)
            }
        }
    }

    private var evaluatorsJSON: JSONObject {
        JSONObject((evaluators ?? [:]).map { JSONObject.Member(name: $0.key, value: $0.value.json) })
    }
}

extension LocatedValue {
    /// Whether this is an update policy in a file of its own.
    var isUpdatePolicy: Bool {
        members != nil && self["flags"] == nil && (self["details"] != nil || self["created_at"] != nil)
    }

    /// Whether this is a flag with variants that are what an update policy says.
    var isPolicyFlag: Bool {
        let variants = self["variants"]?.value.members ?? []
        return variants.hasNothingButLevels
            || variants.contains { variant in
                if let entries = variant.value["details"]?.value.elements {
                    return entries.contains { $0["app_version"] != nil || $0["os_version"] != nil }
                }
                // Also a level that is misspelt: what looks like a policy has to be one.
                guard let level = variant.value["level"]?.value.string else { return false }
                return UpdateLevel(rawValue: level)?.isLock != false
                    && ["title", "message", "button_text", "redirect_url", "languages"].contains {
                        variant.value[$0] != nil
                    }
            }
    }

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

extension [LocatedMember] {
    /// Whether these are variants of which all objects have a level, and no member that policies have not.
    fileprivate var hasNothingButLevels: Bool {
        let objects = compactMap(\.value.members).filter { !$0.isEmpty }
        return !objects.isEmpty
            && objects.allSatisfy { members in
                members.allSatisfy { UpdatePolicyDocument.entryNames.contains($0.name) }
                    && members.contains {
                        $0.name == "level" && $0.value.string.flatMap { UpdateLevel(rawValue: $0) } != nil
                    }
            }
    }
}
