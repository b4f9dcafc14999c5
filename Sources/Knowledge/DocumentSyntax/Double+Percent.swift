extension Double {
    /// The maximum number of decimals of a percentage.
    fileprivate static let maximumDecimals = 10

    /// The share from 0 to 1 as a percentage, such as `12.5%`.
    package var percentText: String { percentText(decimals: 4) }

    /// Returns the share as a percentage with all of its decimals.
    ///
    /// If there are more than ten, it's cut off after the given number of them: `33.3333…%`. A share that is neither
    /// nothing nor everything always shows a digit that says so: `99.9999…%`, never `100%`.
    fileprivate func percentText(decimals: Int) -> String {
        let parts = min(max(0, self), 1) * 1e12
        let rounded = parts.rounded()
        // A product of decimals isn't exact.
        let isExact = abs(parts - rounded) < 1e-3 && (rounded > 0) == (self > 0) && (rounded < 1e12) == (self < 1)
        let (whole, rest) = Int(isExact ? rounded : parts).quotientAndRemainder(dividingBy: 10_000_000_000)
        var digits = String(String(rest + 10_000_000_000).dropFirst())
        guard isExact else {
            let edge: Character? = whole == 0 ? "0" : whole == 99 ? "9" : nil
            return "\(whole).\(digits.prefix(max(decimals, digits.prefix { $0 == edge }.count + 1)))…%"
        }
        while digits.hasSuffix("0") { digits.removeLast() }
        return digits.isEmpty ? "\(whole)%" : "\(whole).\(digits)%"
    }
}

extension [Double] {
    /// The shares as percentages, with enough decimals that different ones don't look the same.
    package var percentTexts: [String] {
        let count = Set(self).count
        for decimals in 4..<Double.maximumDecimals {
            let texts = map { $0.percentText(decimals: decimals) }
            if Set(texts).count == count { return texts }
        }
        return map { $0.percentText(decimals: Double.maximumDecimals) }
    }
}

extension BucketLine {
    /// Returns the shares of variants, from 0 to 1.
    package func parts(of variants: [String]) -> [Double] {
        let (weights, total) = (weights, total)
        return variants.map { total > 0 ? Double(weights[$0, default: 0]) / Double(total) : 0 }
    }

    /// Returns the share of a variant, from 0 to 1.
    package func part(of variant: String) -> Double { parts(of: [variant])[0] }

    /// The variants that users have, each with its share: `neural 10%`.
    package var shareTexts: [String] { shareTexts(of: variantsInUse) }

    /// Returns variants with their shares.
    package func shareTexts(of variants: [String]) -> [String] {
        zip(variants, parts(of: variants).percentTexts).map { "\($0) \($1)" }
    }
}
