package import ToggleBase

/// The answers of a flag for all targeting keys, known without an evaluation: those of a static flag, or of a
/// `fractional` with constant variants and weights.
package struct RuleShares: Sendable, Hashable {
    /// A range of buckets with the same answer.
    package struct Stretch: Sendable, Hashable {
        package let weight: Int
        package let answer: FlagAnswer
    }

    /// The maximum number of shares; flags with more must be evaluated.
    static let limit = 1_000

    /// The bucketing expression; `nil` if there is only one answer.
    package let bucketing: JSONValue?
    /// The answers in the order of the buckets; the sum of their weights is positive.
    package let stretches: [Stretch]

    /// Creates the shares of a flag, or returns `nil` if it must be evaluated.
    ///
    /// - Parameter flag: The definition, or `nil` for a missing flag.
    package init?(_ flag: JSONObject?) {
        guard let flag else {
            self.init(.codeDefault)
            return
        }
        guard case .object(let variants)? = flag["variants"], !variants.members.isEmpty else {
            self.init(.failure)
            return
        }
        switch flag["state"] {
        case .string("DISABLED")?:
            self.init(.codeDefault)
            return
        case .string("ENABLED")?: break
        default:
            self.init(.failure)
            return
        }
        let fallback: FlagAnswer
        switch flag["defaultVariant"] {
        case nil, .null?: fallback = .codeDefault
        case .string(let name)?: fallback = variants[name].map { .value($0) } ?? .failure
        default: fallback = .failure
        }
        guard fallback != .failure else {
            self.init(.failure)
            return
        }
        switch flag["targeting"] {
        case nil, .null?: self.init(fallback)
        case .object(let rule)? where rule.members.isEmpty: self.init(fallback)
        case .object(let rule)?:
            guard let member = rule.members.first, rule.members.count == 1, member.name == "fractional",
                case .array(let arguments) = member.value, arguments.count <= Self.limit + 1
            else { return nil }
            self.init(arguments, variants.valuesByName)
        default: self.init(.failure)
        }
    }

    /// The shares of an invalid flag.
    package static let failing = RuleShares(.failure)

    /// Creates shares with the same answer for all users.
    package init(_ answer: FlagAnswer) {
        bucketing = nil
        stretches = [Stretch(weight: 1, answer: answer)]
    }

    /// Reads the arguments of `fractional`.
    ///
    /// - Complexity: O(*n*) in the number of shares, and O(1) above ``limit``.
    package init?(_ arguments: [JSONValue], _ variants: [String: JSONValue]) {
        guard arguments.count <= Self.limit + 1 else { return nil }
        var shares = arguments[...]
        if case .object? = shares.first {
            bucketing = shares.removeFirst()
        } else {
            // Users are bucketed by the flag's key and the targeting key.
            bucketing = .null
        }
        var stretches: [Stretch] = []
        for share in shares {
            guard case .array(let parts) = share, case .string(let name)? = parts.first, let value = variants[name]
            else {
                return nil
            }
            switch (parts.count, parts.last) {
            case (1, _): stretches.append(Stretch(weight: 1, answer: .value(value)))
            case (2, .integer(let weight)?) where (0...Int(Int32.max)).contains(weight):
                stretches.append(Stretch(weight: weight, answer: .value(value)))
            default: return nil
            }
        }
        guard stretches.count <= Self.limit else { return nil }
        let total = stretches.reduce(0) { $0 + $1.weight }
        guard (1...Int(Int32.max)).contains(total) else { return nil }
        self.stretches = stretches
    }

    /// Returns the same shares with other answers.
    package func map(_ transform: (FlagAnswer) -> FlagAnswer) -> RuleShares {
        RuleShares(
            bucketing: bucketing,
            stretches: stretches.map { Stretch(weight: $0.weight, answer: transform($0.answer)) }
        )
    }

    private init(bucketing: JSONValue?, stretches: [Stretch]) {
        self.bucketing = bucketing
        self.stretches = stretches
    }

    /// Returns the old and new answer of each change with its share, or `nil` if the bucketing expressions differ.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches.
    package func changes(to other: RuleShares) -> [[FlagAnswer]: Double]? {
        if let bucketing, let otherBucketing = other.bucketing, bucketing != otherBucketing { return nil }
        let (left, right) = (ends, other.ends)
        let cuts = Set(left.map(\.end) + right.map(\.end)).sorted()
        var shares: [[FlagAnswer]: Double] = [:]
        var start = 0.0
        // The indices of the stretches that contain the piece before the cut.
        var (old, new) = (0, 0)
        for cut in cuts where cut > start {
            while old < left.count, left[old].end < cut { old += 1 }
            while new < right.count, right[new].end < cut { new += 1 }
            if old < left.count, new < right.count, left[old].answer != right[new].answer {
                shares[[left[old].answer, right[new].answer], default: 0] += cut - start
            }
            start = cut
        }
        return shares.filter { $0.value > 1e-9 }
    }

    /// The end of each stretch, from 0 to 1.
    private var ends: [(end: Double, answer: FlagAnswer)] {
        let total = Double(stretches.reduce(0) { $0 + $1.weight })
        var sum = 0
        return stretches.map { stretch in
            sum += stretch.weight
            return (Double(sum) / total, stretch.answer)
        }
    }
}
