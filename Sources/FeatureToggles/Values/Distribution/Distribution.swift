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
    /// The embedded provisioning profile comes first, because an app has one unless a store has removed it. An app
    /// without one was installed by a store, which leaves a receipt. In TestFlight, its name is `sandboxReceipt`.
    ///
    /// - Parameter folders: The folders with the files.
    /// - Complexity: O(*n*) in the size of the profile, usually about 15 KiB.
    package init?(in folders: AppFolders) {
        let paths = folders.profiles
        for path in paths {
            guard let bytes = try? FileReading.bytes(path: path, limit: 1 << 20) else { continue }
            let profile = ProvisioningProfile(bytes)
            if let distribution = profile.distribution {
                self = distribution
                return
            }
        }
        if folders.sandboxReceipts.contains(where: Self.isFile) {
            self = .testflight
        } else if folders.receipts.contains(where: Self.isFile) {
            self = .appstore
        } else {
            return nil
        }
    }

    private static func isFile(_ path: String) -> Bool {
        // One byte is enough to know that it exists.
        do throws(FileReading.Failure) {
            _ = try FileReading.bytes(path: path, limit: 1 << 24)
            return true
        } catch {
            return false
        }
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

    /// Where the provisioning profile is: in a flat bundle, or in that of a Mac app.
    var profiles: [String] {
        [
            PathText.joined(bundle, "embedded.mobileprovision"),
            PathText.joined(bundle, "Contents/embedded.provisionprofile"),
        ]
    }

    /// Where the receipt of an app from a store is: in the container's folder, or in the bundle of a Mac app.
    var receipts: [String] {
        [data.map { PathText.joined($0, "StoreKit/receipt") }, PathText.joined(bundle, "Contents/_MASReceipt/receipt")]
            .compactMap { $0 }
    }

    /// Where the receipt of an app from TestFlight is.
    var sandboxReceipts: [String] {
        data.map { [PathText.joined($0, "StoreKit/sandboxReceipt")] } ?? []
    }
}
