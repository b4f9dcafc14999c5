import DocumentSyntax
package import ToggleBase
import ToggleManifest

extension FlagOperator {
    /// The stages of the users whom ``stage(_:share:)`` moves.
    package struct PresentStages: Sendable, Equatable {
        /// The stages, each once; usually a single one.
        package let stages: [MigrationStage]
        /// The stage of users without a targeting key, unless others have it, too.
        ///
        /// These users get the default variant, which only changes if all users are moved.
        package let stageWithoutKey: MigrationStage?
        /// The number of conditions in the rule, whose users keep the stage they have.
        package let conditionCount: Int
        /// The stages with their shares, in words.
        package let description: String
    }

    /// Returns the stages of the users who meet no condition of the rule.
    ///
    /// - Throws: ``FlagOperationError`` if the toggle isn't a migration toggle, or the rule isn't understood.
    package func presentStages() throws(FlagOperationError) -> PresentStages {
        let flag = try migrationFlag()
        let (line, count) = try present(in: flag)
        var stages: [MigrationStage] = []
        for variant in line.variantsInUse {
            guard case .string(let name)? = flag.value(of: variant), let stage = MigrationStage(rawValue: name) else {
                throw FlagOperationError(
                    "\(parameter.quoted) in \(path) has the variant \(variant.quoted), which is not a stage; correct it first"
                )
            }
            if !stages.contains(stage) { stages.append(stage) }
        }
        let names = line.variantsInUse
        let description =
            names.count == 1 ? names[0] : line.shareTexts.joined(separator: ", ")
        let withoutKey = variantWithoutKey(flag).flatMap { self.stage(of: $0, in: flag) }
        return PresentStages(
            stages: stages,
            stageWithoutKey: withoutKey.flatMap { stages.contains($0) ? nil : $0 },
            conditionCount: count,
            description: description
        )
    }

    /// Returns the variant of users without a targeting key, to whom shares don't apply; `nil` for a rule without shares.
    private func variantWithoutKey(_ flag: Flag) -> String? {
        var rule = flag.rule
        while case .conditions(let conditions) = rule { rule = conditions.otherwise }
        if case .shares = rule { return flag.fallback }
        return nil
    }

    /// Moves the users who meet no condition of the rule to a stage.
    ///
    /// Without a share, the stage becomes the default variant, so that it also applies to users without a targeting key.
    ///
    /// With a share, the stage only gains users, so the stage that all moved users get is the one that was checked.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - share: The share of users who should be in the stage, at least the present one; `nil` for all.
    /// - Returns: The change.
    /// - Throws: ``FlagOperationError`` if it is refused.
    package func stage(
        _ stage: MigrationStage,
        share: ShareAmount? = nil
    ) throws(FlagOperationError) -> DocumentChange {
        let flag = try migrationFlag()
        let name = try variant(of: stage, in: flag)
        if let share {
            try requireGrowth(of: stage, to: share)
            try requireDefault(flag)
            return try rollOut(Rollout(shares: [(name, share)], allowsDecrease: true))
        }
        let (line, count) = try present(in: flag)
        let before = flag.isAdded ? wordingBefore(flag) : try presentStages().description
        let others = count == 1 ? "who don't meet the condition" : "who meet none of the \(count) conditions"
        let whom = count == 0 ? "all users" : "users \(others)"
        let isMoving = line.variantsInUse.contains { $0 != name } || flag.isAdded
        let withoutKey = variantWithoutKey(flag).flatMap { $0 == name ? nil : $0 }
        guard isMoving || withoutKey != nil else {
            return noChange("nothing to change: \(whom) have \(name)")
        }
        return try change(
            try edits(to: name, flag),
            of: flag,
            lines: (isMoving ? ["\(whom): \(before) → \(name)"] : [])
                + (withoutKey.map { ["users without a targeting key: \($0) → \(name)"] } ?? []),
            changesDefault: true
        ) { edited in
            guard let (line, edited) = try? self.present(in: edited) else { return false }
            return edited == count && line.variantsInUse.allSatisfy { $0 == name }
        }
    }

    /// Throws if a share is smaller than the present one of the stage.
    ///
    /// The users who leave the stage would get another one without a check of its requirements.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - share: The share of users who should be in the stage.
    /// - Throws: ``FlagOperationError`` if the share is smaller, or the rule isn't understood.
    package func requireGrowth(of stage: MigrationStage, to share: ShareAmount) throws(FlagOperationError) {
        let flag = try migrationFlag()
        let name = try variant(of: stage, in: flag)
        let (line, count) = try present(in: flag)
        guard line.weight(of: name) * ShareAmount.whole > line.total * share.parts else { return }
        let whom = count == 0 ? "users" : "the users who meet no condition"
        throw FlagOperationError(
            """
            \(name.quoted) has \(line.part(of: name).percentText) of \(whom), and --share can't lower that; to take users \
            back, run `toggles stage \(toggle.key) STAGE --share PERCENT` with the stage that they should get, which \
            checks what it requires, or in an emergency `toggles kill \(toggle.key) --to STAGE`
            """
        )
    }

    // MARK: - Other operations

    /// Returns the error of a rollout of stages, whose requirements only `toggles stage` checks.
    func needsStageCommand(_ rollout: Rollout) -> FlagOperationError {
        var words = "STAGE --share PERCENT"
        if rollout.shares.count == 1, let share = rollout.shares.first {
            words = "\(share.variant.quotedForShell) --share \(share.amount.description.dropLast())"
        }
        return FlagOperationError(
            """
            \(toggle.key.quoted) is a migration toggle; run `toggles stage \(toggle.key) \(words)`, which checks what the \
            stage requires
            """
        )
    }

