#if OVERRIDES
import ToggleBase

/// Follows the overrides of a client, prints its problems, and writes its state file.
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
    /// Writes the state file, unless the client has none.
    fileprivate let stateFile: StateFileWriter?

    /// Creates a follower.
    ///
    /// - Parameters:
    ///   - sources: The sources of the overrides.
    ///   - path: The path of the local defaults file, if there is one.
    init(_ sources: OverrideSources, localDefaultsPath path: String?) {
        printer = if let print = sources.printProblem { ProblemPrinter(print) } else { nil }
        stateFile = path.flatMap { path in
            guard sources.writesStateFile else { return nil }
            return StateFileWriter(
                besideDefaults: path,
                hiddenAttributes: sources.hiddenAttributes,
                environment: sources.stateFileEnvironment ?? .process
            )
        }
    }

    deinit {
        watcher.withLock { $0 }?.cancel()
        stateFile?.end()
    }

    func report(_ problems: @autoclosure () -> [ToggleProblem]) {
        if printer != nil { printer?.report(problems()) }
    }

    /// Schedules a write of the state file.
    ///
    /// - Parameter hasNewValues: Whether values of toggles may differ.
    func noteChange(hasNewValues: Bool) { stateFile?.noteChange(hasNewValues: hasNewValues) }
}

extension ToggleClient {
    /// Starts to follow the overrides, and makes the client's first change together with their current values.
    ///
    /// The client starts to watch the local defaults file before it reads it, so that no change is lost.
    func followOverrides(_ change: (inout ToggleState) -> Void) {
        followLocalDefaults()
        // A change that is reported from now on waits until the values read here are applied.
        let announcement = overrideFollower.reading.withLock { _ in
            let file = live.withLock { $0.state.overrides }.readFile()
            return commit { state in
                change(&state)
                if let file { state.overrides.file = file }
                return .values
            }
        }
        if let announcement { announce(announcement) }
    }

    /// Starts to write the state file.
    func followState() {
        overrideFollower.stateFile?.start { [weak self] in
            self?.live.withLock { $0 }
        } report: { [weak self] problem in
            self?.overrideFollower.report([problem])
        }
    }

    private func followLocalDefaults() {
        guard let path = live.withLock({ $0.state.overrides.followedPath }) else { return }
        do {
            let watcher = try FileWatcher(path: path) { [weak self] in
                self?.reloadLocalDefaults()
                self?.overrideFollower.stateFile?.followDefaults()
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
        let announcement = overrideFollower.reading.withLock { _ -> Announcement? in
            let overrides = live.withLock { $0.state.overrides }
            guard let file = overrides.readFile(), file != overrides.file else { return nil }
            return commit { state in
                state.overrides.file = file
                return .values
            }
        }
        if let announcement { announce(announcement) }
    }
}

#else

/// Follows nothing, because there are no overrides.
struct OverrideFollower: Sendable {
    init(_ sources: OverrideSources, localDefaultsPath path: String?) {}

    func report(_ problems: @autoclosure () -> [ToggleProblem]) {}

    func noteChange(hasNewValues: Bool) {}
}

extension ToggleClient {
    func followOverrides(_ change: (inout ToggleState) -> Void) { update(change) }

    func followState() {}
}

#endif
