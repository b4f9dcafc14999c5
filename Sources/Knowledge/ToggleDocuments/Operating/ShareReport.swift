import DocumentSyntax
import ToggleManifest

/// The difference between shares in words, with the users who lose a variant.
///
/// The numbers follow from the ranges of hashes and aren't sampled.
struct ShareReport {
    /// A line for each variant, with its share before and after.
    let lines: [String]

    /// Compares shares.
    ///
    /// - Parameters:
    ///   - before: The shares before.
    ///   - after: The shares after.
    ///   - isRedistributed: Whether the bucketing value differs, so that users are in unrelated buckets.
    ///   - named: The variants that get a line even if they have no share.
    init(_ before: BucketLine, _ after: BucketLine, isRedistributed: Bool, named: [String]) {
        var moves: [BucketLine.Move: Double] = [:]
        if isRedistributed {
            // The hashes of two bucketing values are independent.
            for old in before.variants {
                for new in after.variants {
                    moves[BucketLine.Move(old: old, new: new)] = before.part(of: old) * after.part(of: new)
                }
            }
        } else {
            // Both have the same total, of which whole weights move.
            let total = Double(after.total)
            moves = before.hashes(to: after)
                .mapValues { (Double($0) * total / Double(BucketLine.hashCount)).rounded() / total }
        }
        let variants = (named + before.variants + after.variants).uniqued.filter {
            named.contains($0) || before.weight(of: $0) > 0 || after.weight(of: $0) > 0
        }
        let width = variants.map(\.count).max() ?? 0
        let shares = variants.map { variant in
            [before, after].map { $0.part(of: variant) }.percentTexts.uniqued.joined(separator: " → ")
        }
        lines = zip(variants, shares).map { variant, share in
            let gains = after.variants.compactMap { other -> String? in
                let lost = moves[BucketLine.Move(old: variant, new: other)] ?? 0
                return other != variant && lost > 0 ? "\(lost.percentText) of users switch to \(other.quoted)" : nil
            }
            let loss =
                gains.isEmpty
                ? "no users lose it" : (isRedistributed ? "about " : "") + gains.joined(separator: ", ")
            return "\(variant)\(String(repeating: " ", count: width - variant.count))  \(share), \(loss)"
        }
    }
}