    /// Returns why giving a stage to users who meet a condition needs confirmation; `nil` for toggles without stages.
    ///
    /// - Throws: ``FlagOperationError`` if the user doesn't know that nothing is checked.
    func concern(
        ofTargeting variant: String,
        skipsStageCheck: Bool
    ) throws(FlagOperationError) -> String? {
        guard toggle.category == .migration else {
            guard !skipsStageCheck else {
                throw FlagOperationError("\(toggle.key.quoted) is not a migration toggle; run this without --force")
            }
            return nil
        }
        guard skipsStageCheck else {
            throw FlagOperationError(
                """
                \(toggle.key.quoted) is a migration toggle, and only `toggles stage \(toggle.key) \(variant.quotedForShell)` \
                checks what the stage requires; if these users meet that, run `toggles target` with --force
                """
            )
        }
        return "no figures can show that these users won't miss anything"
    }

    /// Returns what users miss when a kill moves them back to a stage, for a line.
    ///
    /// - Throws: ``FlagOperationError`` if the stage comes after one that users can have, and requires something.
    func loss(ofKillingTo variant: String, _ flag: Flag) throws(FlagOperationError) -> String? {
        guard toggle.category == .migration, let next = stage(of: variant, in: flag) else { return nil }
        let present: [MigrationStage]
        if !flag.isAdded, let names = flag.rule.variants(fallback: flag.fallback ?? "") {
            // Users without a variant have the default in the code.
            present = names.map { stage(of: $0, in: flag) ?? defaultStage }
        } else if flag.isAdded {
            present = [defaultStage]
        } else {
            return "it is unknown which stages they have now, so compare what \(next.rawValue) requires"
        }
        let requiresNothing: [MigrationStage: MigrationStage] = [.off: .dualwrite, .live: .rampdown]
        for stage in present where stage.variantIndex < next.variantIndex && requiresNothing[stage] != next {
            throw FlagOperationError(
                """
                users can be in \(stage.rawValue), and \(next.rawValue) comes after it; a kill only goes back, so run \
                `toggles stage \(toggle.key) \(next.rawValue)`, which checks what the stage requires
                """
            )
        }
        guard next.variantIndex < MigrationStage.live.variantIndex,
            present.contains(where: { $0.variantIndex >= MigrationStage.live.variantIndex })
        else { return nil }
        return "they read the old store again, and miss what only the new store has"
    }

    private func stage(of variant: String, in flag: Flag) -> MigrationStage? {
        guard case .string(let name)? = flag.value(of: variant) else { return nil }
        return MigrationStage(rawValue: name)
    }

    private var defaultStage: MigrationStage {
        if case .string(let name) = toggle.defaultValue { MigrationStage(rawValue: name) ?? .off } else { .off }
    }

    // MARK: - Reading

    private func migrationFlag() throws(FlagOperationError) -> Flag {
        try toggle.requireStages()
        let flag = try read()
        try requireRunning(flag)
        return flag
    }

    /// Throws if shares would give users without a targeting key a default variant that they don't have now.
    private func requireDefault(_ flag: Flag) throws(FlagOperationError) {
        guard let fallback = flag.fallback else { return }
        let (spot, line, _) = try spot(in: flag.rule, fallback: fallback)
        guard case .constant = spot, let name = line.variants.first, name != fallback else { return }
        throw FlagOperationError(
            """
            with shares, users without a targeting key would move from \(name.quoted) to the default variant \
            \(fallback.quoted), unchecked; leave out --share, or name \(name.quoted) in ‘defaultVariant’ first
            """
        )
    }

    private func variant(of stage: MigrationStage, in flag: Flag) throws(FlagOperationError) -> String {
        if let name = flag.variants.last(where: { $0.value == .string(stage.rawValue) })?.name { return name }
        throw FlagOperationError(
            "\(parameter.quoted) in \(path) has no variant with the value \"\(stage.rawValue)\"; add it first"
        )
    }

    /// Returns the shares of the users who meet no condition, and the number of conditions.
    private func present(in flag: Flag) throws(FlagOperationError) -> (line: BucketLine, conditionCount: Int) {
        guard let fallback = flag.fallback, flag.value(of: fallback) != nil else {
            throw FlagOperationError(
                "\(parameter.quoted) names no default variant, so users have the default in the code; name it in ‘defaultVariant’ first"
            )
        }
        let (_, line, count) = try spot(in: flag.rule, fallback: fallback)
        return (line.total == 0 ? BucketLine(allUsers: fallback) : line, count)
    }

    /// Returns the edits that give a variant to all users who meet no condition.
    private func edits(to name: String, _ flag: Flag) throws(FlagOperationError) -> [FlagText.Edit] {
        let text = flag.text
        var rule = flag.rule
        var last: LocatedConditions?
        while case .conditions(let conditions) = rule {
            last = conditions
            rule = conditions.otherwise
        }
        let quoted = text.rendering(.string(name))
        if let last, !last.elements.count.isMultiple(of: 2), let otherwise = last.elements.last {
            return [FlagText.Edit(otherwise.range, quoted)]
        }
        guard let fallback = text.flag["defaultVariant"]?.value else {
            throw FlagOperationError("\(parameter.quoted) in \(path) has no ‘defaultVariant’; add it first")
        }
        var edits = flag.fallback == name ? [] : [FlagText.Edit(fallback.range, quoted)]
        // Without conditions, the shares are no longer needed.
        if last == nil, case .shares = flag.rule { edits += text.removingMember("targeting") }
        return edits
    }
}
