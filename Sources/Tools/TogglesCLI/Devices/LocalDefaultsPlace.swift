import FeatureToggles
import FeatureTogglesOverrides
import ToggleBase
import ToggleTool

/// The place of an application's local defaults file.
struct LocalDefaultsPlace: Sendable {
    /// The file, or its copy; `nil` if there is no home folder.
    let path: String?
    /// The options that select the place again.
    let words: [String]
    /// The name of the simulator or the device; `nil` for this machine.
    let deviceName: String?
    /// The path to show; that of a copy is of no use.
    let shownPath: String?

    /// Creates a place on this machine.
    init(path: String?, words: [String] = []) {
        self.path = path
        self.words = words
        deviceName = nil
        shownPath = path
        phone = nil
        container = nil
    }

    /// Creates the place on this machine, or that of the app that declares the toggles.
    ///
    /// - Parameters:
    ///   - defaults: The file that the user names; `nil` for the application's own.
    ///   - modules: The modules of the application.
    init(defaults: String?, for modules: ApplicationModules) {
        if let app = modules.app {
            self = app.place
            return
        }
        self.init(path: defaults ?? LocalDefaults.path(for: modules), words: defaults.map { ["--defaults", $0] } ?? [])
    }

    /// Exchanges the files with the device, if they are on one.
    let phone: PhoneMirror?
    /// The folder of the app's data in a simulator.
    let container: String?

    /// Watches the folder of the app's data in a simulator, which moves when Xcode installs the app again.
    ///
    /// - Parameter notify: Receives a notice if the folder is gone.
    /// - Returns: The watcher; `nil` for other places.
    func watchContainer(notify: @escaping @Sendable (String) -> Void) -> FileWatcher? {
        guard let container, let deviceName else { return nil }
        let isGone = Mutex(false)
        return try? FileWatcher(path: container) {
            let isFirst = isGone.withLock { wasGone in
                defer { wasGone = !FileReading.exists(container) }
                return !wasGone
            }
            guard isFirst, !FileReading.exists(container) else { return }
            notify("The app's data on \(deviceName) moved or is gone. Quit, and open the console again.")
        }
    }

    /// Creates a place in a simulator.
    init(_ app: SimulatorApp, application: String) {
        path = app.localDefaultsPath(application: application)
        words = app.words
        deviceName = app.simulator.name
        shownPath = path
        phone = nil
        container = app.container
    }

    /// Creates a place on a device.
    init(_ phone: PhoneMirror) {
        path = phone.path
        words = phone.words
        deviceName = phone.name
        shownPath = phone.shownPath
        self.phone = phone
        container = nil
    }

    /// Prints a note after a change of a file on a device, which can't be locked.
    func printNoteOfMissingLock() {
        guard let phone else { return }
        ToolOutput.note(
            """
            the overrides on \(phone.name) can't be locked; if the app changes them at the same moment, one change can \
            be lost
            """
        )
    }

    /// Returns the option that chooses an application whose file this is.
    func option(choosing application: String) -> String {
        let standard = LocalDefaultsFile.defaultPath(application: application, environment: ToolFiles.environment)
        return !words.isEmpty || path == standard
            ? "--application \(application.printableLine.quotedForShell)" : "--defaults \((path ?? "").quotedForShell)"
    }

    /// The overrides that an app in this place is assumed to have, without following the file.
    var overrides: OverrideSources {
        var overrides = OverrideSources(environment: environment, localDefaultsPath: path)
        overrides.followsLocalDefaults = false
        return overrides
    }

    /// The environment variables that an app in this place is assumed to have: those of the shell on this machine, and
    /// none in a simulator or on a device.
    var environment: [String: String] { deviceName == nil ? ToolFiles.environment : [:] }

    /// The file, with the other files of the application.
    var files: ConsoleFiles? {
        path.map { ConsoleFiles(defaultsPath: $0, mirror: phone) }
    }
}
