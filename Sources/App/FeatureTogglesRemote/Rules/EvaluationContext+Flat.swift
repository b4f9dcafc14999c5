import FeatureToggles

extension EvaluationContext {
    /// Calls a closure with the flat form of this context, which rules read.
    ///
    /// - Parameter body: A closure that must not let the context escape.
    /// - Returns: The result of the closure.
    @inline(__always)
    func withFlat<Result>(_ body: (FlatContext) -> Result) -> Result {
        withExtendedLifetime(self) { body(flat) }
    }
}
