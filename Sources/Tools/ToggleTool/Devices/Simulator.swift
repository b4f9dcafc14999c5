import ToggleBase

/// A booted simulator.
package struct Simulator: Hashable, Sendable {
    /// The name, such as `iPhone 17 Pro`.
    package let name: String
    /// The unique identifier.
    package let identifier: String
    /// The name and version of the system, such as `iOS 26.1`.
    package let system: String

    /// The simulator for people: `iPhone 17 Pro (iOS 26.1)`.
    package var shownName: String { system.isEmpty ? name : "\(name) (\(system))" }

    /// Returns whether a word on the command line means this simulator.
    package func isNamed(_ word: String) -> Bool {
        name.lowercased() == word.lowercased() || identifier.lowercased() == word.lowercased()
    }

    /// Lists the booted simulators.
    ///
    /// - Parameter xcrun: Runs `simctl`.
    /// - Returns: The simulators, sorted by name.
    /// - Throws: ``DeviceError`` if `simctl` fails, or its output can't be read.
    package static func booted(_ xcrun: Xcrun) throws(DeviceError) -> [Simulator] {
        let output = try xcrun.simctl(["list", "-j", "devices", "booted"])
        guard case .object(let runtimes)? = (try? JSONReader().value(from: output))?[member: "devices"] else {
            throw DeviceError(.failed, "The output of `xcrun simctl list -j devices booted` can't be read.")
        }
        let simulators = runtimes.members.flatMap { runtime in
            runtime.value.elements.compactMap { device -> Simulator? in
                guard device[member: "state"]?.text == "Booted", let identifier = device[member: "udid"]?.text else {
                    return nil
                }
                let name = device[member: "name"]?.text ?? identifier
                return Simulator(name: name, identifier: identifier, system: system(ofRuntime: runtime.name))
            }
        }
        return simulators.sorted { ($0.name, $0.identifier) < ($1.name, $1.identifier) }
    }

    /// Returns `iOS 26.1` for `com.apple.CoreSimulator.SimRuntime.iOS-26-1`.
    private static func system(ofRuntime runtime: String) -> String {
        let parts = (runtime.split(separator: ".").last ?? "").split(separator: "-")
        guard let name = parts.first else { return "" }
        return parts.count == 1 ? String(name) : "\(name) \(parts.dropFirst().joined(separator: "."))"
    }
}
