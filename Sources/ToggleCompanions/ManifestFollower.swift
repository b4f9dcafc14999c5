#if !RELEASE || InternalBuild
import Dispatch
package import FeatureToggles
import Synchronization
package import ToggleConsole

/// Lets the console follow its manifest: after each change of it, the toggles that it declares by then are shown.
///
/// While the manifest has errors the toggles before stay, and a sentence says where the first error is.
package final class ManifestFollower: Sendable {
    private struct State {
        /// What the manifest said when it was read the last time.
        var content: ContentDigest
        var watcher: FileWatcher?
    }

    private let state: Mutex<State>
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
    ///   - whenFollowed: Called on another thread when it follows, which is after the start.
    ///   - read: Reads what the manifest declares now.
    ///   - makeClient: Makes a client of what is declared.
    package init(
        _ manifest: ManifestFile,
        content: ContentDigest,
        backend: ConsoleBackend,
        whenFollowed: @escaping @Sendable () -> Void = {},
        read: @escaping @Sendable (ManifestFile) -> Result<ToggleRegistry, CompanionFailure>,
        makeClient: @escaping @Sendable (ToggleRegistry) throws(CompanionFailure) -> ToggleClient
    ) {
        self.manifest = manifest
        self.backend = backend
        self.read = read
        self.makeClient = makeClient
        state = Mutex(State(content: content))
        backend.onReload { [weak self] in self?.manifestMayHaveChanged() }
        // The first screen does not wait for it. A queue of its own: the shared ones wake up once a second ever after.
        DispatchQueue(label: "feature-toggles.manifest").async { [weak self] in
            self?.start()
            whenFollowed()
        }
    }

    private func start() {
        do throws(FileWatcherError) {
            let watcher = try FileWatcher(path: manifest.path) { [weak self] in
                self?.manifestMayHaveChanged()
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

    private func manifestMayHaveChanged() {
        let content: ContentDigest
        do {
            content = try manifest.content().digest
        } catch {
            // An editor that replaces the file takes it away for a moment.
            if error.number != nil, !manifest.exists { return }
            backend.notify("The manifest cannot be read, so the toggles before are shown: \(error.reason).")
            return
        }
        let isNew = state.withLock { state in
            defer { state.content = content }
            return state.content != content
        }
        guard isNew else { return }
        do throws(CompanionFailure) {
            backend.serve(try makeClient(try read(manifest).get()))
        } catch {
            backend.notify("The toggles before are shown: \(error.message)")
        }
    }
}
#endif
