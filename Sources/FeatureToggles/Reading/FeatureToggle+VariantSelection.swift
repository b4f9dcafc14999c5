extension FeatureToggle {
    /// Makes one of several implementations, chosen once, by an ops toggle with a closed set of values.
    ///
    /// A `switch` over the generated enum is exhaustive: a value that is added to the manifest does not compile until it
    /// has an implementation, and neither does one that was taken away and still has one.
    ///
    /// ```swift
    /// let ranking: any Ranking = toggles.select(.searchRanking) { ranking in
    ///     switch ranking {
    ///     case .classic: ClassicRanking()
    ///     case .neural: NeuralRanking(model: model)
    ///     }
    /// }
    /// ```
    ///
    /// What was chosen stays when the toggle changes; who makes objects for a screen or a request makes the next one anew.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - make: Makes the implementation for a value.
    /// - Returns: What `make` made.
    /// - Throws: What `make` throws.
    @inlinable
    @inline(__always)
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: OpsToggle<Variant>,
        _ make: (Variant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try make(value(of: toggle))
    }

    /// Makes one of several implementations, chosen once, by an ops toggle for a context, which is laid over the ambient
    /// one.
    ///
    /// - Parameters:
    ///   - toggle: Decides.
    ///   - context: The attributes that rules may look at.
    ///   - make: Makes the implementation for a value.
    /// - Returns: What `make` made.
    /// - Throws: What `make` throws.
    @inlinable
    @inline(__always)
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: OpsToggle<Variant>,
        for context: EvaluationContext,
        _ make: (Variant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try make(value(of: toggle, for: context))
    }

    /// Makes one of several implementations, chosen once, by the variant that a person has in an experiment.
    ///
    /// The read is the exposure: choose when the person is about to see what is made, and not when the app starts.
    ///
    /// ```swift
    /// let button: any CheckoutButton = toggles.select(.checkoutButton, for: user.context) { variant in
    ///     switch variant {
    ///     case .control: PlainButton()
    ///     case .treatment: BoldButton()
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - toggle: The experiment.
    ///   - context: Needs a targeting key, so that the same person always gets the same variant.
    ///   - make: Makes the implementation for a variant.
    /// - Returns: What `make` made.
    /// - Throws: What `make` throws.
    @inlinable
    @inline(__always)
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: ExperimentToggle<Variant>,
        for context: EvaluationContext,
        _ make: (Variant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try make(variant(of: toggle, for: context))
    }
}
