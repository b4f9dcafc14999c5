import FeatureToggles

/// The running apps that follow a local defaults file.
struct RunningApps {
    /// The state of every client, the most recently started first.
    let states: [StateFile]
    /// The problems with state files of running apps.
    let problems: [StateFileError]
    private let modules: ApplicationModules
    private let application: String
    private let place: LocalDefaultsPlace

    /// Finds the running apps.
    ///
    /// - Parameters:
    ///   - modules: The modules of the application.
    ///   - place: The place of the local defaults file.
    init(for modules: ApplicationModules, in place: LocalDefaultsPlace) {
        let (states, problems) = place.path.map { StateFolder(besideDefaults: $0).states() } ?? ([], [])
        self.init(states, problems: problems, for: modules, in: place)
    }

    /// Uses the state files of the running apps.
    init(
        _ states: [StateFile],
        problems: [StateFileError] = [],
        for modules: ApplicationModules,
        in place: LocalDefaultsPlace
    ) {
        (self.states, self.problems) = (states, problems)
        self.modules = modules
        application = modules.application
        self.place = place
    }

    /// The processes, the most recently started first.
    var processes: [Int] {
        var known: Set<Int> = []
        return states.map(\.processID).filter { known.insert($0).inserted }
    }

    /// The process of the application that was started last.
    var newest: RunningApp? {
        states.first { $0.application == application }.flatMap { app($0.processID) }
    }

    /// All processes of the application, the most recently started first.
    var all: [RunningApp] {
        let own = Set(states.lazy.filter { $0.application == application }.map(\.processID))
        return processes.filter(own.contains).compactMap(app)
    }

    /// Returns the app in a process: the client that has the most toggles of the application.
    func app(_ process: Int) -> RunningApp? {
        let states = states.filter { $0.processID == process }
        // The counts are needed only for several clients.
        guard states.count > 1 else { return states.first.map { RunningApp(state: $0, in: place) } }
        let keys = Set(modules.toggles.map(\.key))
        let counts = states.map { state in state.keys.count { keys.contains($0) } }
        guard let most = counts.max(), let index = counts.firstIndex(of: most) else { return nil }
        return RunningApp(state: states[index], in: place)
    }

    /// Returns the keys of toggles that a process doesn't have.
    func keys(_ keys: [String], absentIn process: Int) -> [String] {
        let states = states.filter { $0.processID == process }
        return keys.filter { key in states.allSatisfy { $0.toggles(withKey: key).isEmpty } }
    }

    /// A sentence that says that no app is running, or that none can be read.
    var absence: String {
        let file = place.shownPath ?? "a local defaults file"
        return problems.isEmpty
            ? "No running app of ‘\(application)’ follows \(file)."
            : "No running app of ‘\(application)’ that follows \(file) can be read."
    }
}
