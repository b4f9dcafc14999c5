extension ToggleClient {
    /// The path of the local defaults file, or `nil` if the client has none; always `nil` in a RELEASE build.
    public var localDefaultsPath: String? {
        #if OVERRIDES
        live.withLock { $0.state.localDefaultsPath }
        #else
        nil
        #endif
    }
}

#if OVERRIDES

extension ToggleClient {
    /// Starts to watch the local defaults file.
    func followLocalDefaults() {
        guard let path = live.withLock({ $0.state.followedLocalDefaultsPath }) else { return }
        do {
            let watcher = try FileWatcher(path: path) { [weak self] in
                self?.reloadLocalDefaults()
            } onFailure: { [weak self] error in
                self?.reportUnfollowed(path, error)
            }
            localDefaultsWatcher.withLock { $0 = watcher }
        } catch {
            reportUnfollowed(path, error)
        }
    }

    private func reportUnfollowed(_ path: String, _ error: FileWatcherError) {
        let problem = ToggleProblem(
            source: .localDefaults,
            origin: path,
            message: "changes of the file may not be followed: \(error)"
        )
        update { $0.followingProblem = problem }
    }

    /// Reads the local defaults file and applies its values.
    ///
    /// If the file can't be read, the previous values stay. If its content hasn't changed, nothing is resolved and no
    /// observer is notified, because some changes are reported twice and others don't affect any override.
    package func reloadLocalDefaults() {
        localDefaultsReading.withLock { _ in
            guard let change = readLocalDefaults() else { return }
            let before = live.withLock { $0.state }
            var after = before
            change(&after)
            if after.localDefaults == before.localDefaults, after.localDefaultsProblems == before.localDefaultsProblems
            {
                return
            }
            update(change)
        }
    }

    /// Reads the local defaults file.
    ///
    /// - Returns: A closure that applies the result to the state, or `nil` if the client has no such file.
    func readLocalDefaults() -> ((inout ToggleState) -> Void)? {
        guard let path = localDefaultsPath else { return nil }
        do {
            let content = try LocalDefaultsFile(path: path).read()
            let problems = content.problems.map {
                ToggleProblem(source: .localDefaults, origin: path, message: $0.description)
            }
            return { state in
                state.localDefaults = content.values
                state.localDefaultsProblems = problems
            }
        } catch {
            let place = error.location.map { "line \($0.line), column \($0.column): " } ?? ""
            let problem = ToggleProblem(source: .localDefaults, origin: path, message: place + error.message)
            return { $0.localDefaultsProblems = [problem] }
        }
    }
}

#endif
