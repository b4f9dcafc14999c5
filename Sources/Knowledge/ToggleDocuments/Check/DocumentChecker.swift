import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import ToggleBase
import ToggleManifest

/// The state of checking one document.
struct DocumentChecker {
    let registry: ToggleRegistry?
    let limits: FlagDocument.Limits
    /// The allowed schemes of links in update policies.
    let schemes: Set<String>
    /// The offset from UTC of creation times of update policies that don't state their own.
    let utcOffset: Duration
    /// The current time in seconds since 1970, with which the creation time of update policies is compared.
    let timestamp: Int64?
    var findings = Findings()
    var flagCount = 0
    /// The number of entries of an update policy; `nil` for a document with flags.
    var entryCount: Int?

    /// The document as clients compile it; `nil` if they reject it, and for anything but documents.
    var compiled: FlagDocument?
    /// The update policy as apps read it; `nil` if they reject it, and for anything else.
    var policy: UpdatePolicyDocument?
    /// The toggles by the parameters that they read.
    let index: ToggleIndex?

    /// The shared rules by name; `nil` for a single rule, whose document is unknown.
    var evaluators: [String: LocatedValue]?
    var usedEvaluators: Set<String> = []
    /// The possible results of shared rules, computed once.
    var evaluatorResults: [String: RuleResults] = [:]
    /// The remaining budget for computing which users flags with update policies lock out.
    var policyBudget = PolicyBudget()
    /// The names of the shared rules, for suggestions.
    private var evaluatorNames: [String] = []
    /// Suggestions for unknown operators.
    private var operatorQuestions: [String: String] = [:]
    /// The number of suggestions that were searched for.
    private(set) var suggestions = 0
    /// Whether the rule that is being checked is a shared one.
    var isInEvaluator = false

    init(_ check: DocumentCheck) {
        registry = check.registry
        index = registry.map { ToggleIndex($0) }
        limits = check.limits
        schemes = check.schemes
        utcOffset = check.utcOffset
        timestamp = check.timestamp
    }

    private static let rootNames = ["$schema", "flags", "$evaluators", "metadata"]

    /// The maximum number of searches for suggestions among the names of a document.
    static let maximumSuggestions = 32

    /// Returns a suggestion for an undefined name, as the end of a sentence.
    ///
    /// A document may have thousands of such names and candidates; only the first ones are compared.
    mutating func question(for name: String, in candidates: @autoclosure () -> [String]) -> String {
        guard suggestions < Self.maximumSuggestions else { return "" }
        suggestions += 1
        return Suggestion.question(for: name, in: candidates().prefix(1_000))
    }

    /// Returns a suggestion for the name of an unknown shared rule.
    mutating func questionForEvaluator(_ name: String) -> String {
        let names = evaluatorNames
        return question(for: name, in: names)
    }

    /// Returns a suggestion for an unknown operator, cached because the same misspelling is often repeated.
    mutating func questionForOperator(_ name: String) -> String {
        if let known = operatorQuestions[name] { return known }
        guard operatorQuestions.count < Self.maximumSuggestions else { return "" }
        let question = Suggestion.question(for: name, in: RuleOperator.names)
        operatorQuestions[name] = question
        return question
    }

    /// Checks a single targeting rule.
    mutating func checkTargeting(_ root: LocatedValue) {
        guard let members = root.members else {
            findings.error(root.range, "a targeting rule must be an object, not \(root.kind)")
            return
        }
        if !members.isEmpty { checkRule(root) }
    }

    mutating func checkDocument(_ root: LocatedValue) {
        guard let members = root.members else {
            findings.error(root.range, "a document must be an object with ‘flags’, not \(root.kind)")
            return
        }
        if root.isUpdatePolicy { return checkPolicy(root) }
        for member in members where !Self.rootNames.contains(member.name) {
            if let meant = Suggestion.closest(to: member.name, in: Self.rootNames) {
                findings.warning(member.nameRange, "\(member.name.quoted) is not read; did you mean \(meant.quoted)?")
            }
        }
        if let metadata = root["metadata"]?.value { checkMetadata(metadata, isOfSet: true) }
        checkEvaluators(root["$evaluators"]?.value)
        let schema = root["$schema"]?.value.string ?? ""
        if let flags = root["flags"] {
            checkFlags(flags, isForDaemon: schema.hasSuffix("flagd.json"))
        } else if root["payload"] != nil, root["signature"] != nil {
            findings.error(
                root.range.prefix(1),
                "this is a signed document in its envelope; `toggles verify … --output FILE` extracts the document"
            )
        } else {
            findings.error(root.range.prefix(1), "the document has no ‘flags’; without flags, write {\"flags\": {}}")
        }
        for member in root["$evaluators"]?.value.members ?? [] where !usedEvaluators.contains(member.name) {
            findings.warning(
                member.nameRange,
                "no rule refers to \(member.name.quoted); remove it, or refer to it with $ref"
            )
        }
    }

