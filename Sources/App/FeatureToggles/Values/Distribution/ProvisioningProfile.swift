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
        if bytes.contains(bytesOf: "<key>ProvisionedDevices</key>") { return .enterprise }
        return nil
    }

    /// Returns whether the value of a key is `true`.
    private func isTrue(_ key: String) -> Bool {
        let name = "<key>\(key)</key>"
        var start = 0
        while let end = bytes.end(of: name, from: start) {
            let rest = bytes[end...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            if rest.starts(with: "<true/>".utf8) { return true }
            start = end
        }
        return false
    }
}

extension [UInt8] {
    /// Returns whether the bytes of a text occur.
    func contains(bytesOf text: String) -> Bool { end(of: text, from: 0) != nil }

    /// Returns the position after the next occurrence of a text.
    fileprivate func end(of text: String, from start: Int) -> Int? {
        let text = Array(text.utf8)
        guard let first = text.first else { return nil }
        var position = start
        while position + text.count <= count {
            if self[position] == first, self[position..<(position + text.count)].elementsEqual(text) {
                return position + text.count
            }
            position += 1
        }
        return nil
    }
}
