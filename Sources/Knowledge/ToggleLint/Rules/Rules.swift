/// All rules.
package enum Rules {
    /// The rules in the order in which they are listed, run, and documented.
    ///
    /// The order follows the questions about a toggle: Is it due (time)? Does any code read it, and how (code)? Does
    /// its operation match its declaration (remote)? Does it only seem to work on this machine (local)? Is it
    /// understandable without its authors (hygiene)? Within an area, certain findings that are solved by a removal come
    /// first, and matters of taste last. Findings are sorted by place, so this order doesn't affect reports.
    package static let all: [any LintRule.Type] = time + code + remote + local + hygiene + usage

    private static let time: [any LintRule.Type] = [
        ExpiredToggleRule.self, ExpiresSoonRule.self, AgedToggleRule.self, ExpiryPushedBackRule.self,
        ExpiryTooFarRule.self, MissingExpiryRule.self, PermanentWithoutReasonRule.self,
    ]

    private static let code: [any LintRule.Type] = [
        MissingDeclarationRule.self, DeclaredElsewhereMissingRule.self, UnusedToggleRule.self, TestOnlyToggleRule.self,
        DebugOnlyToggleRule.self, ConstantToggleRule.self, UndeclaredKeyRule.self,
        ConstantConditionRule.self, SameBranchesRule.self, FrozenToggleRule.self, ReleaseConditionRule.self,
        ComputedKeyRule.self, RepeatedOpsReadRule.self, NestedTogglesRule.self, ScatteredToggleRule.self,
        NegatedOnlyRule.self,
    ]

    private static let remote: [any LintRule.Type] = [
        ParameterTypeMismatchRule.self, RetiredParameterChangedRule.self, RetiredParameterReusedRule.self,
        OrphanedParameterRule.self, CompletedMigrationRule.self, SettledParameterRule.self, SkippedStageRule.self,
        StalledStageRule.self, FinishedRolloutRule.self, MissingParameterRule.self, VariantUnknownToReleaseRule.self,
        ParameterStillReadRule.self, RemovableParameterRule.self,
    ]

    private static let local: [any LintRule.Type] = [
        OrphanedOverrideRule.self, OverrideTypeMismatchRule.self, CommittedOverrideFileRule.self,
    ]

    private static let usage: [any LintRule.Type] = [
        UnreadInFieldRule.self, ConstantInFieldRule.self, ReadByOldVersionsRule.self, NotInFieldRule.self,
    ]

    private static let hygiene: [any LintRule.Type] = [
        SharedKeyRule.self, UnknownOwnerRule.self, CollidingNameRule.self, MissingIssueRule.self,
        ShortDescriptionRule.self,
    ]

    /// The rules about a toggle as a whole; the first one with a certain finding reports the toggle.
    ///
    /// Expired toggles come first, because CI runs depend on them (`--fail-on`). An unused toggle comes before a
    /// decided or an old one, because its removal is simpler. Missing dates come last.
    static let lifecycle: [any LintRule.Type] =
        removing + [
            StalledStageRule.self, AgedToggleRule.self, ExpiryPushedBackRule.self, ExpiryTooFarRule.self,
            ExpiresSoonRule.self, MissingExpiryRule.self, PermanentWithoutReasonRule.self,
        ]

    /// The lifecycle rules that request a removal.
    static let removing: [any LintRule.Type] = [
        ExpiredToggleRule.self, DeclaredElsewhereMissingRule.self, UnusedToggleRule.self, TestOnlyToggleRule.self,
        DebugOnlyToggleRule.self, ConstantToggleRule.self, CompletedMigrationRule.self, SettledParameterRule.self,
        UnreadInFieldRule.self, ConstantInFieldRule.self,
    ]

    /// The rules about owners, lifetimes, style, and habits of reading, which don't report an imported toggle before its
    /// owner has been decided.
    static let forDecided: [any LintRule.Type] =
        upkeep + [
            AgedToggleRule.self, ExpiryPushedBackRule.self, ExpiryTooFarRule.self, ExpiresSoonRule.self,
            MissingExpiryRule.self, PermanentWithoutReasonRule.self, FrozenToggleRule.self, ReleaseConditionRule.self,
            ComputedKeyRule.self, UnknownOwnerRule.self, CollidingNameRule.self, SharedKeyRule.self,
        ]

    /// The rules that don't report a toggle that is due for removal.
    static let upkeep: [any LintRule.Type] = [
        RepeatedOpsReadRule.self, NestedTogglesRule.self, ScatteredToggleRule.self, NegatedOnlyRule.self,
        SkippedStageRule.self, FinishedRolloutRule.self, MissingParameterRule.self, MissingIssueRule.self,
        ShortDescriptionRule.self,
    ]

    /// The positions of the lifecycle rules in their order, by identifier.
    static let ranks = Dictionary(
        lifecycle.enumerated().map { ($1.description.identifier, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
