public import FeatureToggles

// The benchmarks are a package of their own, which `package` access does not reach, and apps have no use for these.

extension FlagDocument {
    /// The index of a flag by its key, for the benchmarks.
    @_spi(Measuring)
    public func measuredIndex(of key: String) -> Int? { index(of: key) }

    /// Which variant somebody gets, for the benchmarks.
    @_spi(Measuring)
    public func measuredVariant(of index: Int, context: EvaluationContext, timestamp: Int64) -> Int32 {
        variant(of: index, context: context, timestamp: timestamp)
    }
}
