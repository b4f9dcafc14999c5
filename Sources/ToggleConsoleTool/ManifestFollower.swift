#if !RELEASE || InternalBuild
import Dispatch
package import FeatureToggles
package import ToggleCompanions
package import ToggleConsole

/// Lets the console follow its manifest: after each change of it, the toggles that it declares by then are shown.
///
/// While the manifest has errors the toggles before stay, and a sentence says where the first error is.
package final class ManifestFollower: Sendable {
    private struct State {
        /// What the manifest said when it was read the last time; `nil` when it could not be read.
        var content: ContentDigest?
        var watcher: FileWatcher?
    }

    private let state: Mutex<State>
    /// Where the manifest is read and its toggles are served, one reading after the other.
    ///
    /// So a slow one of an older version is over before that of a newer one begins. A queue of its own: the shared ones
    /// wake up once a second ever after.
    private let queue = DispatchQueue(label: "feature-toggles.manifest")
    private let manifest: ManifestFile
    private let backend: ConsoleBackend
    private let read: @Sendable (ManifestFile) -> Result<ToggleRegistry, CompanionFailure>
    private let makeClient: @Sendable (ToggleRegistry) throws(CompanionFailure) -> ToggleClient

    /// Creates a follower, which ends with its last reference.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - content: What it said when the client of the backend was made.
    ///   - backend: Where the toggles are shown.
    ///   - read: Reads what the manifest declares now.
    ///   - makeClient: Makes a client of what is declared.
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
        // The first screen does not wait for it.
        queue.async { [weak self] in self?.start() }
    }

    /// Looks whether the manifest has changed, from any thread.
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
        // What was written before it was watched.
        manifestMayHaveChanged()
    }

    /// Is on the queue.
    private func manifestMayHaveChanged() {
        let content: ContentDigest
        do {
            content = try manifest.content().digest
        } catch {
            // Whatever it says when it is back is news.
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

    /// Says that the manifest is gone, unless it is back soon: an editor that replaces a file may take it away first.
    private func lookAgain() {
        DispatchQueue(label: "feature-toggles.manifest-gone").asyncAfter(deadline: .now() + .milliseconds(300)) {
            [weak self] in
            guard let self, !manifest.exists else { return }
            backend.declare(problem: "There is no \(manifest.path) any more, so the toggles before are shown")
        }
    }
}
#endif
