#if OVERRIDES
import ToggleBase
import Dispatch
package import FeatureToggles

/// Follows the running apps of a local defaults file, and can show in the console what one of them resolved.
///
/// Nothing is polled: the folder of the state files is watched, and a thread waits in the kernel for the end of the app,
/// since a killed process doesn't change any file.
package final class AppFollower: Sendable {
    private let defaults: String
    private var folder: StateFolder { StateFolder(besideDefaults: defaults) }
    private let backend: ConsoleBackend
    private let showsValues: Bool
    private let select: @Sendable ([StateFile]) -> (state: StateFile, app: ConsoleApp)?
    private let onChange: OnChange
    private let queue = DispatchQueue(label: "feature-toggles.apps")
    private let state = Mutex(State())

    /// Receives the state of the app, `nil` if no app is running anymore, and a function to call once the values that
    /// the console computes are those for this app.
    package typealias OnChange = @Sendable (StateFile?, _ completion: @escaping @Sendable () -> Void) -> Void

    private struct State {
        var watcher: FileWatcher?
        /// The state files and problems of the last update, so that only changes are shown.
        var states: [StateFile]?
        var problems: [StateFileError] = []
        /// The state file of the app that is shown, if any.
        var shownPath: String?
        /// The state files whose end a thread waits for.
        var awaited: Set<String> = []
        /// Whether an update is scheduled that will include all changes so far.
        var isUpdating = false
        /// The number of updates so far.
        var updateCount = 0
        /// The problems that were reported, so that each is reported once.
        var reported: Set<String> = []
    }

    /// Creates a follower, which follows until its last reference is released.
    ///
    /// - Parameters:
    ///   - path: The local defaults file.
    ///   - backend: The backend that shows the values.
    ///   - states: The states of the running apps and the problems, if they have just been read; otherwise, they are read
    ///     now.
    ///   - showsValues: Whether the console shows the app's values; otherwise, it shows those that it computes.
    ///   - select: Chooses one of the running apps.
    ///   - onChange: Called with each state of the app.
    package init(
        besideDefaults path: String,
        backend: ConsoleBackend,
        states: (states: [StateFile], problems: [StateFileError])? = nil,
        showsValues: Bool = true,
        select: @escaping @Sendable ([StateFile]) -> (state: StateFile, app: ConsoleApp)?,
        onChange: @escaping OnChange = { _, completion in completion() }
    ) {
        defaults = path
        self.backend = backend
        self.showsValues = showsValues
        self.select = select
        self.onChange = onChange
        // Now, so that the first screen shows the app.
        show(states ?? folder.states())
        backend.afterFirstScreen { [weak self] in
            self?.queue.async { [weak self] in self?.watch() }
        }
    }

    private func watch() {
        do throws(FileWatcherError) {
            let defaults = defaults
            let watcher = try FileWatcher(path: defaults, and: { StateFolder(besideDefaults: defaults).path }) {
                [weak self] in
                self?.updateSoon()
            } onFailure: { [weak self] error in
                self?.backend.notify("Changes of the running app may be missed: \(error)")
            }
            state.withLock { $0.watcher = watcher }
        } catch {
            backend.notify("Cannot follow the running app: \(error)")
        }
        // An app may have started since the first state was read.
        update()
    }

    private func updateSoon() {
        let isFirst = state.withLock { state in
            defer { state.isUpdating = true }
            return !state.isUpdating
        }
        guard isFirst else { return }
        queue.async { [weak self] in
            guard let self else { return }
            // Changes from here on need another update.
            state.withLock { $0.isUpdating = false }
            update()
        }
    }

    private func update() {
        show(folder.states(known: state.withLock(\.states) ?? []))
    }

    /// Shows the app, unless nothing has changed since the last update.
    private func show(_ current: (states: [StateFile], problems: [StateFileError])) {
        let (states, problems) = current
        let (isChanged, shownPath) = state.withLock { state in
            let isSame = state.states.map { $0.areSameFiles(as: states) && state.problems == problems } ?? false
            (state.states, state.problems) = (states, problems)
            return (!isSame, state.shownPath)
        }
        guard isChanged else {
            if let shownPath { waitForEnd(ofAppAt: shownPath) }
            return
        }
        for problem in problems.map({ "\($0)" }) where state.withLock({ $0.reported.insert(problem).inserted }) {
            backend.notify(problem)
        }
        let number = state.withLock { state in
            state.updateCount += 1
            return state.updateCount
        }
        guard let (file, app) = select(states) else {
            state.withLock { $0.shownPath = nil }
            let origin: ConsoleOrigin =
                problems.isEmpty ? .computed : .unreadable(problems: problems.map(\.description))
            // At once for the first screen, because no app was shown before it.
            if number == 1 { setOrigin(origin) }
            // Later, the console would otherwise compute values from the document of the app that ended.
            onChange(nil) { [weak self] in self?.show(origin, after: number) }
            return
        }
        state.withLock { $0.shownPath = file.path }
        waitForEnd(ofAppAt: file.path)
        setOrigin(.app(app))
        onChange(file) {}
    }

    /// Shows the computed values, unless there was another update in the meantime.
    private func show(_ origin: ConsoleOrigin, after number: Int) {
        guard number > 1 else { return }
        queue.async { [weak self] in
            guard let self, state.withLock({ $0.updateCount == number }) else { return }
            setOrigin(origin)
        }
    }

    private func setOrigin(_ origin: ConsoleOrigin) {
        if showsValues { backend.setOrigin(origin) }
    }

    /// Looks for another app after one has ended.
    private func forget(appAt path: String) {
        _ = state.withLock { $0.awaited.remove(path) }
        updateSoon()
    }

    /// Starts a thread that waits for the end of an app, unless there is one.
    private func waitForEnd(ofAppAt path: String) {
        guard state.withLock({ $0.awaited.insert(path).inserted }) else { return }
        // A queue of its own, whose thread is blocked until then.
        DispatchQueue(label: "feature-toggles.app-end").async { [weak self] in
            StateFolder.waitForEnd(ofClientAt: path)
            self?.forget(appAt: path)
        }
    }
}
#endif
