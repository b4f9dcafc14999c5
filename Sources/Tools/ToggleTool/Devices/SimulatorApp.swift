import ToggleBase

/// An app in a booted simulator.
package struct SimulatorApp: Hashable, Sendable {
    /// The simulator.
    package let simulator: Simulator
    /// The bundle identifier.
    package let bundle: String
    /// The folder of the app's data on this Mac.
    package let container: String

    /// Lists the apps that were installed in a simulator.
    ///
    /// - Throws: ``DeviceError`` if `simctl` fails, or its output can't be read.
    package static func all(in simulator: Simulator, _ xcrun: Xcrun) throws(DeviceError) -> [SimulatorApp] {
        let output = try xcrun.simctl(["listapps", simulator.identifier])
        guard case .object(let apps)? = try? PropertyListText.value(from: output) else {
            throw DeviceError(
                .failed,
                "The output of `xcrun simctl listapps \(simulator.identifier)` can't be read. Name the app with --bundle."
            )
        }
        return apps.members.compactMap { app in
            guard app.value[member: "ApplicationType"]?.text != "System",
                let container = app.value[member: "DataContainer"]?.text.flatMap(path)
            else { return nil }
            return SimulatorApp(simulator: simulator, bundle: app.name, container: container)
        }
    }

    /// Finds an app in a simulator.
    ///
    /// - Throws: ``DeviceError`` if it isn't installed, or `simctl` fails.
    package init(_ bundle: String, in simulator: Simulator, _ xcrun: Xcrun) throws(DeviceError) {
        let output = try xcrun.simctl(["get_app_container", simulator.identifier, bundle, "data"])
        let container = String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
        guard container.hasPrefix("/") else {
            throw DeviceError(
                .failed,
                "`xcrun simctl get_app_container \(simulator.identifier) \(bundle) data` didn't print a path."
            )
        }
        self.init(simulator: simulator, bundle: bundle, container: container)
    }

    private init(simulator: Simulator, bundle: String, container: String) {
        self.simulator = simulator
        self.bundle = bundle
        self.container = container
    }

    /// Returns the path of a `file:` URL.
    private static func path(ofURL url: String) -> String? {
        guard url.hasPrefix("file:///") else { return nil }
        var bytes: [UInt8] = []
        var rest = url.dropFirst("file://".count).utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
