#if OVERRIDES

/// Follows the overrides of a client, and prints its problems.
///
/// A build without overrides has an empty type with the same members.
final class OverrideFollower: Sendable {
    /// Prints problems, unless the app does so itself.
    private let printer: ProblemPrinter?
    /// Watches the local defaults file.
    fileprivate let watcher = Mutex<FileWatcher?>(nil)
    /// Held while the local defaults file is read and its values are applied, so that older content never replaces
    /// newer content.
    fileprivate let reading = Mutex<Void>(())

    init(_ sources: OverrideSources) {
        printer = if let print = sources.printProblem { ProblemPrinter(print) } else { nil }
    }

    deinit {
        watcher.withLock { $0 }?.cancel()
    }

    func report(_ problems: @autoclosure () -> [ToggleProblem]) {
        if printer != nil { printer?.report(problems()) }
    }
}

extension ToggleClient {
    /// Starts to follow the overrides, and makes the client's first change together with their current values.
    ///
    /// The client starts to watch the local defaults file before it reads it, so that no change is lost.
    func followOverrides(_ change: (inout ToggleState) -> Void) {
        followLocalDefaults()
        // A change that is reported from now on waits until the values read here are applied.
        overrideFollower.reading.withLock { _ in
            let file = live.withLock { $0.state.overrides }.readFile()
            update { state in
                change(&state)
                if let file { state.overrides.file = file }
            }
        }
    }

    private func followLocalDefaults() {
        guard let path = live.withLock({ $0.state.overrides.followedPath }) else { return }
        do {
            let watcher = try FileWatcher(path: path) { [weak self] in
                self?.reloadLocalDefaults()
            } onFailure: { [weak self] error in
                self?.reportUnfollowed(error)
            }
            overrideFollower.watcher.withLock { $0 = watcher }
        } catch {
            reportUnfollowed(error)
        }
    }

    private func reportUnfollowed(_ error: FileWatcherError) {
        update { state in
            let message = "cannot watch the file for changes: \(error)"
            state.overrides.followingProblem = state.overrides.problem(message)
        }
    }

    /// Reads the local defaults file and applies its values.
    ///
    /// If the file can't be read, the previous values stay. If its content hasn't changed, nothing is resolved and no
    /// observer is notified, because some changes are reported twice and others don't affect any override.
    package func reloadLocalDefaults() {
        overrideFollower.reading.withLock { _ in
            let overrides = live.withLock { $0.state.overrides }
            guard let file = overrides.readFile(), file != overrides.file else { return }
            update { $0.overrides.file = file }
        }
    }
}

#else

/// Follows nothing, because there are no overrides.
struct OverrideFollower: Sendable {
    init(_ sources: OverrideSources) {}

    func report(_ problems: @autoclosure () -> [ToggleProblem]) {}
}

extension ToggleClient {
    func followOverrides(_ change: (inout ToggleState) -> Void) { update(change) }
}

#endif
