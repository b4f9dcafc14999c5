#if OVERRIDES
import ToggleBase
import FeatureToggles

extension SimulatorApp {
    /// The path of the local defaults file of an application on this Mac.
    package func localDefaultsPath(application: String) -> String {
        PathText.joined(container, LocalDefaultsFile.pathInContainer(application: application))
    }

    /// Returns the app that the user means.
    ///
    /// Without a bundle identifier, only apps with files of the application count; if one of them is running, only
    /// running ones.
    ///
    /// - Parameters:
    ///   - word: The name or identifier of a simulator, or a bundle identifier, if the user gave one.
    ///   - bundle: The bundle identifier, if the user gave one.
    ///   - application: The application of the manifests.
    ///   - xcrun: Runs `simctl`.
    /// - Returns: The app.
    /// - Throws: ``ToolError`` if there is none, or if several could be meant, and ``DeviceError``.
    package static func chosen(
        word: String?,
        bundle: String?,
        application: String,
        _ xcrun: Xcrun
    ) throws -> SimulatorApp {
        var simulators = try Simulator.booted(xcrun)
        guard !simulators.isEmpty else {
            throw ToolError.usage(
                "No simulator is booted. Start one, for example with `xcrun simctl boot 'iPhone 17'`."
            )
        }
        var bundle = bundle
        if let word {
            let named = simulators.filter { $0.isNamed(word) }
            if named.isEmpty, bundle == nil, BundleIdentifier.isValid(word) {
                bundle = word
            } else if named.isEmpty {
                let names = simulators.map { "‘\($0.name)’" }.joined(separator: ", ")
                let example = DeviceArgument.word(forName: simulators[0].name, identifier: simulators[0].identifier)
                throw ToolError.usage(
                    """
                    No booted simulator is named ‘\(word)’. Booted: \(names). Write for example \
                    `--simulator \(example.quotedForShell)`.
                    """
                )
            } else {
                simulators = named
            }
        }
        let apps = try bundle.map { try named($0, in: simulators, xcrun) } ?? all(in: simulators, application, xcrun)
        let running = apps.filter { $0.isRunning(application) }
        let candidates = running.isEmpty ? apps : running
        guard candidates.count > 1 else { return candidates[0] }
        throw ToolError.usage("Several apps could be meant. Choose one:\(choices(candidates))")
    }

    private static func named(
        _ bundle: String,
        in simulators: [Simulator],
        _ xcrun: Xcrun
    ) throws -> [SimulatorApp] {
        var apps: [SimulatorApp] = []
        for simulator in simulators {
            do throws(DeviceError) {
                apps.append(try SimulatorApp(bundle, in: simulator, xcrun))
            } catch {
                guard error.code == .noApp else { throw error }
            }
        }
        guard !apps.isEmpty else {
            let names = simulators.map { "‘\($0.name)’" }.joined(separator: ", ")
            let installed = simulators.flatMap { (try? all(in: $0, xcrun)) ?? [] }.map { "‘\($0.bundle)’" }
            let hint = installed.isEmpty ? "" : " Installed: \(Set(installed).sorted().joined(separator: ", "))."
            throw ToolError.usage("The app ‘\(bundle)’ isn't installed in \(names).\(hint)")
        }
        return apps
    }

    private static func all(
        in simulators: [Simulator],
        _ application: String,
        _ xcrun: Xcrun
    ) throws -> [SimulatorApp] {
        var apps: [SimulatorApp] = []
        for simulator in simulators { apps += try all(in: simulator, xcrun).filter { $0.hasFiles(of: application) } }
        guard !apps.isEmpty else {
            let names = simulators.map { "‘\($0.name)’" }.joined(separator: ", ")
            throw ToolError.usage(
                """
                No app in \(names) has files of the application ‘\(application)’. Start a debug build of the app there, or \
                name it with --bundle.
                """
            )
        }
        return apps
    }

    /// Whether the app has ever overridden a toggle of the application, or written a state file.
    private func hasFiles(of application: String) -> Bool {
        let path = localDefaultsPath(application: application)
        return FileReading.exists(path) || FileReading.exists(StateFolder(besideDefaults: path).path)
    }

    private func isRunning(_ application: String) -> Bool {
        !StateFolder(besideDefaults: localDefaultsPath(application: application)).states().states.isEmpty
    }

    private static func choices(_ apps: [SimulatorApp]) -> String {
        let shown = apps.prefix(10).map { app in
            (words: app.words.map(\.quotedForShell).joined(separator: " "), name: app.simulator.shownName)
        }
        let width = shown.map(\.words.count).max() ?? 0
        let lines = shown.map { "\n  \($0.words)\(String(repeating: " ", count: width - $0.words.count))  \($0.name)" }
        return lines.joined() + (apps.count > 10 ? "\n  and \(apps.count - 10) more" : "")
    }

    /// The options that choose this app.
    package var words: [String] { ["--simulator", simulator.identifier, "--bundle", bundle] }
}

/// The syntax of bundle identifiers.
enum BundleIdentifier {
    /// Whether a text can be a bundle identifier that consists of several parts.
    static func isValid(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain && text.split(separator: ".").count > 1
    }
}

extension LocalDefaultsOptions {
    /// Finds the app in a simulator.
    ///
    /// - Parameter application: The application of the manifests.
    /// - Returns: The app, or `nil` if the options select another place.
    /// - Throws: ``ToolError`` if the simulator or the app isn't found, and ``DeviceError``.
    package func simulatorApp(application: String) throws -> SimulatorApp? {
        try simulator.map { simulator in
            try SimulatorApp.chosen(word: simulator.word, bundle: bundle, application: application, .process())
        }
    }
}
#endif
