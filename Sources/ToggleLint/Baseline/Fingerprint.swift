import FeatureToggles

/// Names for findings that stay the same from run to run, and differ within one.
package enum Fingerprint {
    /// A fingerprint of 32 hexadecimal digits for each finding.
    ///
    /// It is made from the rule, the toggle, the path and the discriminator; of findings that share all of these the
    /// second one counts as the second. Lines do not matter, so that it survives moved ones.
    ///
    /// - Parameter findings: The findings of a report, in its order.
    /// - Returns: As many fingerprints.
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
