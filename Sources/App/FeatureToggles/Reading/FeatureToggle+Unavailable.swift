// Unavailable overloads, whose messages show the call to write. Without them the compiler reports that a member can't
// be resolved without a contextual type.
//
// They are emitted only into code that calls them, so an optimized binary doesn't contain them.
//
// The compiler names a misspelled key only if one overload fits better than all others. Unavailable and disfavored ones
// fit worse, and so do generic ones whose argument isn't known. So of the available overloads of a method, all but the
// first are disfavored, and a generic method such as `value(of:)` has only generic unavailable overloads.

/// Reads without the context that the category needs.
extension FeatureToggle {
    /// Permissions need a context.
    @available(
        *,
        unavailable,
        message: "permissions are evaluated for a context: pass one, as in ‘isEnabled(.key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func isEnabled(_ toggle: PermissionToggle) -> Bool { toggle.defaultValue }

    /// Experiments need a context.
    @available(
        *,
        unavailable,
        message: "experiments are evaluated for a context: pass one, as in ‘variant(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func variant<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> Variant { toggle.defaultValue }

    /// Permissions need a context.
    @available(
        *,
        unavailable,
        message: "permissions are evaluated for a context: pass one, as in ‘evaluation(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func evaluation(of toggle: PermissionToggle) -> Evaluation<Bool> {
        Evaluation(value: toggle.defaultValue, reason: .default, source: .default)
    }

    /// Experiments need a context.
    @available(
        *,
        unavailable,
        message: "experiments are evaluated for a context: pass one, as in ‘evaluation(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func evaluation<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> Evaluation<Variant> {
        Evaluation(value: toggle.defaultValue, reason: .default, source: .default)
    }

    /// Permissions need a context.
    @available(
        *,
        unavailable,
        message: "permissions are evaluated for a context: pass one, as in ‘explanation(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func explanation(of toggle: PermissionToggle) -> Explanation { explanation(of: toggle.reference, for: nil) }

    /// Experiments need a context.
    @available(
        *,
        unavailable,
        message: "experiments are evaluated for a context: pass one, as in ‘explanation(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func explanation<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> Explanation {
        explanation(of: toggle.reference, for: nil)
    }

    /// Permissions need a context.
    @available(
        *,
        unavailable,
        message: "permissions are evaluated for a context: pass one, as in ‘updates(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func updates(of toggle: PermissionToggle) -> ToggleUpdates<Bool> {
        updates(of: toggle, for: EvaluationContext())
    }

    /// Experiments need a context.
    @available(
        *,
        unavailable,
        message: "experiments are evaluated for a context: pass one, as in ‘updates(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func updates<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> ToggleUpdates<Variant> {
        updates(of: toggle, for: EvaluationContext())
    }

    /// Permissions need a context.
    @available(
        *,
        unavailable,
        message:
            "permissions are evaluated for a context: pass one, as in ‘select(.key, for: user.context, on: …, off: …)’"
    )
    @_alwaysEmitIntoClient
    public func select<Result, Failure: Error>(
        _ toggle: PermissionToggle,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result { try off() }
}

/// Reads with a method for another category.
extension FeatureToggle {
    /// Experiments have variants.
    @available(
        *,
        unavailable,
        message: "experiments have variants: read this one with ‘variant(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func isEnabled<Variant: ToggleVariant>(_ toggle: ExperimentToggle<Variant>) -> Bool { false }

    /// Only Bool toggles can be enabled.
    @available(
        *,
        unavailable,
        message: "only Bool toggles are on or off: read this one with ‘value(of: .key)’"
    )
    @_alwaysEmitIntoClient
    public func isEnabled<Value: ToggleValue>(_ toggle: OpsToggle<Value>) -> Bool { false }

    /// Migrations have stages.
    @available(*, unavailable, message: "migrations have stages: read this one with ‘stage(of: .key)’")
    @_alwaysEmitIntoClient
    public func isEnabled(_ toggle: MigrationToggle) -> Bool { false }

    /// Experiments have variants.
    @available(
        *,
        unavailable,
        message: "experiments have variants: read this one with ‘variant(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func isEnabled<Variant: ToggleVariant>(_ toggle: ExperimentToggle<Variant>, for context: EvaluationContext)
        -> Bool
    { false }

    /// Only Bool toggles can be enabled.
    @available(
        *,
        unavailable,
        message: "only Bool toggles are on or off: read this one with ‘value(of: .key)’"
    )
    @_alwaysEmitIntoClient
    public func isEnabled<Value: ToggleValue>(_ toggle: OpsToggle<Value>, for context: EvaluationContext) -> Bool {
        false
    }

    /// Migrations have stages.
    @available(*, unavailable, message: "migrations have stages: read this one with ‘stage(of: .key)’")
    @_alwaysEmitIntoClient
    public func isEnabled(_ toggle: MigrationToggle, for context: EvaluationContext) -> Bool { false }

    /// Release toggles don't use a context.
    @available(
        *,
        unavailable,
        message:
            "release toggles have the same value in every context: leave the context out, or declare ‘category: ops’"
    )
    @_alwaysEmitIntoClient
    public func isEnabled(_ toggle: ReleaseToggle, for context: EvaluationContext) -> Bool { false }

    /// Experiments have variants.
    @available(
        *,
        unavailable,
        message: "experiments have variants: read this one with ‘variant(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func value<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> Variant { toggle.defaultValue }

    /// Experiments have variants.
    @available(
        *,
        unavailable,
        message: "experiments have variants: read this one with ‘variant(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func value<Variant: ToggleVariant>(
        of toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext
    ) -> Variant { toggle.defaultValue }

    /// Only experiments have variants.
    @available(*, unavailable, message: "only experiments have variants: read this one with ‘value(of: .key)’")
    @_alwaysEmitIntoClient
    public func variant<Value: ToggleValue>(of toggle: OpsToggle<Value>) -> Value { toggle.defaultValue }

    /// Only experiments have variants.
    @available(*, unavailable, message: "only experiments have variants: read this one with ‘value(of: .key)’")
    @_alwaysEmitIntoClient
    public func variant<Value: ToggleValue>(of toggle: OpsToggle<Value>, for context: EvaluationContext) -> Value {
        toggle.defaultValue
    }

    /// Only migrations have stages.
    @available(*, unavailable, message: "only migrations have stages: read this one with ‘value(of: .key)’")
    @_alwaysEmitIntoClient
    public func stage<Value: ToggleValue>(of toggle: OpsToggle<Value>) -> MigrationStage { .off }

    /// Only migrations have stages.
    @available(
        *,
        unavailable,
        message: "only migrations have stages: read this one with ‘variant(of: .key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func stage<Variant: ToggleVariant>(of toggle: ExperimentToggle<Variant>) -> MigrationStage { .off }

    /// Only migrations have stages.
    @available(*, unavailable, message: "only migrations have stages: read this one with ‘isEnabled(.key)’")
    @_alwaysEmitIntoClient
    public func stage(of toggle: ReleaseToggle) -> MigrationStage { .off }

    /// Only migrations have stages.
    @available(
        *,
        unavailable,
        message: "only migrations have stages: read this one with ‘isEnabled(.key, for: user.context)’"
    )
    @_alwaysEmitIntoClient
    public func stage(of toggle: PermissionToggle) -> MigrationStage { .off }
}
