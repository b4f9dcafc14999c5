extension FeatureToggle {
    /// Creates one of several implementations, selected once by an ops toggle with a closed set of values.
    ///
    /// A `switch` over the generated enum is exhaustive. If a value is added to the manifest, the code doesn't compile
    /// until the value has an implementation. If a value is removed, its implementation no longer compiles.
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
    /// The selected implementation stays when the toggle changes. If you create objects for each screen or request, the
    /// next one uses the new value.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - make: Creates the implementation for a value.
    /// - Returns: The result of `make`.
    /// - Throws: Any error that `make` throws.
    @inlinable
    @inline(__always)
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: OpsToggle<Variant>,
        _ make: (Variant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try make(value(of: toggle))
    }

    /// Creates one of several implementations, selected once by an ops toggle for a context on top of the ambient one.
    ///
    /// - Parameters:
    ///   - toggle: The toggle that selects the implementation.
    ///   - context: The attributes that rules can use.
    ///   - make: Creates the implementation for a value.
    /// - Returns: The result of `make`.
    /// - Throws: Any error that `make` throws.
    @inlinable
    @inline(__always)
    public func select<Variant: ToggleVariant, Result, Failure: Error>(
        _ toggle: OpsToggle<Variant>,
        for context: EvaluationContext,
        _ make: (Variant) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try make(value(of: toggle, for: context))
    }

    /// Creates one of several implementations, selected once by the user's variant of an experiment.
    ///
    /// This reads the variant, which can report an exposure. Select when the user is about to see the result, not when
    /// the app starts.
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
    ///   - context: The user. A targeting key is required, so that the same user always gets the same variant.
    ///   - make: Creates the implementation for a variant.
    /// - Returns: The result of `make`.
    /// - Throws: Any error that `make` throws.
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
