public import FeatureToggles

// The benchmarks are a separate package, which can't use `package` declarations, and apps don't need these.

extension FlagDocument {
    /// Returns the index of the flag with a key, for the benchmarks.
    @_spi(Measuring)
    public func measuredIndex(of key: String) -> Int? { index(of: key) }

    /// Returns the variant for a context, for the benchmarks.
    @_spi(Measuring)
    public func measuredVariant(of index: Int, context: EvaluationContext, timestamp: Int64) -> Int32 {
        variant(of: index, context: context, timestamp: timestamp)
    }
}
