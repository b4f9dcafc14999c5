/// The random identifier of one installation of an app.
///
/// It's the targeting key of users who have no other one, so that rules with `fractional` also work before a user signs
/// in. A client with a remote source creates it at the first launch, keeps it in a file, and adds it to its ambient
/// context whenever that has no targeting key.
///
/// The identifier is random: it's not derived from the device or the user, and neither an advertising identifier nor
/// shared with other apps. It ends with the installation, because it's excluded from backups on Apple platforms. Your
/// app can replace it (``FeatureToggles/ToggleClient/resetInstallationID()``) or do without it:
///
/// ```swift
/// RemoteConfiguration(source, installationID: .off)
/// ```
public struct InstallationID: Sendable, Hashable, CustomStringConvertible {
    /// The text of the identifier: a random UUID in lower case.
    public let description: String

    /// Creates an identifier with a text, or returns `nil` if the text isn't valid: 16 to 64 letters, digits, and
    /// hyphens.
    init?(_ text: some StringProtocol) {
        let isValid = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isValid, (16...64).contains(text.utf8.count) else { return nil }
        description = String(text)
    }

    private init(_ bytes: [UInt8]) {
        let digits = Array("0123456789abcdef")
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        description = text
    }

    /// Returns a new random identifier, from the system's cryptographically secure generator: a UUID of version 4.
    static func random() -> InstallationID {
        var generator = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return InstallationID(bytes)
    }
}
