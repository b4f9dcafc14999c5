#if OVERRIDES
import Dispatch
package import FeatureToggles

/// Follows the running apps of a local defaults file, and shows in the console what one of them resolved.
///
/// Nothing is polled: the folder of the state files is watched, and a thread waits in the kernel for the end of the app,
/// since a killed process doesn't change any file.
package final class AppFollower: Sendable {
    private let folder: StateFolder
    private let backend: ConsoleBackend
    private let select: @Sendable ([StateFile]) -> (state: StateFile, app: ConsoleApp)?
    private let onChange: OnChange
    private let queue = DispatchQueue(label: "feature-toggles.apps")
    private let state = Mutex(State())

    /// Receives the state of the app, `nil` if no app is running anymore, and a function to call once the values that
    /// the console computes are those for this app.
    package typealias OnChange = @Sendable (StateFile?, _ completion: @escaping @Sendable () -> Void) -> Void

    private struct State {
        var watcher: FileWatcher?
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
    ///   - select: Chooses one of the running apps.
    ///   - onChange: Called with each state of the app.
    package init(
        besideDefaults path: String,
        backend: ConsoleBackend,
        select: @escaping @Sendable ([StateFile]) -> (state: StateFile, app: ConsoleApp)?,
        onChange: @escaping OnChange = { _, completion in completion() }
    ) {
        folder = StateFolder(besideDefaults: path)
        self.backend = backend
        self.select = select
        self.onChange = onChange
        // The first state is read now, so that the first screen shows it.
        update()
        // Asynchronous, so the first screen doesn't wait for it.
        queue.async { [weak self] in self?.watch() }
    }

    private func watch() {
        do throws(FileWatcherError) {
            let watcher = try FileWatcher(path: folder.path) { [weak self] in
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
        let (states, problems) = folder.states()
        for problem in problems.map({ "\($0)" }) where state.withLock({ $0.reported.insert(problem).inserted }) {
            backend.notify(problem)
        }
        let number = state.withLock { state in
            state.updateCount += 1
            return state.updateCount
        }
        guard let (state, app) = select(states) else {
            // Until then, the console would compute values from the document of the app that ended.
            onChange(nil) { [weak self] in self?.showComputed(after: number) }
            return
        }
        waitForEnd(ofAppAt: state.path)
        backend.setOrigin(.app(app))
        onChange(state) {}
    }

    /// Shows the computed values, unless there was another update in the meantime.
    private func showComputed(after number: Int) {
        queue.async { [weak self] in
            guard let self, state.withLock({ $0.updateCount == number }) else { return }
            backend.setOrigin(.computed)
        }
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
