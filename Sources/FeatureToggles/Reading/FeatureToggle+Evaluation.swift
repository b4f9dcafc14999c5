extension FeatureToggle {
    /// Whether a release toggle is on, and why.
    public func evaluation(of toggle: ReleaseToggle) -> Evaluation<Bool> {
        #if RELEASE && !InternalBuild
        Evaluation(value: false, reason: .static, source: .default)
        #else
        typed(toggle.reference, default: false, for: nil)
        #endif
    }

    /// The value of an ops toggle, and why it has that value.
    ///
    /// Sources are asked in the order override, remote, default. A value of another type is skipped and named in the
    /// evaluation's error; this method never throws and never blocks.
    ///
    /// ```swift
    /// let ranking = toggles.evaluation(of: .searchRanking)   // .value == .neural, .source == .remote
    /// ```
    ///
    /// - Complexity: O(1) without rules.
    public func evaluation<Value: ToggleValue>(of toggle: OpsToggle<Value>) -> Evaluation<Value> {
        typed(toggle.reference, default: toggle.defaultValue, for: nil)
    }

    /// The value of an ops toggle for a context, and why it has that value.
    public func evaluation<Value: ToggleValue>(
        of toggle: OpsToggle<Value>,
        for context: EvaluationContext
    ) -> Evaluation<Value> {
        typed(toggle.reference, default: toggle.defaultValue, for: context)
    }

    /// The variant of an experiment for the person of a context, and why it is that one.
    public func evaluation<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> Evaluation<Variant> {
        typed(toggle.reference, default: toggle.defaultValue, for: context)
    }

    /// Whether a permission is granted to the person of a context, and why.
    public func evaluation(of toggle: PermissionToggle, for context: EvaluationContext) -> Evaluation<Bool> {
        typed(toggle.reference, default: toggle.defaultValue, for: context)
    }

    /// The stage of a migration, and why it is that one.
    public func evaluation(of toggle: MigrationToggle) -> Evaluation<MigrationStage> {
        typed(toggle.reference, default: toggle.defaultValue, for: nil)
    }

    /// The stage of a migration for a context, and why it is that one.
    public func evaluation(
        of toggle: MigrationToggle,
        for context: EvaluationContext
    ) -> Evaluation<MigrationStage> {
        typed(toggle.reference, default: toggle.defaultValue, for: context)
    }

    private func typed<Value: ToggleValue>(
        _ toggle: ToggleReference,
        default defaultValue: Value,
        for context: EvaluationContext?
    ) -> Evaluation<Value> {
        let resolution = resolve(toggle, for: context)
        guard let json = resolution.value else {
            return Evaluation(
                value: defaultValue,
                variant: resolution.variant,
                reason: resolution.reason,
                source: resolution.source,
                error: resolution.error
            )
        }
        guard let value = Value(json: json) else {
            let error = EvaluationError.typeMismatch(
                json,
                expected: Value.toggleType,
                toggle: toggle.key
            )
            return Evaluation(
                value: defaultValue,
                reason: .error,
                source: .default,
                error: resolution.error ?? error
            )
        }
        return Evaluation(
            value: value,
            variant: resolution.variant,
            reason: resolution.reason,
            source: resolution.source,
            error: resolution.error
        )
    }
}

extension FeatureToggle {
    /// What every source answered about a release toggle, in order, and which one won.
    public func explanation(of toggle: ReleaseToggle) -> Explanation {
        #if RELEASE && !InternalBuild
        Explanation(key: "", resolution: Resolution(false, source: .default))
        #else
        explanation(of: toggle.reference, for: nil)
        #endif
    }

    /// What every source answered about an ops toggle, in order, and which one won.
    public func explanation<Value: ToggleValue>(
        of toggle: OpsToggle<Value>,
        for context: EvaluationContext? = nil
    ) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }

    /// What every source answered about an experiment, in order, and which one won.
    public func explanation<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }

    /// What every source answered about a permission, in order, and which one won.
    public func explanation(of toggle: PermissionToggle, for context: EvaluationContext) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }

    /// What every source answered about a migration, in order, and which one won.
    public func explanation(of toggle: MigrationToggle, for context: EvaluationContext? = nil) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }
}
