import ToggleBase

/// What shows how an app was distributed.
package struct DistributionFacts: Sendable, Hashable {
    /// The provisioning profile of an app with a flat bundle.
    package var profile: [UInt8]?
    /// The provisioning profile of a Mac app.
    package var macProfile: [UInt8]?
    /// The receipt of a Mac app.
    package var macReceipt: [UInt8]?
    /// The environment of the store's transaction for the app.
    package var environment: String?
    /// The name of the URL of the receipt, where it depends on the store.
    package var receiptName: String?

    /// Creates facts.
    package init() {}

    /// Reads the files in the bundle of an app.
    package init(bundle: String) {
        func bytes(_ name: String) -> [UInt8]? {
            try? FileReading.bytes(path: PathText.joined(bundle, name), limit: 1 << 24)
        }
        profile = bytes("embedded.mobileprovision")
        macProfile = bytes("Contents/embedded.provisionprofile")
        macReceipt = bytes("Contents/_MASReceipt/receipt")
    }
}
