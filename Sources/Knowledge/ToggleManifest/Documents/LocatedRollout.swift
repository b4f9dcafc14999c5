package import ToggleBase

/// A `fractional` with constant variants and weights, and its location.
package struct LocatedRollout {
    package let shares: [(variant: String, weight: Int)]
    /// The range from the operator's name to the last bracket.
    package let range: Range<Int>

    /// Returns all of them in a rule.
    ///
    /// The reader limits the depth of the rule.
    package static func all(in rule: LocatedValue) -> [LocatedRollout] {
        switch rule.content {
        case .array(let elements): elements.flatMap { all(in: $0) }
        case .object(let members):
            members.flatMap { member in
                (member.name == "fractional" ? LocatedRollout(member).map { [$0] } : nil) ?? all(in: member.value)
            }
        default: []
        }
    }

    private init?(_ member: LocatedMember) {
        guard var elements = member.value.elements else { return nil }
        // Skips the bucketing expression.
        if elements.first?.members != nil { elements.removeFirst() }
        var shares: [(variant: String, weight: Int)] = []
        for element in elements {
            guard let parts = element.elements, let variant = parts.first?.string else { return nil }
            switch (parts.count, parts.last?.content) {
            case (1, _): shares.append((variant, 1))
            case (2, .integer(let weight)?) where (0...Int(Int32.max)).contains(weight):
                shares.append((variant, weight))
            default: return nil
            }
        }
        guard !shares.isEmpty else { return nil }
        self.shares = shares
        range = member.nameRange.lowerBound..<member.value.range.upperBound
    }
}
