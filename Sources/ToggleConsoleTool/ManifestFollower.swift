#if OVERRIDES
import Dispatch
package import FeatureToggles
package import ToggleCompanions
package import ToggleConsole

/// Watches the manifest, and shows its current toggles in the console after each change.
///
/// While the manifest has errors, the previous toggles stay, and a sentence reports the first error.
package final class ManifestFollower: Sendable {
    private struct State {
        /// The manifest's content when it was last read, or `nil` if it could not be read.
        var content: ContentDigest?
        var watcher: FileWatcher?
    }

    private let state: Mutex<State>
    /// The queue on which the manifest is read and its toggles are shown, one version after the other.
    ///
    /// This way, a slow read of an older version ends before a newer version is read. It is a dedicated queue, because
    /// the shared ones would wake up once a second from then on.
    private let queue = DispatchQueue(label: "feature-toggles.manifest")
    private let manifest: ManifestFile
    private let backend: ConsoleBackend
    private let read: @Sendable (ManifestFile) -> Result<ToggleRegistry, CompanionFailure>
    private let makeClient: @Sendable (ToggleRegistry) throws(CompanionFailure) -> ToggleClient

    /// Creates a follower, which watches the manifest until its last reference is released.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - content: The manifest's content when the backend's client was created.
    ///   - backend: The backend that shows the toggles.
    ///   - read: Reads the current toggles of the manifest.
    ///   - makeClient: Creates a client for these toggles.
    package init(
        _ manifest: ManifestFile,
        content: ContentDigest,
        backend: ConsoleBackend,
        read: @escaping @Sendable (ManifestFile) -> Result<ToggleRegistry, CompanionFailure>,
        makeClient: @escaping @Sendable (ToggleRegistry) throws(CompanionFailure) -> ToggleClient
    ) {
        self.manifest = manifest
        self.backend = backend
        self.read = read
        self.makeClient = makeClient
        state = Mutex(State(content: content))
        backend.onReload { [weak self] in self?.look() }
        // Asynchronous, so that the first screen doesn't wait for it.
        queue.async { [weak self] in self?.start() }
    }

    /// Checks for changes of the manifest, from any thread.
    private func look() {
        queue.async { [weak self] in self?.manifestMayHaveChanged() }
    }

    private func start() {
        do throws(FileWatcherError) {
            let watcher = try FileWatcher(path: manifest.path) { [weak self] in
                self?.look()
            } onFailure: { [weak self] error in
                self?.backend.notify("Changes of the manifest may not be followed: \(error)")
            }
            state.withLock { $0.watcher = watcher }
        } catch {
            backend.notify("Changes of the manifest are not followed: \(error)")
        }
        // Check for changes made before watching began.
        manifestMayHaveChanged()
    }

    /// Runs on the queue.
    private func manifestMayHaveChanged() {
        let content: ContentDigest
        do {
            content = try manifest.content().digest
        } catch {
            // Any content counts as new once the file can be read again.
            state.withLock { $0.content = nil }
            if error.number != nil, !manifest.exists {
                lookAgain()
            } else {
                let reason = "cannot be read, so the toggles before are shown: \(error.reason)"
                backend.declare(problem: "\(manifest.path) \(reason)")
            }
            return
        }
        let isNew = state.withLock { state in
            defer { state.content = content }
            return state.content != content
        }
        guard isNew else { return }
        do throws(CompanionFailure) {
            backend.serve(try makeClient(try read(manifest).get()))
            backend.declare(problem: nil)
        } catch {
            backend.declare(problem: "The toggles before are shown: \(error.message)")
        }
    }

    /// Reports a missing manifest, unless it reappears soon: an editor may delete a file before it writes the new
    /// version.
    private func lookAgain() {
        DispatchQueue(label: "feature-toggles.manifest-gone").asyncAfter(deadline: .now() + .milliseconds(300)) {
            [weak self] in
            guard let self, !manifest.exists else { return }
            backend.declare(problem: "There is no \(manifest.path) any more, so the toggles before are shown")
        }
    }
}
#endif
