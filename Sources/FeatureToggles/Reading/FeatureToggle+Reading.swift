extension FeatureToggle {
    /// Whether a release toggle is on.
    ///
    /// In a RELEASE build it is the constant `false`, and the code that it guards is gone.
    ///
    /// This is not a requirement on purpose: it is dispatched statically, also behind `any FeatureToggle`, so that the
    /// optimizer sees the constant in every module.
    ///
    /// ```swift
    /// if toggles.isEnabled(.newCheckout) { … }
    /// ```
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: ReleaseToggle) -> Bool {
        #if RELEASE && !InternalBuild
        false
        #else
        bits(of: toggle.reference) != 0
        #endif
    }

    /// Whether a Bool ops toggle is on.
    ///
    /// Reads the same as for a release toggle, so that the step from release to ops touches no call site.
    ///
    /// - Complexity: O(1): one call and one load.
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: OpsToggle<Bool>) -> Bool {
        bits(of: toggle.reference) != 0
    }

    /// Whether a Bool ops toggle is on for a context, which is laid over the ambient one.
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: OpsToggle<Bool>, for context: EvaluationContext) -> Bool {
        bits(of: toggle.reference, for: context) != 0
    }

    /// Whether a permission is granted to the person of a context.
    ///
    /// ```swift
    /// if toggles.isEnabled(.adminTools, for: user.context) { … }
    /// ```
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: PermissionToggle, for context: EvaluationContext) -> Bool {
        bits(of: toggle.reference, for: context) != 0
    }

    /// The value of an ops toggle: from an override, else from remote config, else the declared default.
    ///
    /// A source that has a value of another type is skipped; ``evaluation(of:)-(OpsToggle<Value>)`` names it.
    ///
    /// ```swift
    /// let ranking = toggles.value(of: .searchRanking)
    /// ```
    ///
    /// - Complexity: O(1).
    @inlinable
    @inline(__always)
    public func value<Value: ToggleValue>(of toggle: OpsToggle<Value>) -> Value {
        Value.read(toggle.reference, default: toggle.defaultValue, from: self, for: nil)
    }

    /// The value of an ops toggle for a context, which is laid over the ambient one.
    @inlinable
    @inline(__always)
    public func value<Value: ToggleValue>(of toggle: OpsToggle<Value>, for context: EvaluationContext) -> Value {
        Value.read(toggle.reference, default: toggle.defaultValue, from: self, for: context)
    }

    /// The variant of an experiment for the person of a context.
    ///
    /// ```swift
    /// let button = toggles.variant(of: .checkoutButton, for: user.context)
    /// ```
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - context: Needs a targeting key, so that the same person always gets the same variant.
    /// - Returns: The variant.
    @inlinable
    @inline(__always)
    public func variant<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> Variant {
        Variant.read(toggle.reference, default: toggle.defaultValue, from: self, for: context)
    }

    /// The stage of a migration.
    ///
    /// Read it once at the start of an operation and keep to it.
    @inlinable
    @inline(__always)
    public func stage(of toggle: MigrationToggle) -> MigrationStage {
        MigrationStage.read(toggle.reference, default: toggle.defaultValue, from: self, for: nil)
    }

    /// The stage of a migration for a context, which is laid over the ambient one.
    @inlinable
    @inline(__always)
    public func stage(of toggle: MigrationToggle, for context: EvaluationContext) -> MigrationStage {
        MigrationStage.read(toggle.reference, default: toggle.defaultValue, from: self, for: context)
    }
}
