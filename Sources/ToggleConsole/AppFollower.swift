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
    private let onChange: @Sendable (StateFile?) -> Void
    private let queue = DispatchQueue(label: "feature-toggles.apps")
    private let state = Mutex(State())

    private struct State {
        var watcher: FileWatcher?
        /// The state files whose end a thread waits for.
        var awaited: Set<String> = []
    }

    /// Creates a follower, which follows until its last reference is released.
    ///
    /// - Parameters:
    ///   - path: The local defaults file.
    ///   - backend: The backend that shows the values.
    ///   - select: Chooses one of the running apps.
    ///   - onChange: Called with the state of the app before it is shown; `nil` if no app is running anymore.
    package init(
        besideDefaults path: String,
        backend: ConsoleBackend,
        select: @escaping @Sendable ([StateFile]) -> (state: StateFile, app: ConsoleApp)?,
        onChange: @escaping @Sendable (StateFile?) -> Void = { _ in }
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
        let watcher = try? FileWatcher(path: folder.path) { [weak self] in self?.updateSoon() }
        state.withLock { $0.watcher = watcher }
        // An app may have started since the first state was read.
        update()
    }

    private func updateSoon() {
        queue.async { [weak self] in self?.update() }
    }

    private func update() {
        guard let (state, app) = select(folder.states().states) else {
            onChange(nil)
            backend.setOrigin(.computed)
            return
        }
        waitForEnd(of: state)
        onChange(state)
        backend.setOrigin(.app(app))
    }

    /// Looks for another app after one has ended.
    private func forget(_ app: StateFile) {
        queue.async { [weak self] in
            guard let self else { return }
            _ = state.withLock { $0.awaited.remove(app.path) }
            update()
        }
    }

    /// Starts a thread that waits for the end of an app, unless there is one.
    private func waitForEnd(of state: StateFile) {
        guard self.state.withLock({ $0.awaited.insert(state.path).inserted }) else { return }
        // A queue of its own, whose thread is blocked until then.
        DispatchQueue(label: "feature-toggles.app-end").async { [weak self] in
            StateFolder.waitForEnd(of: state)
            self?.forget(state)
        }
    }
}
#endif
