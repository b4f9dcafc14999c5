import FeatureToggles

extension EvaluationContext {
    /// Calls a closure with the form of this context that rules walk.
    ///
    /// - Parameter body: Must not let the context escape.
    /// - Returns: What the closure returns.
    @inline(__always)
    func withFlat<Result>(_ body: (FlatContext) -> Result) -> Result {
        withExtendedLifetime(self) { body(flat) }
    }
}
