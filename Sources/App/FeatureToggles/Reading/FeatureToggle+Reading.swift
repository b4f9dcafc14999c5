extension FeatureToggle {
    /// Returns whether a release toggle is enabled.
    ///
    /// In a RELEASE build, this is the constant `false`, and the guarded code is not in the binary.
    ///
    /// This method is deliberately not a requirement of the protocol. Even through `any FeatureToggle` it is dispatched
    /// statically, so the optimizer sees the constant in every module.
    ///
    /// ```swift
    /// if toggles.isEnabled(.newCheckout) { … }
    /// ```
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: ReleaseToggle) -> Bool {
        #if !OVERRIDES
        false
        #else
        bits(of: toggle.reference) != 0
        #endif
    }

    /// Returns whether a Bool ops toggle is enabled.
    ///
    /// The call is the same as for a release toggle, so turning a release toggle into an ops toggle changes no call
    /// site.
    ///
    /// - Complexity: O(1): one call and one load.
    @_disfavoredOverload
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: OpsToggle<Bool>) -> Bool {
        bits(of: toggle.reference) != 0
    }

    /// Returns whether a Bool ops toggle is enabled for a context on top of the ambient one.
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: OpsToggle<Bool>, for context: EvaluationContext) -> Bool {
        bits(of: toggle.reference, for: context) != 0
    }

    /// Returns whether a user has a permission.
    ///
    /// ```swift
    /// if toggles.isEnabled(.adminTools, for: user.context) { … }
    /// ```
    @_disfavoredOverload
    @inlinable
    @inline(__always)
    public func isEnabled(_ toggle: PermissionToggle, for context: EvaluationContext) -> Bool {
        bits(of: toggle.reference, for: context) != 0
    }

    /// Returns the value of an ops toggle: an override, otherwise the remote value, otherwise the declared default.
    ///
    /// A value of another type is skipped; `evaluation(of:)` reports it.
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

    /// Returns the value of an ops toggle for a context on top of the ambient one.
    @inlinable
    @inline(__always)
    public func value<Value: ToggleValue>(of toggle: OpsToggle<Value>, for context: EvaluationContext) -> Value {
        Value.read(toggle.reference, default: toggle.defaultValue, from: self, for: context)
    }

    /// Returns a user's variant of an experiment.
    ///
    /// If the experiment's split selects the variant, the read assigns it to the user and reports the exposure. Read it
    /// when the user is about to see the result, not when the app starts.
    ///
    /// ```swift
    /// let button = toggles.variant(of: .checkoutButton, for: user.context)
    /// ```
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - context: The user. A targeting key is required, so that the same user always gets the same variant.
    /// - Returns: The variant.
    @inlinable
    @inline(__always)
    public func variant<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> Variant {
        Variant.read(toggle.reference, default: toggle.defaultValue, from: self, for: context)
    }

    /// Returns the stage of a migration.
    ///
    /// Read it once at the start of an operation, and use that stage for the whole operation.
    @inlinable
    @inline(__always)
    public func stage(of toggle: MigrationToggle) -> MigrationStage {
        MigrationStage.read(toggle.reference, default: toggle.defaultValue, from: self, for: nil)
    }

    /// Returns the stage of a migration for a context on top of the ambient one.
    @inlinable
    @inline(__always)
    public func stage(of toggle: MigrationToggle, for context: EvaluationContext) -> MigrationStage {
        MigrationStage.read(toggle.reference, default: toggle.defaultValue, from: self, for: context)
    }
}
