import FeatureToggles
import ToggleBase
import ToggleTool

/// Finds the toggles of running apps, for commands that can do without a manifest.
struct RunningAppSearch: Sendable {
    /// The local defaults file that the user names.
    var defaults: String?
    /// Finds the files of an application in a simulator or on a device, if the user names one.
    var device: (@Sendable (_ application: String) throws -> LocalDefaultsPlace)?
    /// The process that the user names.
    var app: AppArgument?

    /// The running clients of an application that follow the same local defaults file.
    private struct Found {
        let application: String
        let place: LocalDefaultsPlace
        /// The states, the most recently started first.
        let states: [StateFile]
        /// The problems with other state files beside the local defaults file.
        let problems: [StateFileError]

        /// Returns the toggles of one process: those of the client that has the most.
        ///
        /// - Parameter process: The process; `nil` for the one that started last.
        /// - Returns: The toggles, or `nil` if the process isn't one of these clients.
        func modules(of process: Int?) -> ApplicationModules? {
            let process = process ?? states.first?.processID
            let clients = states.filter { $0.processID == process }
            return clients.max { $0.keys.count < $1.keys.count }
                .map { ApplicationModules($0, in: place, problems: problems) }
        }

        /// The option that chooses the application.
        var option: String { place.option(choosing: application) }
    }

    /// The number of the process that the user names.
    private var process: Int? {
        if case .process(let process)? = app { process } else { nil }
    }

    /// Loads the toggles of the running app that the user means.
    ///
    /// - Parameter application: The application that the user names, if any.
    /// - Returns: The toggles as those of a single module.
    /// - Throws: ``ToolError`` if no app is running, or apps of several applications. An app whose state file can't be
    ///   used can be one of another application.
    func modules(application: String?) throws -> ApplicationModules {
        let (found, others) = try found(application: application)
        let isChosen = others.isEmpty || process != nil
        guard isChosen, found.count == 1, let modules = found[0].modules(of: process) else {
            throw Self.choice(among: found, others)
        }
        return modules
    }

    /// Loads the toggles of all running applications, or of the one that the user names.
    ///
    /// - Parameter application: The application that the user names, if any.
    /// - Returns: The toggles of each application.
    /// - Throws: ``ToolError`` if no app is running.
    func applications(application: String?) throws -> [ApplicationModules] {
        let (found, others) = try found(application: application)
        // The caller reports the problems beside the apps that were found.
        for problem in others { ToolOutput.warn("\(problem)") }
        return found.compactMap { $0.modules(of: process) }
    }

    /// Finds the running apps, at least one, and the problems with state files where none of these apps was found.
    private func found(application: String?) throws -> (apps: [Found], others: [StateFileError]) {
        let places = try places(of: application)
        var found: [Found] = []
        var others: [StateFileError] = []
        var folders: Set<String> = []
        for place in places {
            guard let folder = place.path.map({ StateFolder(besideDefaults: $0) }),
                folders.insert(folder.path).inserted
            else { continue }
            let (states, failures) = folder.states()
            let byApplication = Dictionary(grouping: states, by: \.application).sorted { $0.key < $1.key }
            let count = found.count
            for (name, states) in byApplication where application == nil || application == name {
                guard process == nil || states.contains(where: { $0.processID == process }) else { continue }
                found.append(Found(application: name, place: place, states: states, problems: failures))
            }
            if found.count == count { others += failures }
        }
        guard !found.isEmpty else { throw absence(of: application, in: places, others) }
        return (found, others)
    }

    /// Returns the places of the local defaults files to look beside.
    private func places(of application: String?) throws -> [LocalDefaultsPlace] {
        if let device {
            guard let application else {
                throw ToolError.usage(
                    """
                    \(ToolError.noManifest) To use the toggles of an app in a simulator or on a device instead, add \
                    --application NAME.
                    """
                )
            }
            return [try device(application)]
        }
        if let defaults { return [LocalDefaultsPlace(path: defaults, words: ["--defaults", defaults])] }
        let environment = ToolFiles.environment
        let paths =
            application.map { [LocalDefaultsFile.defaultPath(application: $0, environment: environment)] }
            ?? LocalDefaultsFile.pathsOfApps(environment: environment)
        return paths.compactMap { path in path.map { LocalDefaultsPlace(path: $0) } }
    }

    private func absence(
        of application: String?,
        in places: [LocalDefaultsPlace],
        _ problems: [StateFileError]
    ) -> ToolError {
        if ManifestFile.misnamed != nil { return .noManifest }
        let name = application.map { " of ‘\($0)’" } ?? ""
        let place =
            if places.count == 1, let device = places[0].deviceName {
                " on \(device)"
            } else if places.count == 1, let path = places[0].shownPath {
                " that follows \(path)"
            } else {
                ""
            }
        let apps = "app\(name)\(place)"
        let sentence =
            if let problem = problems.first {
                "The toggles of a running app would be used instead, but its state file can't be used. \(problem)"
            } else if let process {
                "The toggles of a running app would be used instead, but no \(apps) has the process ID \(process)."
            } else {
                "The toggles of a running app would be used instead, but no \(apps) is running."
            }
        return ToolError.usage("\(ToolError.noManifest) \(sentence)")
    }

    private static func choice(among found: [Found], _ others: [StateFileError]) -> ToolError {
        let shown = found.prefix(10)
        let width = shown.map(\.option.count).max() ?? 0
        let lines = shown.map { found in
            let padding = String(repeating: " ", count: width - found.option.count)
            return "\n  \(found.option)\(padding)  \(found.place.shownPath ?? "")"
        }
        let more = found.count > 10 ? "\n  and \(found.count - 10) more" : ""
        let several = found.count > 1 ? "are running" : "can be running, because a state file can't be used"
        let problems = others.prefix(5).map { "\n\($0)" }.joined()
        return ToolError.usage(
            "There is no manifest here, and several applications \(several). Choose one:\(lines.joined())\(more)\(problems)"
        )
    }
}
