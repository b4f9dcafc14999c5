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

    /// Determines the distribution from an app's files, or returns `nil` if they don't show it.
    ///
    /// The embedded provisioning profile comes first, because a store removes it from an app with a flat bundle. An app
    /// without one was installed by a store, which leaves a receipt. In TestFlight, its name is `sandboxReceipt`, or on
    /// the Mac, its type is `ProductionSandbox`. A Mac app keeps its profile, which is the same in TestFlight and in the
    /// App Store, so there the receipt decides between the two.
    ///
    /// - Parameter folders: The folders with the files.
    /// - Complexity: O(*n*) in the size of the files, usually about 15 KiB.
    package init?(in folders: AppFolders) {
        if let distribution = Self.profile(folders.profile) {
            self = distribution
        } else if let distribution = Self.profile(folders.macProfile), distribution != .testflight {
            self = distribution
        } else if Self.bytes(folders.sandboxReceipt) != nil {
            self = .testflight
        } else if let receipt = Self.bytes(folders.receipt) ?? Self.bytes(folders.macReceipt) {
            self = receipt.contains(bytesOf: "ProductionSandbox") ? .testflight : .appstore
        } else {
            return nil
        }
    }

    private static func profile(_ path: String) -> Distribution? {
        bytes(path).flatMap { ProvisioningProfile($0).distribution }
    }

    private static func bytes(_ path: String?) -> [UInt8]? {
        path.flatMap { try? FileReading.bytes(path: $0, limit: 1 << 24) }
    }
}

/// The folders that show how an app was distributed.
package struct AppFolders: Sendable, Hashable {
    /// The folder of the app's bundle.
    package var bundle: String
    /// The folder of the app's data: its container, or the home folder.
    package var data: String?

    /// Creates folders.
    package init(bundle: String, data: String?) {
        self.bundle = bundle
        self.data = data
    }

    /// The provisioning profile of an app with a flat bundle.
    var profile: String { PathText.joined(bundle, "embedded.mobileprovision") }

    /// The provisioning profile of a Mac app.
    var macProfile: String { PathText.joined(bundle, "Contents/embedded.provisionprofile") }

    /// The receipt of an app from the App Store.
    var receipt: String? { data.map { PathText.joined($0, "StoreKit/receipt") } }

    /// The receipt of an app from TestFlight.
    var sandboxReceipt: String? { data.map { PathText.joined($0, "StoreKit/sandboxReceipt") } }

    /// The receipt of a Mac app from the App Store or from TestFlight.
    var macReceipt: String { PathText.joined(bundle, "Contents/_MASReceipt/receipt") }
}
