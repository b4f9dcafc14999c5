/// A share of users in percent, exactly as a person writes it.
package struct ShareAmount: Sendable, Hashable, CustomStringConvertible {
    /// The number of parts of the whole.
    static let whole = 1_000_000

    /// The share as a number of ``whole`` parts.
    let parts: Int

    /// Reads a percentage from 0 to 100 with at most four decimals, such as `10`, `0.5`, or `12.5%`.
    ///
    /// - Parameter text: The text.
    package init?(_ text: String) {
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        let pieces = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = pieces.count == 2 ? pieces[1] : ""
        guard let first = pieces.first, !first.isEmpty, first.count <= 3, decimals.count <= 4,
            pieces.count == 1 || !decimals.isEmpty,
            (first + decimals).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let whole = Int(first),
            let fraction = Int(decimals + String(repeating: "0", count: 4 - decimals.count))
        else { return nil }
        parts = whole * 10_000 + fraction
        guard parts <= Self.whole else { return nil }
    }

    /// The percentage, such as `10%`.
    package var description: String { (Double(parts) / Double(Self.whole)).percentText }
}
