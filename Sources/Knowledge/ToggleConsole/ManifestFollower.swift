#if OVERRIDES
package import ToggleBase
import Dispatch
package import FeatureToggles

/// Watches the manifests, and shows their current toggles in the console after each change.
///
/// While a manifest has errors, the console keeps the previous toggles and reports the first error.
package final class ManifestFollower: Sendable {
    /// The toggles of some manifests.
    package struct Reading: Sendable {
        /// The paths of the manifests.
        package var paths: [String]
        /// A client that serves their toggles.
        package var client: ToggleClient
        /// The names of the toggles' modules by identifier; empty for a single module.
        package var modules: [UInt64: String]

        /// Creates a reading.
        package init(paths: [String], client: ToggleClient, modules: [UInt64: String] = [:]) {
            self.paths = paths
            self.client = client
            self.modules = modules
        }
    }

    private struct State {
        var paths: [String]
        /// The manifests' content when they were last read; nothing for those that couldn't be read.
        var content: [String: ContentDigest]
        var watcher: FileWatcher?
        /// What to call after the client has been replaced; empty if no replacement is scheduled.
        var replaced: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>
    /// The serial queue that reads the manifests and shows their toggles.
    ///
    /// A slow read of an older version thus ends before a newer version is read. The queue is a dedicated one, because
    /// the shared queues would wake up once a second from then on.
    private let queue = DispatchQueue(label: "feature-toggles.manifest")
    private let backend: ConsoleBackend
    private let read: @Sendable () throws -> Reading

    /// Creates a follower that watches the manifests until its last reference is released.
    ///
    /// - Parameters:
    ///   - paths: The paths of the manifests; empty if a running app declares the toggles.
    ///   - content: The manifests' content when the backend's client was created, by path.
    ///   - backend: The backend that shows the toggles.
    ///   - read: Finds and reads the manifests, and creates a client for their toggles. If it throws, the console shows
    ///     the error's description.
    package init(
        _ paths: [String],
        content: [String: ContentDigest],
        backend: ConsoleBackend,
        read: @escaping @Sendable () throws -> Reading
    ) {
        self.backend = backend
        self.read = read
        state = Mutex(State(paths: paths, content: content))
        backend.onReload { [weak self] completion in
            guard let self else { return completion() }
            queue.async { [weak self] in
                // Also looks for new manifests, unless a running app declares the toggles.
                self?.update(always: true)
                completion()
            }
        }
        backend.afterFirstScreen { [weak self] in
            self?.queue.async { [weak self] in self?.start() }
        }
    }

    /// Shows another client for the current manifests, in the background.
    ///
    /// It's created after the screen has had time to draw what changed in the app, which needs only the app's values.
    /// Several replacements in quick succession are combined.
    ///
    /// - Parameters:
    ///   - make: Creates the client, and returns the names of the toggles' modules like ``Reading/modules``. No manifests
    ///     are read in the meantime. Only the first closure of combined replacements is called, so it must use what
    ///     applies at the time of the call.
    ///   - completion: Called afterward.
    package func replaceClient(
        _ make: @escaping @Sendable () -> (client: ToggleClient, modules: [UInt64: String]),
        completion: @escaping @Sendable () -> Void = {}
    ) {
        let isFirst = state.withLock { state in
            state.replaced.append(completion)
            return state.replaced.count == 1
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
            guard let self else { return }
            // Changes from here on need another client.
            let completions = state.withLock { state in
                defer { state.replaced = [] }
                return state.replaced
            }
            let (client, modules) = make()
            backend.replaceClient(with: client, modules: modules)
            completions.forEach { $0() }
        }
    }

    /// Schedules a check for changes of the manifests, from any thread.
    private func updateSoon() {
        queue.async { [weak self] in self?.update() }
    }

    private func start() {
        watch()
        // Check for changes made before watching began.
        update()
    }

    /// Watches the current manifests; called on the queue.
    private func watch() {
        let paths = state.withLock(\.paths)
        guard !paths.isEmpty else { return }
        do throws(FileWatcherError) {
            let watcher = try FileWatcher(paths: paths) { [weak self] in
                self?.updateSoon()
            } onFailure: { [weak self] error in
                self?.backend.notify("Changes of the manifest may be missed: \(error)")
            }
            state.withLock { $0.watcher = watcher }
        } catch {
            backend.notify("Cannot watch the manifest for changes: \(error)")
        }
    }

    /// Shows the manifests' toggles if their content has changed; called on the queue.
    ///
    /// - Parameter always: Whether to read the manifests even if these have not changed.
    private func update(always: Bool = false) {
        let (paths, before) = state.withLock { ($0.paths, $0.content) }
        var content: [String: ContentDigest] = [:]
        var isReadable = true
        for path in paths {
            do throws(FileReading.Failure) {
                content[path] = try Self.digest(path)
            } catch {
                isReadable = false
                if error.isAbsence {
                    reportAbsenceLater(of: path)
                } else {
                    let reason = "cannot be read, so the previous toggles are shown: \(error.reason)"
                    backend.setManifestProblem("\(path) \(reason)")
                }
            }
        }
        // Any content of an unreadable file counts as new once the file can be read again.
        let current = content
        state.withLock { $0.content = current }
        guard always || isReadable && content != before else { return }
        do {
            let reading = try read()
            let hasMoved = state.withLock { state in
                defer { state.paths = reading.paths }
                return state.paths != reading.paths
            }
            backend.replaceClient(with: reading.client, modules: reading.modules)
            backend.setManifestProblem(nil)
            backend.manifestsWereRead()
            if hasMoved { start() }
        } catch {
            if isReadable { backend.setManifestProblem("The previous toggles are shown: \(error)") }
        }
    }

    private static func digest(_ path: String) throws(FileReading.Failure) -> ContentDigest {
        try FileReading.digest(path: path, limit: 1 << 30).digest
    }

    /// Reports a manifest as missing unless it reappears within 0.3 seconds.
    ///
    /// An editor may delete a file before it writes the new version.
    private func reportAbsenceLater(of path: String) {
        DispatchQueue(label: "feature-toggles.manifest-gone").asyncAfter(deadline: .now() + .milliseconds(300)) {
            [weak self] in
            guard let self, state.withLock({ $0.paths.contains(path) }) else { return }
            do throws(FileReading.Failure) {
                _ = try Self.digest(path)
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
