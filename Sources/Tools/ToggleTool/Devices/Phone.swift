import ToggleBase

/// A device that is known to this Mac.
package struct Phone: Hashable, Sendable {
    /// The name that its owner gave it.
    package let name: String
    /// The identifier by which `devicectl` finds it.
    package let identifier: String
    /// The identifier of the hardware.
    package let hardwareIdentifier: String?
    /// The platform, such as `iOS`.
    package let platform: String
    /// Whether the device trusts this Mac.
    package let isPaired: Bool
    /// Whether there is a connection to it now; a device without one may still be reachable.
    package let isConnected: Bool

    /// Returns whether a word on the command line means this device; a straight apostrophe stands for a curly one.
    package func isNamed(_ word: String) -> Bool {
        func plain(_ text: String) -> String { String(text.lowercased().map { $0 == "’" ? "'" : $0 }) }
        return [name, identifier, hardwareIdentifier ?? identifier].contains { plain($0) == plain(word) }
    }

    /// Lists the devices that this Mac knows, without simulators.
    ///
    /// - Parameters:
    ///   - xcrun: Runs `devicectl`.
    ///   - folder: A folder for temporary files.
    /// - Returns: The devices, sorted by name.
    /// - Throws: ``DeviceError`` if `devicectl` fails.
    package static func all(_ xcrun: Xcrun, folder: String) throws(DeviceError) -> [Phone] {
        let result = try xcrun.devicectl(["list", "devices"], folder: folder)
        return (result[member: "devices"]?.elements ?? []).compactMap(Phone.init)
            .sorted { ($0.name, $0.identifier) < ($1.name, $1.identifier) }
    }

    /// Reads a device from either shape of the list: the one with `properties`, or the older one that is deprecated.
    private init?(_ device: JSONValue) {
        let properties = device[member: "properties"]
        func value(_ group: String, _ oldGroup: String, _ name: String) -> JSONValue? {
            properties?[member: group]?[member: name] ?? device[member: oldGroup]?[member: name]
        }
        guard let identifier = device[member: "identifier"]?.text, !identifier.isEmpty else { return nil }
        let reality = value("hardware", "hardwareProperties", "reality")?.text
        guard reality == nil || reality == "physical" else { return nil }
        self.identifier = identifier
        hardwareIdentifier = value("hardware", "hardwareProperties", "udid")?.text
        platform = value("hardware", "hardwareProperties", "platform")?.text ?? "iOS"
        name = value("state", "deviceProperties", "name")?.text ?? identifier
        isPaired = value("connection", "connectionProperties", "pairingState")?.text != "unpaired"
        let state =
            properties?[member: "connection"]?[member: "state"]
            ?? device[member: "connectionProperties"]?[member: "tunnelState"]
        isConnected = state?.text == "connected"
    }
}
