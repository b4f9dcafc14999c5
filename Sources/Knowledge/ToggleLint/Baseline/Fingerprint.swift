import ToggleBase

/// Identifiers of findings that are stable across runs and unique within one.
package enum Fingerprint {
    /// Returns a fingerprint of 32 hexadecimal digits for each finding.
    ///
    /// It is a hash of the rule, the toggle, the path, and the discriminator. Findings that share all of these are
    /// numbered. Line numbers are not included, so a fingerprint survives moved lines.
    ///
    /// - Parameter findings: The findings of a report, in its order.
    /// - Returns: One fingerprint per finding, in the same order.
    package static func all(of findings: [Finding]) -> [String] {
        var seen: [BaselineEntry: Int] = [:]
        return findings.map { finding in
            let entry = BaselineEntry(finding)
            let number = seen[entry, default: 0]
            seen[entry] = number + 1
            let parts = [entry.rule, entry.toggle ?? "", entry.path, entry.discriminator, String(number)]
            let hash = ContentDigest(Array(parts.joined(separator: "\u{0}").utf8))
            return hexadecimal(hash.first) + hexadecimal(hash.second)
        }
    }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
