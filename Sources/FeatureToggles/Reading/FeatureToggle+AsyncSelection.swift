// Disfavoured, or a call without `await` in an asynchronous function would ask for one.

extension FeatureToggle {
    /// Makes one of two implementations, chosen once, where making one waits: a connection, a file.
    ///
    /// In a RELEASE build only `off` is left. It is made where the caller is isolated.
    ///
    /// ```swift
    /// let payment: any Payment = try await toggles.select(
    ///     .newPayment,
    ///     on: { try await NewPayment.connect() },
    ///     off: { OldPayment() }
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - on: Makes the implementation for an enabled toggle.
    ///   - off: Makes the implementation for a disabled toggle.
    /// - Returns: What the chosen one made.
    /// - Throws: What the chosen one throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Result, Failure: Error>(
        _ toggle: ReleaseToggle,
        on: () async throws(Failure) -> Result,
        off: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if isEnabled(toggle) { try await on() } else { try await off() }
    }

    /// Makes one of two implementations, chosen once, by a Bool ops toggle, where making one waits.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - on: Makes the implementation for an enabled toggle.
    ///   - off: Makes the implementation for a disabled toggle.
    /// - Returns: What the chosen one made.
    /// - Throws: What the chosen one throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Result, Failure: Error>(
        _ toggle: OpsToggle<Bool>,
        on: () async throws(Failure) -> Result,
        off: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if isEnabled(toggle) { try await on() } else { try await off() }
    }

    /// Makes one of two implementations, chosen once, by a Bool ops toggle for a context, where making one waits.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - context: The attributes that rules may look at.
    ///   - on: Makes the implementation for an enabled toggle.
    ///   - off: Makes the implementation for a disabled toggle.
    /// - Returns: What the chosen one made.
    /// - Throws: What the chosen one throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Result, Failure: Error>(
        _ toggle: OpsToggle<Bool>,
        for context: EvaluationContext,
        on: () async throws(Failure) -> Result,
        off: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if isEnabled(toggle, for: context) { try await on() } else { try await off() }
    }

    /// Makes one of two implementations, chosen once, for who has a permission and who has not, where making one waits.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - context: Whose permission it is.
    ///   - on: Makes the implementation for who is permitted.
    ///   - off: Makes the implementation for who is not.
    /// - Returns: What the chosen one made.
    /// - Throws: What the chosen one throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Result, Failure: Error>(
        _ toggle: PermissionToggle,
        for context: EvaluationContext,
        on: () async throws(Failure) -> Result,
        off: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if isEnabled(toggle, for: context) { try await on() } else { try await off() }
    }

    /// Makes one of several implementations, chosen once, by an ops toggle, where making one waits.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - make: Makes the implementation for a value.
    /// - Returns: What `make` made.
    /// - Throws: What `make` throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: OpsToggle<Variant>,
        _ make: (Variant) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await make(value(of: toggle))
    }

    /// Makes one of several implementations, chosen once, by an ops toggle for a context, where making one waits.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - context: The attributes that rules may look at.
    ///   - make: Makes the implementation for a value.
    /// - Returns: What `make` made.
    /// - Throws: What `make` throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: OpsToggle<Variant>,
        for context: EvaluationContext,
        _ make: (Variant) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await make(value(of: toggle, for: context))
    }

    /// Makes one of several implementations, chosen once, by the variant that a person has in an experiment, where making
    /// one waits.
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - context: Needs a targeting key, so that the same person always gets the same variant.
    ///   - make: Makes the implementation for a variant.
    /// - Returns: What `make` made.
    /// - Throws: What `make` throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext,
        _ make: (Variant) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await make(variant(of: toggle, for: context))
    }
}
