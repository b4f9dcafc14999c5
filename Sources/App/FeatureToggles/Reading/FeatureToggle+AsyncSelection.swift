// Disfavored, because otherwise a call without `await` in an asynchronous function would require one.

extension FeatureToggle {
    /// Asynchronously creates one of two implementations, selected once by a release toggle.
    ///
    /// Use it if creating an implementation may suspend, for example to connect to a server. The implementation is
    /// created in the caller's isolation. In a RELEASE build, the binary contains only `off`.
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
    ///   - toggle: The toggle that selects the implementation.
    ///   - on: Creates the implementation for an enabled toggle.
    ///   - off: Creates the implementation for a disabled toggle.
    /// - Returns: The result of the selected closure.
    /// - Throws: Any error that the selected closure throws.
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

    /// Asynchronously creates one of two implementations, selected once by a Bool ops toggle.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - on: Creates the implementation for an enabled toggle.
    ///   - off: Creates the implementation for a disabled toggle.
    /// - Returns: The result of the selected closure.
    /// - Throws: Any error that the selected closure throws.
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

    /// Asynchronously creates one of two implementations, selected once by a Bool ops toggle for a context.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - context: The attributes that rules can use.
    ///   - on: Creates the implementation for an enabled toggle.
    ///   - off: Creates the implementation for a disabled toggle.
    /// - Returns: The result of the selected closure.
    /// - Throws: Any error that the selected closure throws.
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

    /// Asynchronously creates one of two implementations, selected once by a user's permission.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - context: The user.
    ///   - on: Creates the implementation for users with the permission.
    ///   - off: Creates the implementation for users without it.
    /// - Returns: The result of the selected closure.
    /// - Throws: Any error that the selected closure throws.
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

    /// Asynchronously creates one of several implementations, selected once by an ops toggle.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - make: Creates the implementation for a value.
    /// - Returns: The result of `make`.
    /// - Throws: Any error that `make` throws.
    @inlinable
    @inline(__always)
    @_disfavoredOverload
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: OpsToggle<Variant>,
        _ make: (Variant) async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await make(value(of: toggle))
    }

    /// Asynchronously creates one of several implementations, selected once by an ops toggle for a context.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - context: The attributes that rules can use.
    ///   - make: Creates the implementation for a value.
    /// - Returns: The result of `make`.
    /// - Throws: Any error that `make` throws.
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

    /// Asynchronously creates one of several implementations, selected once by the user's variant of an experiment.
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - context: The user. A targeting key is required, so that the same user always gets the same variant.
    ///   - make: Creates the implementation for a variant.
    /// - Returns: The result of `make`.
    /// - Throws: Any error that `make` throws.
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
