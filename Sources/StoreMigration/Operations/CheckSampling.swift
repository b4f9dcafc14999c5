public import FeatureToggles

/// How many of the reads that could be compared are compared.
///
/// It decides about comparing alone, which may be dear; both stores are read all the same. To have fewer reads of both, give
/// fewer people the stage.
public enum CheckSampling: Sendable {
    /// Each one.
    case always
    /// None.
    case never
    /// One in so many, chosen by lot; none when the number is below 1.
    case oneIn(Int)
    /// One in as many as an ops toggle says, read at each comparison; none when it is below 1.
    case toggle(OpsToggle<Int>)

    /// Creates the sampling of a check ratio: absent compares always, 0 never.
    public init(ratio: Int?) {
        self = ratio.map { .oneIn($0) } ?? .always
    }

    /// The check ratio; `nil` for each one.
    func ratio(_ toggles: any FeatureToggle) -> Int? {
        switch self {
        case .always: nil
        case .never: 0
        case .oneIn(let ratio): ratio
        case .toggle(let toggle): toggles.value(of: toggle)
        }
    }

    /// Whether a comparison is drawn.
    ///
    /// - Parameters:
    ///   - ratio: The check ratio; `nil` for each one.
    ///   - random: A random number from 0 to below 1.
    /// - Returns: Whether it is.
    static func isDrawn(ratio: Int?, random: () -> Double) -> Bool {
        guard let ratio else { return true }
        guard ratio > 0 else { return false }
        return ratio == 1 || random() * Double(ratio) < 1
    }
}
