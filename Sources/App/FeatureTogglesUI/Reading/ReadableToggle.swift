public import FeatureToggles

/// The typed key of a toggle, of any category, that `Toggled` reads.
///
/// The keys of FeatureToggles conform; app code doesn't use this protocol.
public protocol ReadableToggle: Sendable {
    /// The type of the toggle's value.
    associatedtype Value: Sendable

    /// Returns the current value.
    ///
    /// - Parameters:
    ///   - toggles: Returns the toggles to read from. In a RELEASE build, a release toggle doesn't call it.
    ///   - context: Returns the attributes that rules can use; `nil` for the ambient context.
    /// - Returns: The value.
    func value(from toggles: () -> any FeatureToggle, for context: () -> EvaluationContext?) -> Value

    /// Returns the current value, and why the toggle has it.
    ///
    /// - Parameters:
    ///   - toggles: The toggles to read from.
    ///   - context: The attributes that rules can use; `nil` for the ambient context.
    /// - Returns: The evaluation.
    func evaluation(from toggles: any FeatureToggle, for context: EvaluationContext?) -> Evaluation<Value>
}

extension ReleaseToggle: ReadableToggle {
    /// Returns whether the toggle is enabled; in a RELEASE build, this is the inlined constant `false`.
    @inlinable
    @inline(__always)
    public func value(from toggles: () -> any FeatureToggle, for context: () -> EvaluationContext?) -> Bool {
        #if !OVERRIDES
        false
        #else
        toggles().isEnabled(self)
        #endif
    }

    /// Returns whether the toggle is enabled, and why.
    public func evaluation(from toggles: any FeatureToggle, for context: EvaluationContext?) -> Evaluation<Bool> {
        toggles.evaluation(of: self)
    }
}

extension OpsToggle: ReadableToggle {
    /// Returns the current value.
    @inlinable
    public func value(from toggles: () -> any FeatureToggle, for context: () -> EvaluationContext?) -> Value {
        Value.read(reference, default: defaultValue, from: toggles(), for: context())
    }

    /// Returns the current value, and why the toggle has it.
    public func evaluation(from toggles: any FeatureToggle, for context: EvaluationContext?) -> Evaluation<Value> {
        guard let context else { return toggles.evaluation(of: self) }
        return toggles.evaluation(of: self, for: context)
    }
}

extension ExperimentToggle: ReadableToggle {
    /// Returns the user's variant.
    @inlinable
    public func value(from toggles: () -> any FeatureToggle, for context: () -> EvaluationContext?) -> Variant {
        Variant.read(reference, default: defaultValue, from: toggles(), for: context())
    }

    /// Returns the user's variant, and why the user has it.
    public func evaluation(from toggles: any FeatureToggle, for context: EvaluationContext?) -> Evaluation<Variant> {
        toggles.evaluation(of: self, for: context ?? EvaluationContext())
    }
}

extension PermissionToggle: ReadableToggle {
    /// Returns whether the user has the permission.
    @inlinable
    public func value(from toggles: () -> any FeatureToggle, for context: () -> EvaluationContext?) -> Bool {
        toggles().bits(of: reference, for: context()) != 0
    }

    /// Returns whether the user has the permission, and why.
    public func evaluation(from toggles: any FeatureToggle, for context: EvaluationContext?) -> Evaluation<Bool> {
        toggles.evaluation(of: self, for: context ?? EvaluationContext())
    }
}

extension MigrationToggle: ReadableToggle {
    /// Returns the stage of the migration.
    @inlinable
    public func value(from toggles: () -> any FeatureToggle, for context: () -> EvaluationContext?) -> MigrationStage {
        MigrationStage.read(reference, default: defaultValue, from: toggles(), for: context())
    }

    /// Returns the stage of the migration, and why it has that stage.
    public func evaluation(
        from toggles: any FeatureToggle,
        for context: EvaluationContext?
    ) -> Evaluation<MigrationStage> {
        guard let context else { return toggles.evaluation(of: self) }
        return toggles.evaluation(of: self, for: context)
    }
}
