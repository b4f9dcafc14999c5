#if OVERRIDES
import Dispatch
package import FeatureToggles

/// Watches the manifest, and shows its current toggles in the console after each change.
///
/// While the manifest has errors, the console keeps the previous toggles and reports the first error.
package final class ManifestFollower: Sendable {
    private struct State {
        /// The manifest's content when it was last read, or `nil` if it could not be read.
        var content: ContentDigest?
        var watcher: FileWatcher?
    }

    private let state: Mutex<State>
    /// The serial queue that reads the manifest and shows its toggles.
    ///
    /// A slow read of an older version thus ends before a newer version is read. The queue is a dedicated one, because
    /// the shared queues would wake up once a second from then on.
    private let queue = DispatchQueue(label: "feature-toggles.manifest")
    private let path: String
    private let backend: ConsoleBackend
    private let makeClient: @Sendable () throws -> ToggleClient

    /// Creates a follower that watches the manifest until its last reference is released.
    ///
    /// - Parameters:
    ///   - path: The path of the manifest.
    ///   - content: The manifest's content when the backend's client was created.
    ///   - backend: The backend that shows the toggles.
    ///   - makeClient: Reads the manifest and creates a client for its toggles. If it throws, the console shows the
    ///     error's description.
    package init(
        _ path: String,
        content: ContentDigest?,
        backend: ConsoleBackend,
        makeClient: @escaping @Sendable () throws -> ToggleClient
    ) {
        self.path = path
        self.backend = backend
        self.makeClient = makeClient
        state = Mutex(State(content: content))
        backend.onReload { [weak self] in self?.scheduleCheck() }
        // Asynchronous, so the first screen doesn't wait for it.
        queue.async { [weak self] in self?.start() }
    }

    /// Schedules a check for changes of the manifest, from any thread.
    private func scheduleCheck() {
        queue.async { [weak self] in self?.updateIfChanged() }
    }

    private func start() {
        do throws(FileWatcherError) {
            let watcher = try FileWatcher(path: path) { [weak self] in
                self?.scheduleCheck()
            } onFailure: { [weak self] error in
                self?.backend.notify("Changes of the manifest may be missed: \(error)")
            }
            state.withLock { $0.watcher = watcher }
        } catch {
            backend.notify("Cannot watch the manifest for changes: \(error)")
        }
        // Check for changes made before watching began.
        updateIfChanged()
    }

    /// Shows the manifest's toggles if its content has changed; called on the queue.
    private func updateIfChanged() {
        let content: ContentDigest
        do {
            content = try readDigest()
        } catch {
            // Any content counts as new once the file can be read again.
            state.withLock { $0.content = nil }
            if error.isAbsence {
                reportAbsenceLater()
            } else {
                let reason = "cannot be read, so the previous toggles are shown: \(error.reason)"
                backend.setManifestProblem("\(path) \(reason)")
            }
            return
        }
        let isNew = state.withLock { state in
            defer { state.content = content }
            return state.content != content
        }
        guard isNew else { return }
        do {
            backend.replaceClient(with: try makeClient())
            backend.setManifestProblem(nil)
        } catch {
            backend.setManifestProblem("The previous toggles are shown: \(error)")
        }
    }

    private func readDigest() throws(FileReading.Failure) -> ContentDigest {
        try FileReading.digest(path: path, limit: 1 << 30).digest
    }

    /// Reports the manifest as missing unless it reappears within 0.3 seconds.
    ///
    /// An editor may delete a file before it writes the new version.
    private func reportAbsenceLater() {
        DispatchQueue(label: "feature-toggles.manifest-gone").asyncAfter(deadline: .now() + .milliseconds(300)) {
            [weak self] in
            guard let self else { return }
            do throws(FileReading.Failure) {
                _ = try readDigest()
            } catch {
                guard error.isAbsence else { return }
                backend.setManifestProblem("\(path) is missing, so the previous toggles are shown")
            }
        }
    }
}

extension FileReading.Failure {
    /// Whether the file doesn't exist.
    fileprivate var isAbsence: Bool { error?.isAbsence ?? false }
}
#endif
