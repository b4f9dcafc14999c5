extension FeatureToggle {
    /// Makes one of two implementations, chosen once: for features too large for an `if` at every call.
    ///
    /// Where objects are made, one line decides, and nothing behind it knows of the toggle. In a RELEASE build only `off`
    /// is left: the other implementation is not in the binary.
    ///
    /// ```swift
    /// let payment: any Payment = toggles.select(.newPayment, on: { NewPayment() }, off: { OldPayment() })
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
    public func select<Result, Failure: Error>(
        _ toggle: ReleaseToggle,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle) { try on() } else { try off() }
    }

    /// Makes one of two implementations, chosen once, by a Bool ops toggle.
    ///
    /// Reads the same as for a release toggle, so that the step from release to ops touches no call site. What was chosen
    /// stays when the toggle changes; who makes objects for a screen or a request makes the next one anew.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - on: Makes the implementation for an enabled toggle.
    ///   - off: Makes the implementation for a disabled toggle.
    /// - Returns: What the chosen one made.
    /// - Throws: What the chosen one throws.
    @inlinable
    @inline(__always)
    public func select<Result, Failure: Error>(
        _ toggle: OpsToggle<Bool>,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle) { try on() } else { try off() }
    }

    /// Makes one of two implementations, chosen once, by a Bool ops toggle for a context, which is laid over the ambient
    /// one.
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
    public func select<Result, Failure: Error>(
        _ toggle: OpsToggle<Bool>,
        for context: EvaluationContext,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle, for: context) { try on() } else { try off() }
    }

    /// Makes one of two implementations, chosen once, for who has a permission and who has not.
    ///
    /// ```swift
    /// let menu: any Menu = toggles.select(.adminTools, for: user.context, on: { AdminMenu() }, off: { UserMenu() })
    /// ```
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
    public func select<Result, Failure: Error>(
        _ toggle: PermissionToggle,
        for context: EvaluationContext,
        on: () throws(Failure) -> Result,
        off: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if isEnabled(toggle, for: context) { try on() } else { try off() }
    }
}
