/// All rules.
package enum Rules {
    /// The rules in the order in which they are listed, run and documented.
    ///
    /// It is the order in which somebody asks about a toggle: is it due (time)? does anything read it, and how (code)? is
    /// it operated as it is declared (remote)? does it only seem to work here (local)? would a stranger find the way
    /// (hygiene)? Within an area, what is certain and is answered by removing something comes first, and what is a matter
    /// of taste last. Findings are sorted by place, so that the order decides nothing about a report.
    package static let all: [any LintRule.Type] = time + code + remote + local + hygiene

    private static let time: [any LintRule.Type] = [
        ExpiredToggleRule.self, ExpiresSoonRule.self, AgedToggleRule.self, ExpiryPushedBackRule.self,
        ExpiryTooFarRule.self, MissingExpiryRule.self, PermanentWithoutReasonRule.self,
    ]

    private static let code: [any LintRule.Type] = [
        MissingDeclarationRule.self, DeclaredElsewhereMissingRule.self, UnusedToggleRule.self, TestOnlyToggleRule.self,
        DebugOnlyToggleRule.self,
        UndeclaredKeyRule.self,
        ConstantConditionRule.self, SameBranchesRule.self, FrozenToggleRule.self, ReleaseConditionRule.self,
        ComputedKeyRule.self, RepeatedOpsReadRule.self, NestedTogglesRule.self, ScatteredToggleRule.self,
        NegatedOnlyRule.self,
    ]

    private static let remote: [any LintRule.Type] = [
        ParameterTypeMismatchRule.self, RetiredParameterChangedRule.self, RetiredParameterReusedRule.self,
        OrphanedParameterRule.self, CompletedMigrationRule.self, SettledParameterRule.self, SkippedStageRule.self,
        StalledStageRule.self, FinishedRolloutRule.self, MissingParameterRule.self,
    ]

    private static let local: [any LintRule.Type] = [
        OrphanedOverrideRule.self, OverrideTypeMismatchRule.self, CommittedOverrideFileRule.self,
    ]

    private static let hygiene: [any LintRule.Type] = [
        UnknownOwnerRule.self, CollidingNameRule.self, MissingIssueRule.self, ShortDescriptionRule.self,
    ]

    /// The rules that say what is to become of a toggle as a whole, of which the first one that is certain speaks.
    ///
    /// A day that has come goes before all, since runs of CI hang on it (`--fail-on`). That nothing reads a toggle is the
    /// shorter way to the same end than that it is decided or old. What asks for a date comes last.
    static let lifecycle: [any LifecycleRule.Type] =
        removing + [
            StalledStageRule.self, AgedToggleRule.self, ExpiryPushedBackRule.self, ExpiryTooFarRule.self,
            ExpiresSoonRule.self, MissingExpiryRule.self, PermanentWithoutReasonRule.self,
        ]

    /// Those of them after which the toggle is gone: rules about style have nothing to add.
    static let removing: [any LifecycleRule.Type] = [
        ExpiredToggleRule.self, DeclaredElsewhereMissingRule.self, UnusedToggleRule.self, TestOnlyToggleRule.self,
        DebugOnlyToggleRule.self, CompletedMigrationRule.self, SettledParameterRule.self,
    ]
}
