/// What a rule can answer, whatever the variants of a flag are.
///
/// It is the same for each flag that refers to a shared rule, which may be large.
struct RuleResults {
    /// Something that a rule answers.
    enum Answer: Hashable {
        /// The name of a variant.
        case name(String)
        /// True or false, by an operator.
        case boolean(String)
        /// What can be no variant's name.
        case other(String)
    }

    /// The answers, with their places, in the order of the rule.
    private(set) var answers: [(answer: Answer, range: Range<Int>)] = []
    /// The references to shared rules whose answer is the rule's.
    private(set) var references: [(name: String, range: Range<Int>)] = []
    /// The names that are answered.
    private(set) var names: Set<String> = []
    /// Whether there may be answers that are not known.
    private(set) var isOpen = false
    /// The answers so far; `nil` where each of them counts, and not only the first of its kind.
    private var known: Set<Answer>?

    /// Collects what the rule of a flag can answer.
    init(_ rule: LocatedValue) {
        follow(rule)
    }

    /// Collects what a shared rule can answer, each answer once.
    init(shared rule: LocatedValue) {
        known = []
        follow(rule)
        // Shared rules do not refer to others.
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
        case .object(let members):
            guard members.count == 1, let member = members.first else { return }
            guard member.name == "$ref" else { return follow(operator: member) }
            if let name = member.value.string {
                references.append((name, member.value.range))
            } else {
                isOpen = true
            }
        }
    }

    private mutating func follow(operator member: LocatedMember) {
        let elements = member.value.elements ?? [member.value]
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
                // A share of 0 counts too: it has a note of its own, and is a rollout's first step.
                follow(variant)
            }
        case .branches:
            if elements.count == 1 {
                // Without a branch the condition itself is the answer.
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