    private mutating func checkEvaluators(_ value: LocatedValue?) {
        evaluators = [:]
        guard let value else { return }
        guard let members = value.members else {
            findings.error(value.range, "‘$evaluators’ must be an object of rules by name, not \(value.kind)")
            return
        }
        for member in members { evaluators?[member.name] = member.value }
        evaluatorNames = evaluators?.keys.sorted() ?? []
        isInEvaluator = true
        for member in members {
            if member.name.isEmpty {
                findings.error(member.nameRange, "the name of a shared rule is empty; give it one")
            }
            guard let rule = member.value.members else {
                findings.error(member.value.range, "a shared rule must be an object, not \(member.value.kind)")
                continue
            }
            if !rule.isEmpty { checkRule(member.value) }
        }
        isInEvaluator = false
    }

    /// Checks metadata, which can contain only scalars.
    mutating func checkMetadata(_ value: LocatedValue, isOfSet: Bool) {
        guard let members = value.members else {
            findings.error(value.range, "‘metadata’ must be an object, not \(value.kind)")
            return
        }
        for member in members {
            if isOfSet, member.name == "bucketing" {
                if !["v2", "v3"].contains(member.value.string) {
                    findings.error(member.value.range, "‘bucketing’ must be \"v2\" or \"v3\"; the default is \"v3\"")
                }
                continue
            }
            switch member.value.content {
            case .bool, .integer, .number:
                if isOfSet, member.name == "flagSetId" || member.name == "version" {
                    findings.error(
                        member.value.range,
                        "\(member.name.quoted) of a set of flags must be a string, not \(member.value.kind); put it in quotes"
                    )
                }
            case .string: break
            case .null, .array, .object:
                findings.error(
                    member.value.range,
                    """
                    metadata values are strings, numbers or Booleans, but \(member.name.quoted) is \(member.value.kind); \
                    other readers reject the whole document because of it
                    """
                )
            }
        }
    }

    private mutating func checkFlags(_ member: LocatedMember, isForDaemon: Bool) {
        switch member.value.content {
        case .object(let flags):
            flagCount = flags.count
            checkCount(at: member.nameRange)
            for flag in flags { checkFlag(key: flag.name, keyRange: flag.nameRange, flag.value, isElement: false) }
            checkParameters(flags.map(\.name), at: member.nameRange)
            for flag in flags { checkPolicyFlag(flag) }
            noteUncheckedPolicies(at: member.nameRange)
        case .array(let flags):
            let advice = "apps read an object of flags by key; only the flagd daemon reads an array"
            if isForDaemon {
                findings.warning(member.nameRange, advice)
            } else {
                findings.error(member.nameRange, advice)
            }
            flagCount = flags.count
            checkCount(at: member.nameRange)
            checkElements(flags)
        default:
            findings.error(member.value.range, "‘flags’ must be an object of flags by key, not \(member.value.kind)")
        }
    }

    private mutating func checkElements(_ flags: [LocatedValue]) {
        var keys: Set<String> = []
        for flag in flags {
            guard let key = flag["key"], let name = key.value.string else {
                let range = flag["key"]?.value.range ?? flag.range.prefix(1)
                findings.error(range, "a flag in an array has its key in the string ‘key’")
                continue
            }
            if !keys.insert(name).inserted {
                findings.error(key.value.range, "the flag \(name.quoted) is defined twice; remove one of them")
            }
            checkFlag(key: name, keyRange: key.value.range, flag, isElement: true)
        }
    }

    private mutating func checkCount(at range: Range<Int>) {
        if flagCount > limits.flags {
            findings.error(
                range,
                "the document has \(flagCount) flags, more than the \(limits.flags) that clients accept"
            )
        }
    }
}

extension Range<Int> {
    /// Returns the beginning of a range that is too long to be marked as a whole.
    func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
