import FeatureToggles
import ToggleBase

extension Phone {
    /// Returns the device and the app that the user means.
    ///
    /// - Parameters:
    ///   - word: The name or identifier of a device, or a bundle identifier, if the user gave one.
    ///   - bundle: The bundle identifier, if the user gave one.
    ///   - xcrun: Runs `devicectl`.
    ///   - folder: A folder for temporary files.
    /// - Returns: The device and the bundle identifier.
    /// - Throws: ``ToolError`` if there is none, or if several could be meant, and ``DeviceError``.
    package static func chosen(
        word: String?,
        bundle: String?,
        _ xcrun: Xcrun,
        folder: String
    ) throws -> (phone: Phone, bundle: String) {
        var phones = try all(xcrun, folder: folder)
        guard !phones.isEmpty else {
            throw ToolError.usage("This Mac knows no device. Connect one with a cable, unlock it, and trust this Mac.")
        }
        var bundle = bundle
        if let word {
            let named = phones.filter { $0.isNamed(word) }
            if named.isEmpty, bundle == nil, BundleIdentifier.isValid(word) {
                bundle = word
            } else if named.isEmpty {
                let names = phones.map { "‘\($0.name)’" }.joined(separator: ", ")
                let example = DeviceArgument.word(forName: phones[0].name, identifier: phones[0].identifier)
                throw ToolError.usage(
                    """
                    No device is named ‘\(word)’. Known: \(names). Write for example \
                    `--device \(example.quotedForShell)`.
                    """
                )
            } else {
                phones = named
            }
        }
        guard let bundle else {
            throw ToolError.usage(
                "Name the app by its bundle identifier: --device BUNDLE, or --device DEVICE --bundle BUNDLE."
            )
        }
        let paired = phones.filter(\.isPaired)
        if paired.isEmpty, let phone = phones.first {
            throw ToolError.usage(
                """
                ‘\(phone.name)’ isn't paired with this Mac. Connect it with a cable, unlock it, and run \
                `xcrun devicectl manage pair --device \(phone.identifier)`.
                """
            )
        }
        let connected = paired.filter(\.isConnected)
        let candidates = connected.isEmpty ? paired : connected
        guard candidates.count > 1 else { return (candidates[0], bundle) }
        let lines = candidates.prefix(10).map { phone in
            "\n  --device \(phone.identifier) --bundle \(bundle.quotedForShell)  \(phone.name)"
        }
        let more = candidates.count > 10 ? "\n  and \(candidates.count - 10) more" : ""
        throw ToolError.usage("Several devices could be meant. Choose one:\(lines.joined())\(more)")
    }
}
