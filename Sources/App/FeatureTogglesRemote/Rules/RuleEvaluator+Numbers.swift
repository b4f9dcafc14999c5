import FeatureToggles
import ToggleBase

/// Arithmetic.
extension RuleEvaluator {
    /// `+`, `*`, `min`, `max`: with any number of values.
    mutating func value(ofSeries node: RuleNode) -> FlatValue {
        let values = values(of: node)
        switch node.operation {
        case .add:
            var sum = RuleNumber(Int64(0))
            for value in values where remaining >= 0 { sum = sum.sum(with: number(value)) }
            return sum.value
        case .multiply:
            var product = RuleNumber(Int64(1))
            for value in values where remaining >= 0 { product = product.product(with: number(value)) }
            return product.value
        default:
            guard var result = values.first else { return FlatValue(Double.nan) }
            var least = number(result)
            for value in values.dropFirst() where remaining >= 0 {
                let other = number(value)
                guard let order = other.compared(to: least) else { continue }
                if node.operation == .min ? order < 0 : order > 0 { (result, least) = (value, other) }
            }
            // A Boolean remains a Boolean.
            return result.isNumeric ? result : least.value
        }
    }

    /// `-`, `/`, `%`: with two values; `-` with one value negates it.
    mutating func value(ofArithmetic node: RuleNode, at index: Int) -> FlatValue {
        let values = values(of: node)
        let left = number(values.first ?? .null)
        let second = values.count > 1 ? values[1] : .null
        let right = number(second)
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
    /// Combines two numbers, as `Double` if the result overflows a whole number.
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

    /// Returns the remainder with the sign of the dividend; the divisor must not be zero.
    func remainder(dividingBy other: RuleNumber) -> RuleNumber {
        if isWhole, other.isWhole {
            let (rest, overflows) = integer.remainderReportingOverflow(dividingBy: other.integer)
            return RuleNumber(overflows ? 0 : rest)
        }
        return RuleNumber(double.truncatingRemainder(dividingBy: other.double))
    }
}
