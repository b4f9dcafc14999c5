import ToggleManifest

/// Checks of the operator `fractional`.
extension DocumentChecker {
    /// The maximum sum of weights.
    private static let largestSum = 2_147_483_647

    mutating func checkFractional(_ value: LocatedValue) {
        guard let elements = value.elements, let first = elements.first else {
            findings.error(value.range, "‘fractional’ takes an array of shares, as in [[\"on\", 10], [\"off\", 90]]")
            return
        }
        var shares = elements[...]
        switch first.content {
        case .array: break
        case .object:
            checkRule(first)
            shares = shares.dropFirst()
        default:
            findings.error(
                first.range,
                """
                the bucketing value must be a rule, as in {"var": "email"}, not \(first.kind), which is the same for all users; \
                leave it out to use the targeting key
                """
            )
            shares = shares.dropFirst()
        }
        guard !shares.isEmpty else {
            findings.error(value.range, "‘fractional’ has no shares; add at least one, as in [\"on\", 100]")
            return
        }
        var sum: Int? = 0
        var weights: [Int?] = []
        for share in shares {
            let weight = checkShare(share)
            weights.append(weight)
            sum = sum.flatMap { sum in weight.flatMap { sum.addingReportingOverflow($0).overflow ? nil : sum + $0 } }
        }
        guard let sum else { return }
        checkSum(sum, weights: weights.map { $0 ?? 0 }, Array(shares), of: value)
    }

    private mutating func checkSum(_ sum: Int, weights: [Int], _ shares: [LocatedValue], of value: LocatedValue) {
        if sum == 0 {
            findings.error(
                value.range,
                "the weights sum to 0, so there are no shares, and every user gets ‘defaultVariant’"
            )
            return
        }
        if sum > Self.largestSum {
            findings.error(
                value.range,
                "the weights sum to \(sum), more than \(Self.largestSum), so there are no shares"
            )
            return
        }
        if (95...105).contains(sum), sum != 100, weights.count > 1 {
            findings.warning(
                value.range,
                "the weights sum to \(sum); if they are meant as percentages, one of them is wrong"
            )
        }
        for (share, weight) in zip(shares, weights) {
            if weight == 0 {
                findings.note(share.range, "weight 0: this share is never used")
            } else if weight == sum {
                findings.note(
                    share.range,
                    "every targeting key gets this share; once that is final, write only the variant"
                )
            }
        }
    }

    /// Checks one share.
    ///
    /// - Returns: Its weight, or `nil` if the weight is a rule or invalid.
    private mutating func checkShare(_ share: LocatedValue) -> Int? {
        guard let elements = share.elements, let variant = elements.first, elements.count <= 2 else {
            let found = share.elements.map { "an array of \($0.count)" } ?? share.kind
            findings.error(share.range, "a share must be a variant and its weight, as in [\"on\", 10], not \(found)")
            return nil
        }
        checkRule(variant)
        guard elements.count == 2 else { return 1 }
        let weight = elements[1]
        switch weight.content {
        case .integer(let number) where number < 0:
            findings.error(weight.range, "a weight cannot be negative, but this is \(number), which would count as 0")
        case .integer(let number): return number
        case .number(let number):
            if let integer = Int(exactly: number), integer >= 0 {
                findings.warning(weight.range, "some readers require an integer without a fraction; write \(integer)")
                return integer
            }
            findings.error(
                weight.range,
                "a weight must be an integer from 0, not \(number); multiply all weights by 10 or 100"
            )
        case .object: checkRule(weight)
        case .string(let text):
            findings.error(
                weight.range,
                "a weight must be a number, not the string \(text.quoted); write it without quotes"
            )
        default: findings.error(weight.range, "a weight must be an integer from 0, not \(weight.kind)")
        }
        return nil
    }
}
