package import ToggleBase

/// The parts of a flag's rule that operations edit, with their locations.
///
/// Conditions are never interpreted. Anything else that isn't listed here is ``foreign(_:)`` and never rewritten.
package indirect enum LocatedRule {
    /// No rule, or one that never returns a variant.
    case none(LocatedValue?)
    /// The same variant for all users.
    case variant(String, LocatedValue)
    /// A `fractional` with constant variants and weights.
    case shares(LocatedShares)
    /// An `if` with at least one condition.
    case conditions(LocatedConditions)
    /// A rule that `toggles kill` set aside.
    case killed(LocatedKill)
    /// Any other rule.
    case foreign(LocatedValue)

    /// Reads the value of ‘targeting’.
    ///
    /// - Parameter targeting: The value; `nil` if the flag has no such member.
    package init(targeting: LocatedValue?) {
        if let targeting, let kill = LocatedKill(targeting) {
            self = .killed(kill)
        } else if let members = targeting?.members, members.isEmpty {
            self = .none(targeting)
        } else {
            self.init(targeting)
        }
    }

    /// Reads a rule or a part of one; the reader limits its depth.
    private init(_ rule: LocatedValue?) {
        guard let rule else {
            self = .none(nil)
            return
        }
        switch rule.content {
        case .null: self = .none(rule)
        case .string(let name): self = .variant(name, rule)
        case .bool(let flag): self = .variant(flag ? "true" : "false", rule)
        case .object(let members) where members.count == 1:
            if let shares = LocatedShares(members[0]) {
                self = .shares(shares)
            } else if let conditions = LocatedConditions(rule), conditions.conditions.allSatisfy({ $0.truth == nil }) {
                self = .conditions(conditions)
            } else {
                self = .foreign(rule)
            }
        default: self = .foreign(rule)
        }
    }

    /// Returns the variants that the rule can choose, or `nil` if they are unknown.
    ///
    /// - Parameter fallback: The default variant.
    /// - Returns: The names, each once.
    package func variants(fallback: String) -> [String]? {
        switch self {
        case .none: [fallback]
        case .variant(let name, _): [name]
        case .shares(let shares):
            shares.line.total == 0
                ? [fallback] : shares.line.pieces.filter { $0.weight > 0 }.map(\.variant).uniqued
        case .conditions(let conditions):
            Self.joined(conditions.results.map { $0.variants(fallback: fallback) })
        case .killed(let kill): [kill.variant]
        case .foreign: nil
        }
    }

    /// Returns all names, or `nil` if some of them are unknown.
    private static func joined(_ names: [[String]?]) -> [String]? {
        let known = names.compactMap { $0 }
        return known.count == names.count ? known.joined().map { $0 }.uniqued : nil
    }
}

/// An `if` of a flag's rule.
package struct LocatedConditions {
    /// The conditions and their results.
    package let array: LocatedValue
    /// The elements of the array.
    package let elements: [LocatedValue]

    /// Reads an `if` with at least one condition, or returns `nil` for other rules.
    package init?(_ rule: LocatedValue) {
        guard let members = rule.members, members.count == 1, members[0].name == "if",
            let elements = members[0].value.elements, elements.count > 1
        else { return nil }
        (array, self.elements) = (members[0].value, elements)
    }

    /// The rule for users who meet none of the conditions; `nil` if they get the default variant.
    package var alternative: LocatedValue? { elements.count.isMultiple(of: 2) ? nil : elements.last }

    /// The rule for users who meet none of the conditions.
    package var otherwise: LocatedRule { LocatedRule(result: alternative) }

    /// The number of conditions.
    package var count: Int { elements.count / 2 }

    /// The conditions.
    package var conditions: [LocatedValue] {
        stride(from: 0, to: elements.count - 1, by: 2).map { elements[$0] }
    }

    /// The rules for users who meet a condition.
    package var consequences: [LocatedValue] {
        stride(from: 1, to: elements.count, by: 2).map { elements[$0] }
    }

    /// All results.
    package var results: [LocatedRule] {
        consequences.map { LocatedRule(result: $0) } + [otherwise]
    }
}

extension LocatedRule {
    /// Reads the result of a condition.
    package init(result: LocatedValue?) { self.init(result) }
}

/// A `fractional` with constant variants and weights, and the locations of its parts.
package struct LocatedShares {
    /// A variant and its weight.
    package struct Share {
        package let element: LocatedValue
        package let variant: LocatedValue
        /// The weight; `nil` if the text leaves it out, which counts as 1.
        package let weight: LocatedValue?
    }

    /// The range from the operator's name to the last bracket.
    package let range: Range<Int>
    /// The value of the operator.
    package let array: LocatedValue
    /// The bucketing expression, if there is one.
    package let bucketing: LocatedValue?
    /// The shares in the order of the text.
    package let shares: [Share]
    /// The variants and weights.
    package let line: BucketLine

    package init?(_ member: LocatedMember) {
        guard member.name == "fractional", var elements = member.value.elements else { return nil }
        array = member.value
        range = member.nameRange.lowerBound..<member.value.range.upperBound
        if elements.first?.members != nil {
            bucketing = elements.removeFirst()
        } else {
            bucketing = nil
        }
        var shares: [Share] = []
        var pieces: [BucketLine.Piece] = []
        var total = 0
        for element in elements {
            guard let parts = element.elements, let first = parts.first, let name = first.string else { return nil }
            let weight: Int
            switch (parts.count, parts.last?.content) {
            case (1, _): weight = 1
            case (2, .integer(let number)?) where (0...BucketLine.largestSum).contains(number): weight = number
            default: return nil
            }
            total += weight
            guard total <= BucketLine.largestSum else { return nil }
            pieces.append(BucketLine.Piece(variant: name, weight: weight, source: shares.count))
            shares.append(Share(element: element, variant: first, weight: parts.count == 2 ? parts[1] : nil))
        }
        guard !shares.isEmpty else { return nil }
        self.shares = shares
        line = BucketLine(pieces)
    }

    /// Returns all of them in a rule, whose depth the reader limits.
    package static func all(in rule: LocatedValue) -> [LocatedShares] {
        rule.operations(named: "fractional").compactMap { LocatedShares($0) }
    }
}

extension [String] {
    /// The elements without repetitions, in their order.
    package var uniqued: [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}
