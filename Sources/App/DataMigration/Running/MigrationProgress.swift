/// The progress of a run.
public struct MigrationProgress: Sendable, Hashable {
    /// The number of the step, from 1.
    public let step: Int
    /// The number of steps.
    public let count: Int
    /// The name of the step.
    public let name: String
    /// The progress of the step, from 0 to 1.
    public let fraction: Double

    /// The progress of the run, from 0 to 1; all steps count the same.
    public var total: Double { (Double(step - 1) + fraction) / Double(max(count, 1)) }
}
