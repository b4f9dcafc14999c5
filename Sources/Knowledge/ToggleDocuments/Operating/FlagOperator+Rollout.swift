import DocumentSyntax
import ToggleBase
import ToggleManifest

extension FlagOperator {
    /// What a rollout should reach.
    package struct Rollout: Sendable {
        /// The variants and their shares.
        package var shares: [(variant: String, amount: ShareAmount)]
        /// The salt of the bucketing value; `nil` keeps the present bucketing.
        package var salt: String?
        /// Whether a new bucketing value may give every user a different variant.
        package var redistributes: Bool
        /// Whether variants that users have only because of the rollout may shrink.
        package var allowsDecrease: Bool

        /// Creates a rollout.
        package init(
            shares: [(variant: String, amount: ShareAmount)],
            salt: String? = nil,
            redistributes: Bool = false,
            allowsDecrease: Bool = false
        ) {
            self.shares = shares
            self.salt = salt
            self.redistributes = redistributes
            self.allowsDecrease = allowsDecrease
        }
    }

    /// The part of a rule that a rollout changes.
    enum Spot {
        /// The flag has no rule, or an empty one.
        case targeting
        /// The weights of a `fractional`.
        case shares(LocatedShares)
        /// A constant result that a `fractional` replaces.
        case constant(LocatedValue)
        /// An `if` without a result for users who meet none of its conditions.
        case end(LocatedConditions)
    }

    /// Changes the shares of variants, so that as few users as possible get a different variant.
    ///
    /// Only the part of the rule for users who meet no condition changes. The stages of a migration toggle are changed by
    /// ``stage(_:share:)``.
    ///
    /// - Parameter rollout: What to reach.
    /// - Returns: The change.
    /// - Throws: ``FlagOperationError`` if it is refused.
    package func rollout(_ rollout: Rollout) throws(FlagOperationError) -> DocumentChange {
        if toggle.category == .migration { throw needsStageCommand(rollout) }
        return try rollOut(rollout)
    }

    /// Changes the shares of variants like ``rollout(_:)``, also those of stages.
    func rollOut(_ rollout: Rollout) throws(FlagOperationError) -> DocumentChange {
        let flag = try read()
        try requireRunning(flag)
        for (index, share) in rollout.shares.enumerated() {
            try require(share.variant, of: flag)
            if rollout.shares[..<index].contains(where: { $0.variant == share.variant }) {
                throw FlagOperationError("\(share.variant.quoted) is named twice; name each variant once")
            }
        }
        guard let fallback = flag.fallback, flag.value(of: fallback) != nil else {
            throw FlagOperationError(
                "\(parameter.quoted) names no default variant, so users have the default in the code; name it in ‘defaultVariant’ first"
            )
        }
        guard flag.variants.count > 1 else {
            let state = flag.isAdded ? "is missing, and would have" : "has"
            throw FlagOperationError(
                "\(parameter.quoted) in \(path) \(state) only the variant \(fallback.quoted); \(flag.isAdded ? "add it with" : "add") the value to roll out by hand"
            )
        }
        let (spot, line, count) = try spot(in: flag.rule, fallback: fallback)
        // Users have one of these without the rollout.
        let safe = flag.variants.filter { $0.value == toggle.defaultValue && $0.name != fallback }.map(\.name)
        let plan = try RolloutPlan(
            line,
            wishes: rollout.shares.map { RolloutPlan.Wish(variant: $0.variant, amount: $0.amount) },
            resting: [fallback] + safe,
            variants: flag.variants.map(\.name)
        )
        if let decrease = plan.decreases.first, !rollout.allowsDecrease {
            let shares = [plan.before, plan.after].map { $0.part(of: decrease) }.percentTexts
            throw FlagOperationError(
                """
                \(decrease.quoted) would shrink from \(shares.joined(separator: " to ")), and users who have it \
                would lose it; if that is intended, pass --allow-decrease
                """
            )
        }
        let bucketing = newBucketing(rollout.salt, spot)
        let isRedistributed =
            bucketing != nil && plan.before.variantsInUse.count > 1
        if isRedistributed, !rollout.redistributes {
            throw FlagOperationError(
                "a different bucketing value reassigns all users to variants, regardless of the ones they have; if that is intended, pass --redistribute"
            )
        }
        // Without a rule, a salt alone changes nothing.
        guard plan.before != plan.after || bucketing != nil && isShares(spot) else {
            return noChange("nothing to change: \(wording(flag.rule, fallback: fallback))")
        }
        let edits = edits(spot, flag, plan.after, bucketing)
        let report = ShareReport(
            plan.before,
            plan.after,
            isRedistributed: isRedistributed,
            named: rollout.shares.map(\.variant)
        )
        var lines = report.lines
        if count > 0 {
            let whom = count == 1 ? "who don't meet the condition" : "who meet none of the \(count) conditions"
            lines.insert("of the users \(whom) of the rule:", at: 0)
        }
        lines += linesWithoutTargetingKey(flag, edits, plan.after)
        var concern: String?
        if isRedistributed {
            concern = "users lose the variant they have"
        } else if let variant = plan.decreases.first {
            concern = "users lose \(variant)"
        }
        return try change(edits, of: flag, lines: lines, concern: concern) { edited in
            guard let (spot, line, edited) = try? self.spot(in: edited.rule, fallback: fallback), edited == count,
                case .shares(let shares) = spot
            else { return false }
            return line.hashes(to: plan.after).keys.allSatisfy { $0.old == $0.new }
                && (bucketing == nil || shares.bucketing?.json == bucketing)
        }
    }

