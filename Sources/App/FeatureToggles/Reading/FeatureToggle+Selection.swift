extension FeatureToggle {
    /// Creates one of two implementations, selected once by a release toggle.
    ///
    /// Use it for features that would need an `if` in many places. One line selects the implementation where objects
    /// are created, and the code that uses it doesn't need the toggle. In a RELEASE build, the binary contains only
    /// `off`, without the other implementation.
    ///
    /// ```swift
    /// let payment: any Payment = toggles.select(.newPayment, on: { NewPayment() }, off: { OldPayment() })
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
    public func select<Result, Failure: Error>(
        _ toggle: ReleaseToggle,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle) { try on() } else { try off() }
    }

    /// Creates one of two implementations, selected once by a Bool ops toggle.
    ///
    /// The call is the same as for a release toggle, so turning a release toggle into an ops toggle changes no call
    /// site. The selected implementation stays when the toggle changes. If you create objects for each screen or
    /// request, the next one uses the new value.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - on: Creates the implementation for an enabled toggle.
    ///   - off: Creates the implementation for a disabled toggle.
    /// - Returns: The result of the selected closure.
    /// - Throws: Any error that the selected closure throws.
    @inlinable
    @inline(__always)
    public func select<Result, Failure: Error>(
        _ toggle: OpsToggle<Bool>,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle) { try on() } else { try off() }
    }

    /// Creates one of two implementations, selected once by a Bool ops toggle for a context on top of the ambient one.
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
    public func select<Result, Failure: Error>(
        _ toggle: OpsToggle<Bool>,
        for context: EvaluationContext,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle, for: context) { try on() } else { try off() }
    }

    /// Creates one of two implementations, selected once by a user's permission.
    ///
    /// ```swift
    /// let menu: any Menu = toggles.select(.adminTools, for: user.context, on: { AdminMenu() }, off: { UserMenu() })
    /// ```
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
    public func select<Result, Failure: Error>(
        _ toggle: PermissionToggle,
        for context: EvaluationContext,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle, for: context) { try on() } else { try off() }
    }
}
