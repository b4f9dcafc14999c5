import ToggleBase

extension FeatureToggle {
    /// Returns whether a release toggle is enabled, and why.
    public func evaluation(of toggle: ReleaseToggle) -> Evaluation<Bool> {
        #if !OVERRIDES
        Evaluation(value: false, reason: .static, source: .default)
        #else
        typed(toggle.reference, default: false, for: nil)
        #endif
    }

    /// Returns the value of an ops toggle, and why it has that value.
    ///
    /// Sources are queried in the order override, remote, default. A value of another type is skipped and reported as
    /// the evaluation's error. This method never throws, and never waits for the disk or the network.
    ///
    /// ```swift
    /// let ranking = toggles.evaluation(of: .searchRanking)   // .value == .neural, .source == .remote
    /// ```
    ///
    /// - Complexity: O(1) without rules.
    public func evaluation<Value: ToggleValue>(of toggle: OpsToggle<Value>) -> Evaluation<Value> {
        typed(toggle.reference, default: toggle.defaultValue, for: nil)
    }

    /// Returns the value of an ops toggle for a context, and why it has that value.
    public func evaluation<Value: ToggleValue>(
        of toggle: OpsToggle<Value>,
        for context: EvaluationContext
    ) -> Evaluation<Value> {
        typed(toggle.reference, default: toggle.defaultValue, for: context)
    }

    /// Returns a user's variant of an experiment, and why the user has it.
    ///
    /// Like `variant(of:for:)`, this assigns the variant and reports the exposure; an explanation doesn't.
    public func evaluation<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> Evaluation<Variant> {
        typed(toggle.reference, default: toggle.defaultValue, for: context)
    }

    /// Returns whether a user has a permission, and why.
    public func evaluation(of toggle: PermissionToggle, for context: EvaluationContext) -> Evaluation<Bool> {
        typed(toggle.reference, default: toggle.defaultValue, for: context)
    }

    /// Returns the stage of a migration, and why it has that stage.
    @_disfavoredOverload
    public func evaluation(of toggle: MigrationToggle) -> Evaluation<MigrationStage> {
        typed(toggle.reference, default: toggle.defaultValue, for: nil)
    }

    /// Returns the stage of a migration for a context, and why it has that stage.
    @_disfavoredOverload
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
        guard let json = resolution.value else { return Evaluation(defaultValue, resolution) }
        // The object that reads return, so that the value isn't decoded again.
        let object = resolution.object as? ToggleObject<Value>
        guard let value = object?.value ?? Value(json: json) else {
            let error = EvaluationError(.typeMismatch, Value.toggleType.mismatch(json, toggle: toggle.key))
            return Evaluation(
                value: defaultValue,
                reason: .error,
                source: .default,
                error: resolution.error ?? error
            )
        }
        return Evaluation(value, resolution)
    }
}

extension FeatureToggle {
    /// Explains a release toggle: what each source answered, in order, and which one was decisive.
    ///
    /// In a RELEASE build, the explanation has an empty key and the value `false`.
    public func explanation(of toggle: ReleaseToggle) -> Explanation {
        #if !OVERRIDES
        Explanation(key: "", resolution: Resolution(false, source: .default))
        #else
        explanation(of: toggle.reference, for: nil)
        #endif
    }

    /// Explains an ops toggle: what each source answered, in order, and which one was decisive.
    public func explanation<Value: ToggleValue>(
        of toggle: OpsToggle<Value>,
        for context: EvaluationContext? = nil
    ) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }

    /// Explains an experiment: what each source answered, in order, and which one was decisive.
    public func explanation<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }

    /// Explains a permission: what each source answered, in order, and which one was decisive.
    public func explanation(of toggle: PermissionToggle, for context: EvaluationContext) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }

    /// Explains a migration: what each source answered, in order, and which one was decisive.
    @_disfavoredOverload
    public func explanation(of toggle: MigrationToggle, for context: EvaluationContext? = nil) -> Explanation {
        explanation(of: toggle.reference, for: context)
    }
}