    /// Throws if the flag is disabled or killed.
    func requireRunning(_ flag: Flag) throws(FlagOperationError) {
        if flag.isDisabled {
            throw FlagOperationError(
                "\(parameter.quoted) is disabled, so its rule isn't used; run `\(restoreCommand)` first"
            )
        }
        if case .killed(let kill) = flag.rule {
            throw FlagOperationError(
                "\(parameter.quoted) was killed: all users get \(kill.variant.quoted); run `\(restoreCommand)` first"
            )
        }
    }

    private func isShares(_ spot: Spot) -> Bool {
        if case .shares = spot { true } else { false }
    }

    /// Returns where the shares of the users are that meet no condition, and how many conditions there are.
    func spot(
        in rule: LocatedRule,
        fallback: String
    ) throws(FlagOperationError) -> (spot: Spot, line: BucketLine, conditionCount: Int) {
        var rule = rule
        var count = 0
        var open: LocatedConditions?
        var inner: LocatedValue?
        while case .conditions(let conditions) = rule {
            count += conditions.count
            inner = inner ?? conditions.consequences.first { !LocatedShares.all(in: $0).isEmpty }
            open = conditions
            rule = conditions.otherwise
        }
        if let inner, !isShares(in: rule) {
            throw foreign(inner, "has its shares inside a condition; change their weights by hand")
        }
        switch rule {
        case .none(let value?):
            return (count > 0 ? .constant(value) : .targeting, BucketLine(allUsers: fallback), count)
        case .none(nil): return (open.map { .end($0) } ?? .targeting, BucketLine(allUsers: fallback), count)
        case .variant(let name, let value): return (.constant(value), BucketLine(allUsers: name), count)
        case .shares(let shares):
            return (.shares(shares), shares.line, count)
        case .foreign(let value):
            throw foreign(
                value,
                "is not one that `toggles rollout` understands, so it is left as it is; change it by hand"
            )
        case .conditions, .killed:
            throw FlagOperationError("\(parameter.quoted) has a rule that cannot be edited; change it by hand")
        }
    }

    private func isShares(in rule: LocatedRule) -> Bool {
        if case .shares = rule { true } else { false }
    }

    /// Returns the error for a rule that is never rewritten.
    func foreign(_ value: LocatedValue, _ reason: String) -> FlagOperationError {
        let line = SourceLocation.locations(of: [value.range.lowerBound], in: bytes)[value.range.lowerBound]?.line
        var excerpt = JSONWriter(.oneLine).text(value.json)
        if excerpt.count > 100 { excerpt = excerpt.prefix(99) + "…" }
        let place = line.map { "\(path):\($0): " } ?? ""
        return FlagOperationError("\(place)the rule of \(parameter.quoted) \(reason): \(excerpt)")
    }

    /// Returns the bucketing expression for a salt, unless the rule already has it.
    private func newBucketing(_ salt: String?, _ spot: Spot) -> JSONValue? {
        guard let salt else { return nil }
        let expression: JSONValue = ["cat": [.string(salt), ["var": "targetingKey"]]]
        if case .shares(let shares) = spot, shares.bucketing?.json == expression { return nil }
        return expression
    }

    private func edits(_ spot: Spot, _ flag: Flag, _ line: BucketLine, _ bucketing: JSONValue?) -> [FlagText.Edit] {
        let text = flag.text
        let shares = line.pieces.filter { $0.weight > 0 }.map { piece in
            JSONValue.array([.string(piece.variant), .integer(piece.weight)])
        }
        let rule = text.rendering(["fractional": .array((bucketing.map { [$0] } ?? []) + shares)])
        switch spot {
        case .targeting:
            if let targeting = flag.targeting { return [FlagText.Edit(targeting.range, rule)] }
            return [text.addingMember("targeting", rule)]
        case .shares(let shares): return text.edits(of: shares, to: line, bucketing: bucketing)
        case .constant(let value): return [FlagText.Edit(value.range, rule)]
        case .end(let conditions):
            let last = conditions.elements.count - 1
            let separator = text.separator(in: conditions.array, conditions.elements, after: last)
            return [FlagText.Edit(at: conditions.elements[last].range.upperBound, separator + rule)]
        }
    }

    /// Returns the lines about users whose targeting key is unknown, if they differ from what the shares suggest.
    private func linesWithoutTargetingKey(_ flag: Flag, _ edits: [FlagText.Edit], _ line: BucketLine) -> [String] {
        let edited = edits.applied(to: flag.text.bytes)
        let attributes = FlagSummaries(edited)?.attributes(of: [parameter], countsShares: false) ?? []
        // A rule can put users into buckets by an attribute.
        let readsAttributes = !attributes.isEmpty && !attributes.contains("targetingKey")
        let whom = readsAttributes ? "users with an empty context" : "users without a targeting key"
        let old = flag.isAdded ? nil : variantWithoutContext(bytes)
        let new = variantWithoutContext(edited)
        if let old, let new, old != new { return ["\(whom): \(old) → \(new)"] }
        let all = line.variantsInUse
        guard all.count == 1, let new, new != all[0] else { return [] }
        return ["\(whom) get \(new)"]
    }
}
