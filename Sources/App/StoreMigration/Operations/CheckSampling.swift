public import FeatureToggles

/// The share of comparable reads whose values are compared.
///
/// It affects only the comparison, which may be expensive; both stores are read in any case. To have fewer reads from
/// both stores, give the stage to fewer users.
public enum CheckSampling: Sendable {
    /// Compares every read.
    case always
    /// Compares no read.
    case never
    /// Compares one read in the given number, chosen at random, or none if the number is below 1.
    case oneIn(Int)
    /// Compares one read in the number given by an ops toggle, which is read for each comparison, or none if it is
    /// below 1.
    case toggle(OpsToggle<Int>)

    /// Creates the sampling for a check ratio: `nil` compares every read, 0 none.
    public init(ratio: Int?) {
        self = ratio.map { .oneIn($0) } ?? .always
    }

    /// Returns the check ratio; `nil` compares every read.
    func ratio(_ toggles: any FeatureToggle) -> Int? {
        switch self {
        case .always: nil
        case .never: 0
        case .oneIn(let ratio): ratio
        case .toggle(let toggle): toggles.value(of: toggle)
        }
    }

    /// Returns whether to compare a read.
    ///
    /// - Parameters:
    ///   - ratio: The check ratio; `nil` compares every read.
    ///   - random: A closure that returns a random number from 0 to below 1.
    /// - Returns: Whether to compare.
    static func isDrawn(ratio: Int?, random: () -> Double) -> Bool {
        guard let ratio else { return true }
        guard ratio > 0 else { return false }
        return ratio == 1 || random() * Double(ratio) < 1
    }
}
