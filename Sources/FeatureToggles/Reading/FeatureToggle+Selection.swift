extension FeatureToggle {
    /// Makes one of two implementations, chosen once: for features too large for an `if` at every call.
    ///
    /// In a RELEASE build only `off` is left.
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
}
