import FeatureToggles

/// Arithmetic.
extension RuleEvaluator {
    /// `+`, `*`, `min`, `max`: of any number of values.
    mutating func value(ofSeries node: RuleNode) -> FlatValue {
        let values = values(of: node)
        switch node.operation {
        case .add:
            return values.reduce(RuleNumber(Int64(0))) { $0.sum(with: RuleNumber($1)) }.value
        case .multiply:
            return values.reduce(RuleNumber(Int64(1))) { $0.product(with: RuleNumber($1)) }.value
        default:
            guard var result = values.first else { return FlatValue(Double.nan) }
            for value in values.dropFirst() {
                guard let order = RuleNumber(value).compared(to: RuleNumber(result)) else { continue }
                if node.operation == .min ? order < 0 : order > 0 { result = value }
            }
            // A Boolean stays one.
            return result.isNumeric ? result : RuleNumber(result).value
        }
    }

    /// `-`, `/`, `%`: of two values; `-` of one changes its sign.
    mutating func value(ofArithmetic node: RuleNode, at index: Int) -> FlatValue {
        let values = values(of: node)
        let left = RuleNumber(values.first ?? .null)
        let second = values.count > 1 ? values[1] : .null
        let right = RuleNumber(second)
        switch node.operation {
        case .subtract where second.kind == .null:
            return left.isWhole ? RuleNumber(Int64(0)).difference(to: left).value : FlatValue(-left.double)
        case .subtract:
            return left.difference(to: right).value
        case .divide:
            return right.double == 0 ? fail(.division, at: index) : FlatValue(left.double / right.double)
        default:
            return right.double == 0 ? fail(.division, at: index) : left.remainder(dividingBy: right).value
        }
    }
}

extension RuleNumber {
    /// What is over the size of a whole number goes on as a `Double`.
    private func combined(
        with other: RuleNumber,
        _ whole: (Int64) -> (Int64) -> (partialValue: Int64, overflow: Bool),
        _ double: (Double, Double) -> Double
    ) -> RuleNumber {
        if isWhole, other.isWhole {
            let (value, overflows) = whole(integer)(other.integer)
            if !overflows { return RuleNumber(value) }
        }
        return RuleNumber(double(self.double, other.double))
    }

    func sum(with other: RuleNumber) -> RuleNumber {
        combined(with: other, Int64.addingReportingOverflow, +)
    }

    func difference(to other: RuleNumber) -> RuleNumber {
        combined(with: other, Int64.subtractingReportingOverflow, -)
    }

    func product(with other: RuleNumber) -> RuleNumber {
        combined(with: other, Int64.multipliedReportingOverflow, *)
    }

    /// The remainder with the sign of the divisor, which is not zero.
    func remainder(dividingBy other: RuleNumber) -> RuleNumber {
        if isWhole, other.isWhole {
            let (rest, overflows) = integer.remainderReportingOverflow(dividingBy: other.integer)
            if overflows { return RuleNumber(Int64(0)) }
            return RuleNumber(rest != 0 && (rest < 0) != (other.integer < 0) ? rest &+ other.integer : rest)
        }
        let rest = double.truncatingRemainder(dividingBy: other.double)
        if rest == 0 { return RuleNumber(other.double < 0 ? -0.0 : 0.0) }
        return RuleNumber((rest < 0) != (other.double < 0) ? rest + other.double : rest)
    }
}
