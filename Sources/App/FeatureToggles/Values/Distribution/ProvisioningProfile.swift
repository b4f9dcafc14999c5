import ToggleBase

/// The parts of a provisioning profile that show how an app was distributed.
///
/// A profile is a property list in XML, inside a signature. It's searched as text, because the core doesn't link a parser
/// for either of them.
struct ProvisioningProfile {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// How the app was distributed, or `nil` if the profile doesn't show it, like that of the Mac App Store.
    var distribution: Distribution? {
        // A debugger may attach only to apps that were built for development.
        if isTrue("get-task-allow") || isTrue("com.apple.security.get-task-allow") { return .debug }
        if isTrue("beta-reports-active") { return .testflight }
        if isTrue("ProvisionsAllDevices") { return .enterprise }
        if bytes.contains(bytes: Array("<key>ProvisionedDevices</key>".utf8)) { return .enterprise }
        return nil
    }

    /// Returns whether the value of a key is `true`.
    private func isTrue(_ key: String) -> Bool {
        let name = Array("<key>\(key)</key>".utf8)
        var end = 0
        while let start = bytes.firstIndex(ofBytes: name, from: end) {
            end = start + name.count
            let rest = bytes[end...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            if rest.starts(with: "<true/>".utf8) { return true }
        }
        return false
    }
}
