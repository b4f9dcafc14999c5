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
    package init?(_ flag: LocatedValue?) {
        guard let flag else {
            self.init(.codeDefault)
            return
        }
        guard let fallback = Self.fallback(flag) else {
            self.init(.failure)
            return
        }
        guard fallback.isRunning, let targeting = flag["targeting"]?.value, !targeting.isNull else {
            self.init(fallback.answer)
            return
        }
        guard targeting.members != nil else {
            self.init(.failure)
            return
        }
        switch LocatedRule(targeting: targeting) {
        case .none: self.init(fallback.answer)
        case .shares(let shares): self.init(shares, flag.variantValues)
        default: return nil
        }
    }

    /// Returns the answer of a flag if its rule chooses no variant, and whether the rule is used; `nil` for an invalid
    /// flag.
    package static func fallback(_ flag: LocatedValue) -> (answer: FlagAnswer, isRunning: Bool)? {
        guard let variants = flag["variants"]?.value.members, !variants.isEmpty else { return nil }
        switch flag["state"]?.value.string {
        case "DISABLED"?: return (.codeDefault, false)
        case "ENABLED"?: break
        default: return nil
        }
        guard let name = flag["defaultVariant"]?.value, !name.isNull else { return (.codeDefault, true) }
        guard let value = variants.last(where: { $0.name == name.string })?.value else { return nil }
        return (.value(value.json), true)
    }

    /// The shares of an invalid flag.
    package static let failing = RuleShares(.failure)

    /// Creates shares with the same answer for all users.
    package init(_ answer: FlagAnswer) {
        bucketing = nil
        stretches = [Stretch(weight: 1, answer: answer)]
    }

    /// Returns the answers of a `fractional`, or `nil` if it must be evaluated.
    ///
    /// - Complexity: O(*n*) in the number of shares and variants, and O(1) above ``limit``.
    package init?(_ shares: LocatedShares, _ variants: [String: JSONValue]) {
        let pieces = shares.line.pieces
        guard pieces.count <= Self.limit, shares.line.total > 0 else { return nil }
        var stretches: [Stretch] = []
        for piece in pieces {
            guard let value = variants[piece.variant] else { return nil }
            stretches.append(Stretch(weight: piece.weight, answer: .value(value)))
        }
        // Without a bucketing expression, users are bucketed by the flag's key and the targeting key.
        self.init(bucketing: shares.bucketing?.json ?? .null, stretches: stretches)
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
        return shares.filter { $0.value > 1e-12 }
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

extension LocatedValue {
    /// The values of a flag's variants by name.
    package var variantValues: [String: JSONValue] {
        Dictionary((self["variants"]?.value.members ?? []).map { ($0.name, $0.value.json) }, uniquingKeysWith: { $1 })
    }
}
