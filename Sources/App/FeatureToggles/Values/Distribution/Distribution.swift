import ToggleBase

/// How the running copy of an app was distributed: the attribute ``EvaluationContext/Attribute/distribution``.
package enum Distribution: String, Sendable, Hashable, CaseIterable {
    /// A development build: a debug build, or one that Xcode installed.
    case debug
    /// A simulator.
    case simulator
    /// TestFlight.
    case testflight
    /// The App Store or the Mac App Store.
    case appstore
    /// The team's own distribution: in-house, ad hoc, or with a Developer ID.
    case enterprise
    /// Linux.
    case linux

    /// Determines the distribution from facts, or returns `nil` if they don't show it.
    ///
    /// The embedded provisioning profile comes first, because a store removes it from an app with a flat bundle. A Mac app
    /// keeps its profile, which is the same in TestFlight and in the App Store.
    ///
    /// An app without a decisive profile comes from a store. The environment of its transaction is `Sandbox` in TestFlight.
    /// Without a transaction, the name of the receipt's URL is `sandboxReceipt` in TestFlight. The system chooses the name
    /// for each installation; there may be no file with that name before the first purchase, and one with the other name if
    /// the app was installed in the other way before. On the Mac, the name is always the same, and the receipt's type is
    /// `ProductionSandbox` in TestFlight.
    ///
    /// - Complexity: O(*n*) in the size of the profile and the receipt, usually about 15 KiB.
    package init?(_ facts: DistributionFacts) {
        if let distribution = facts.profile.flatMap({ ProvisioningProfile($0).distribution }) {
            self = distribution
        } else if let distribution = facts.macProfile.flatMap({ ProvisioningProfile($0).distribution }),
            distribution != .testflight
        {
            self = distribution
        } else if let distribution = facts.environment.flatMap({ Self.environments[$0] }) {
            self = distribution
        } else if let receipt = facts.macReceipt {
            guard receipt.contains(bytes: Array("Production".utf8)) else { return nil }
            self = receipt.contains(bytes: Array("ProductionSandbox".utf8)) ? .testflight : .appstore
        } else if let distribution = facts.receiptName.flatMap({ Self.receipts[$0] }) {
            self = distribution
        } else {
            return nil
        }
    }

    private static let environments: [String: Distribution] = [
        "Production": .appstore, "Sandbox": .testflight, "Xcode": .debug,
    ]
    private static let receipts: [String: Distribution] = ["receipt": .appstore, "sandboxReceipt": .testflight]
}
