/// Numbers in HTML and SVG.
enum HTML {
    /// Formats a number with at most two decimal places.
    static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "0" }
        let hundredths = Int((value * 100).rounded())
        let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let sign = hundredths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return rest % 10 == 0 ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Formats a share as a percentage.
    static func percent(_ share: Double) -> String { number(share * 100) + "%" }

    /// Returns round numbers from 0 to the first one above a limit, at most seven.
    static func ticks(upTo limit: Int) -> [Int] {
        let limit = max(1, limit)
        var step = 1
        while limit / step >= 6, step < 1 << 40 {
            // 1, 2, 5, 10, 20, 50 …
            let first = Int(String(step).prefix(1)) ?? 1
            step = first == 2 ? step / 2 * 5 : step * 2
        }
        return Array(stride(from: 0, through: (limit + step - 1) / step * step, by: step))
    }
}
