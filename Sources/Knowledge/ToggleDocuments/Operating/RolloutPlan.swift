import DocumentSyntax
import ToggleManifest

/// The new shares of a rollout, computed from the present ones and those that a person asks for.
///
/// The variants that aren't named keep all their users, except for the one that gives up users to the growing ones.
struct RolloutPlan {
    /// A variant whose share a person asks for.
    struct Wish {
        let variant: String
        let amount: ShareAmount
    }

    /// The shares before, in the weights of ``after``, so that both have the same total.
    private(set) var before: BucketLine
    /// The shares after.
    private(set) var after: BucketLine
    /// The variants that shrink although they aren't what users have without the rollout.
    private(set) var decreases: [String] = []

    /// Computes the new shares.
    ///
    /// - Parameters:
    ///   - line: The present shares.
    ///   - wishes: The shares to reach, each variant once.
    ///   - resting: The variants that users have without the rollout, which may shrink: the default variant first.
    ///   - variants: The names of all variants.
    /// - Throws: ``FlagOperationError`` if the shares can't be reached, or it is unclear which variant should shrink.
    init(
        _ line: BucketLine,
        wishes: [Wish],
        resting: [String],
        variants: [String]
    ) throws(FlagOperationError) {
        var line = line
        if line.total == 0, let first = resting.first {
            line.append(BucketLine.Piece(variant: first, weight: 100, source: nil))
        }
        let factor = try Self.factor(for: wishes, total: line.total)
        line.scale(by: factor)
        let total = line.total
        let sum = wishes.reduce(0) { $0 + $1.amount.parts }
        guard sum <= ShareAmount.whole else {
            throw FlagOperationError(
                "the shares add up to more than 100%: \(wishes.map { "\($0.variant)=\($0.amount)" }.joined(separator: ", "))"
            )
        }
        let named = Set(wishes.map(\.variant))
        let weights = line.weights
        let changes = wishes.map { wish in
            (
                variant: wish.variant,
                amount: total * wish.amount.parts / ShareAmount.whole - weights[wish.variant, default: 0]
            )
        }
        var receivers = changes.filter { $0.amount > 0 }
        var donors = changes.filter { $0.amount < 0 }.map { (variant: $0.variant, amount: -$0.amount) }
        let growth = changes.reduce(0) { $0 + $1.amount }
        if growth > 0 {
            donors += try Self.donors(of: growth, line, named: named, resting: resting)
        } else if growth < 0 {
            let receiver = try Self.receiver(named: named, resting: resting, variants: variants, sum: sum)
            receivers.append((receiver, -growth))
        }
        for donor in donors {
            let isResting = resting.contains(donor.variant) && (wishes.count > 1 || !named.contains(donor.variant))
            if !isResting { decreases.append(donor.variant) }
        }
        before = line
        for receiver in receivers {
            var missing = receiver.amount
            for index in donors.indices where missing > 0 {
                let amount = min(missing, donors[index].amount)
                line.move(amount, from: donors[index].variant, to: receiver.variant)
                donors[index].amount -= amount
                missing -= amount
            }
        }
        after = line
    }

    /// Returns the smallest factor with which all shares are whole weights, a power of ten if possible.
    private static func factor(for wishes: [Wish], total: Int) throws(FlagOperationError) -> Int {
        func fits(_ factor: Int) -> Bool {
            wishes.allSatisfy { (total * factor * $0.amount.parts).isMultiple(of: ShareAmount.whole) }
        }
        var factor = 1
        while factor <= ShareAmount.whole, total * factor <= BucketLine.largestSum {
            if fits(factor) { return factor }
            factor *= 10
        }
        throw FlagOperationError(
            "the weights of the rule add up to \(total), with which \(wishes.map(\.amount.description).joined(separator: " and ")) is too fine; use fewer decimals"
        )
    }

    /// Returns the variants that aren't named and give up users to those that grow.
    private static func donors(
        of amount: Int,
        _ line: BucketLine,
        named: Set<String>,
        resting: [String]
    ) throws(FlagOperationError) -> [(variant: String, amount: Int)] {
        let weights = line.weights
        let others = line.variantsInUse.filter { !named.contains($0) }
        // The named variants get all users.
        let all = others.map { ($0, weights[$0, default: 0]) }
        if all.reduce(0, { $0 + $1.1 }) == amount { return all }
        if let donor = resting.first(where: { others.contains($0) && weights[$0, default: 0] >= amount }) {
            return [(donor, amount)]
        }
        if all.count == 1, all[0].1 >= amount { return [(others[0], amount)] }
        let shares = line.shareTexts(of: others)
        throw FlagOperationError(
            """
            it is unclear which variant gives up \((Double(amount) / Double(line.total)).percentText) of the users: the \
            others have \(shares.joined(separator: ", ")); pass a new share for every variant \
            that changes
            """
        )
    }

    /// Returns the variant that isn't named and gets the users of those that shrink.
    private static func receiver(
        named: Set<String>,
        resting: [String],
        variants: [String],
        sum: Int
    ) throws(FlagOperationError) -> String {
        if let receiver = resting.first(where: { !named.contains($0) }) { return receiver }
        let others = variants.filter { !named.contains($0) }
        if others.count == 1 { return others[0] }
        throw FlagOperationError(
            others.isEmpty
                ? "there is a share for every variant, but they don't add up to 100%"
                : "it is unclear which variant gets the other users; pass the share of \(others.quotedList())"
        )
    }
}
