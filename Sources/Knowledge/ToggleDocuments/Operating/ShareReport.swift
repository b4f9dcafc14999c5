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
            let (olds, news) = (before.variants, after.variants)
            for (old, oldPart) in zip(olds, before.parts(of: olds)) {
                for (new, newPart) in zip(news, after.parts(of: news)) {
                    moves[BucketLine.Move(old: old, new: new)] = oldPart * newPart
                }
            }
        } else {
            // Both have the same total, of which whole weights move.
            let total = Double(after.total)
            moves = before.hashes(to: after)
                .mapValues { (Double($0) * total / Double(BucketLine.hashCount)).rounded() / total }
        }
        let shown = Set(named + before.variantsInUse + after.variantsInUse)
        let variants = (named + before.variants + after.variants).uniqued.filter(shown.contains)
        let width = variants.map(\.count).max() ?? 0
        let shares = zip(before.parts(of: variants), after.parts(of: variants)).map {
            [$0, $1].percentTexts.uniqued.joined(separator: " → ")
        }
        let places = Dictionary(uniqueKeysWithValues: zip(after.variants, after.variants.indices))
        let losses = Dictionary(grouping: moves.filter { $0.key.old != $0.key.new && $0.value > 0 }, by: \.key.old)
        lines = zip(variants, shares).map { variant, share in
            let gains = losses[variant, default: []]
                .sorted { places[$0.key.new, default: 0] < places[$1.key.new, default: 0] }
                .map { "\($0.value.percentText) of users switch to \($0.key.new.quoted)" }
            let loss =
                gains.isEmpty
                ? "no users lose it" : (isRedistributed ? "about " : "") + gains.joined(separator: ", ")
            return "\(variant)\(String(repeating: " ", count: width - variant.count))  \(share), \(loss)"
        }
    }
}
