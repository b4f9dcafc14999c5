import Dispatch
import FeatureToggles
import Synchronization
import ToggleConsole
import ToggleManifest

/// Lets the console follow its manifest: after each change of it, the toggles that it declares by then are shown.
///
/// While the manifest has errors the toggles before stay, and a sentence says where the first error is.
final class ManifestFollower: Sendable {
    private struct State {
        /// What the manifest said when it was read the last time.
        var content: WideContentHash?
        var watcher: FileWatcher?
    }

    private let state: Mutex<State>
    /// Where the manifest is read and its toggles are served, one reading after the other.
    ///
    /// So a slow one of an older version is over before that of a newer one begins. A queue of its own: the shared ones
    /// wake up once a second ever after.
    private let queue = DispatchQueue(label: "feature-toggles.manifest")
    private let path: String
    private let backend: ConsoleBackend
    private let makeClient: @Sendable (ToggleRegistry) throws -> ToggleClient

    /// Creates a follower, which ends with its last reference.
    ///
    /// - Parameters:
    ///   - path: The manifest.
    ///   - bytes: What it said when the client of the backend was made.
    ///   - backend: Where the toggles are shown.
    ///   - makeClient: Makes a client of what is declared.
    init(
        path: String,
        bytes: [UInt8],
        backend: ConsoleBackend,
        makeClient: @escaping @Sendable (ToggleRegistry) throws -> ToggleClient
    ) {
        self.path = path
        self.backend = backend
        self.makeClient = makeClient
        state = Mutex(State())
        backend.onReload { [weak self] in self?.look() }
        // The first screen does not wait for it.
        queue.async { [weak self] in self?.start(bytes) }
    }

    /// Looks whether the manifest has changed, from any thread.
    private func look() {
        queue.async { [weak self] in self?.manifestMayHaveChanged() }
    }

    private func start(_ bytes: [UInt8]) {
        state.withLock { $0.content = $0.content ?? WideContentHash(bytes) }
        do throws(FileWatcherError) {
            let watcher = try FileWatcher(path: path) { [weak self] in
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
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(path: path, limit: Manifest.maximumSize)
        } catch {
            // Whatever it says when it is back is news.
            state.withLock { $0.content = nil }
            if error.number != nil, !Files.exists(path) {
                lookAgain()
            } else {
                backend.declare(problem: "\(path) cannot be read, so the toggles before are shown: \(error.reason)")
            }
            return
        }
        let content = WideContentHash(bytes)
        let isNew = state.withLock { state in
            defer { state.content = content }
            return state.content != content
        }
        guard isNew else { return }
        switch ManifestOptions.readRegistry(bytes, path: path) {
        case .success(let registry):
            do {
                backend.serve(try makeClient(registry))
                backend.declare(problem: nil)
            } catch {
                backend.declare(problem: "\((error as? CommandFailure)?.message ?? "\(error)")")
            }
        case .failure(let errors):
            let first = errors.diagnostics.first { $0.severity == .error } ?? errors.diagnostics.first
            backend.declare(problem: "The toggles before are shown: \(first?.description ?? "\(path) has errors")")
        }
    }

    /// Says that the manifest is gone, unless it is back soon: an editor that replaces a file may take it away first.
    private func lookAgain() {
        DispatchQueue(label: "feature-toggles.manifest-gone").asyncAfter(deadline: .now() + .milliseconds(300)) {
            [weak self] in
            guard let self, !Files.exists(path) else { return }
            backend.declare(problem: "There is no \(path) any more, so the toggles before are shown")
        }
    }
}
