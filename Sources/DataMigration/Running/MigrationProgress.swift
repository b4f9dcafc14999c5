/// How far a run is.
public struct MigrationProgress: Sendable, Hashable {
    /// The number of the step, from 1.
    public let step: Int
    /// How many steps run.
    public let count: Int
    /// The name of the step.
    public let name: String
    /// How much of the step is done, from 0 to 1.
    public let fraction: Double

    /// How much of the whole run is done, from 0 to 1; every step counts the same.
    public var total: Double { (Double(step - 1) + fraction) / Double(max(count, 1)) }
}
