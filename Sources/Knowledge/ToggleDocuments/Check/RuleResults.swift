import DocumentSyntax
import FeatureToggles
import ToggleBase

/// The possible results of a rule, independent of the variants of a flag.
///
/// They are the same for each flag that refers to a shared rule, which may be large.
struct RuleResults {
    /// A possible result.
    enum Answer: Hashable {
        /// The name of a variant.
        case name(String)
        /// True or false; the value is the operator.
        case boolean(String)
        /// A value that can't be the name of a variant; the value is its kind.
        case other(String)
    }

    /// The answers with their ranges, in the order of the rule.
    private(set) var answers: [(answer: Answer, range: Range<Int>)] = []
    /// The references to shared rules whose results are results of this rule.
    private(set) var references: [(name: String, range: Range<Int>)] = []
    /// The names of variants among the answers.
    private(set) var names: Set<String> = []
    /// Whether there may be unknown answers.
    private(set) var isOpen = false
    /// The answers so far; `nil` if duplicates are kept.
    private var known: Set<Answer>?

    /// Collects the possible results of a flag's rule.
    init(_ rule: LocatedValue) {
        follow(rule)
    }

    /// Collects the possible results of a shared rule, without duplicates.
    init(shared rule: LocatedValue) {
        known = []
        follow(rule)
        // Shared rules can't refer to others.
        if !references.isEmpty { isOpen = true }
        references = []
        known = nil
    }

    private mutating func follow(_ value: LocatedValue) {
        switch value.content {
        case .null: return
        case .string(let name): add(.name(name), value.range)
        case .bool(let flag): add(.name(flag ? "true" : "false"), value.range)
        case .integer, .number, .array: add(.other(value.kind), value.range)
        case .object:
            guard let operation = value.operation else { return }
            if let name = value.reference {
                references.append((name, operation.value.range))
            } else {
                follow(operator: operation)
            }
        }
    }

    private mutating func follow(operator member: LocatedMember) {
        let elements = member.value.operands
        switch RuleOperator.all[member.name]?.result {
        case nil, .anything: isOpen = true
        case .boolean: add(.boolean(member.name), member.nameRange)
        case .operands:
            // The result depends on all of them; one that isn't a variant may never be the last.
            isOpen = true
            if let last = elements.last, last.members == nil { follow(last) }
        case .share:
            let shares = elements.first?.elements == nil ? elements.dropFirst() : elements[...]
            for share in shares {
                guard let parts = share.elements, let variant = parts.first else { continue }
                // A share with weight 0 also counts: it has its own note, and it is the first step of a rollout.
                follow(variant)
            }
        case .branches:
            if elements.count == 1 {
                // Without branches, the condition itself is the answer.
                follow(elements[0])
                return
            }
            for index in stride(from: 0, to: elements.count - 1, by: 2) {
                let truth = elements[index].truth
                if truth != false { follow(elements[index + 1]) }
                if truth == true { return }
            }
            if elements.count % 2 == 1, let last = elements.last { follow(last) }
        }
    }

    private mutating func add(_ answer: Answer, _ range: Range<Int>) {
        switch answer {
        case .name(let name): names.insert(name)
        case .boolean: names.formUnion(["true", "false"])
        case .other: break
        }
        if known?.insert(answer).inserted != false { answers.append((answer, range)) }
    }
}
