#if OVERRIDES
import ToggleBase

/// The folder next to a local defaults file in which each running client has a state file.
///
/// | name | content |
/// |---|---|
/// | `PROCESS-RANDOM.json` | the state file of a client, replaced as a whole |
/// | `PROCESS-RANDOM.lock` | an empty file that the client keeps locked, so that its lock ends with the process |
///
/// A name is never used again. Hidden files are temporary.
package struct StateFolder: Sendable {
    /// The maximum size in bytes of a state file that is read.
    package static let maximumFileSize = 32 << 20

    /// The absolute path.
    package let path: String
    let fileSystem: any FileSystem

    /// Refers to the folder next to a local defaults file, such as `toggles.state` next to `toggles.json`.
    ///
    /// If the path contains symbolic links, this is the folder next to their current target.
    ///
    /// - Parameters:
    ///   - defaults: The path of the local defaults file, which need not exist.
    ///   - fileSystem: The file system.
    package init(besideDefaults defaults: String, fileSystem: any FileSystem = POSIXFileSystem()) {
        path = PathText.companion(of: defaults, ".state")
        self.fileSystem = fileSystem
    }

    /// The names of the files of one client.
    struct Names: Sendable, Hashable {
        static let stateSuffix = ".json"
        static let lockSuffix = ".lock"

        let stem: String

        var state: String { stem + Self.stateSuffix }
        var lock: String { stem + Self.lockSuffix }
        /// The lock file before it is locked.
        var newLock: String { ".\(stem).lock" }
        /// The state file before it is complete.
        var newState: String { ".\(stem).json" }
        /// The ID of the client's process; `nil` for the name of a file that isn't a client's.
        var process: Int32? { stem.split(separator: "-").first.flatMap { Int32($0) } }
        /// Whether the client's process certainly has ended.
        var hasEnded: Bool { process.map(ProcessEnvironment.hasEnded) == true }
    }

    func path(_ name: String) -> String { PathText.joined(path, name) }

    // MARK: Reading

    /// Reads the state files of the clients that are running now.
    ///
    /// - Parameter known: States that were read earlier, which are used again if their files are the same.
    /// - Returns: The states, the most recently started first, and the problems with files that can't be used, of clients
    ///   that are running or could be.
    /// - Complexity: O(*n*) in the size of the files that have changed.
    package func states(known: [StateFile] = []) -> (states: [StateFile], problems: [StateFileError]) {
        var states: [StateFile] = []
        var problems: [StateFileError] = []
        let found: [String]
        do throws(SystemError) {
            found = try fileSystem.names(inFolder: path)
        } catch {
            guard !error.isAbsence else { return ([], []) }
            let message = "It is unknown whether an app is running, because the folder can't be read: \(error.message)."
            return ([], [StateFileError(path: path, message: message)])
        }
        for name in found {
            guard name.hasSuffix(Names.stateSuffix), !name.hasPrefix(".") else { continue }
            let names = Names(stem: String(name.dropLast(Names.stateSuffix.count)))
            // The lock is checked after reading: if it is held then, the client was running while its file was read.
            var state: StateFile?
            var problem: StateFileError?
            do throws(StateFileError) {
                state = try read(names, known: known)
            } catch {
                problem = error
            }
            guard let isRunning = isLocked(names) else {
                if state == nil, problem == nil { continue }
                let message = "It is unknown whether the app is running, because this file can't be opened."
                problems.append(StateFileError(path: self.path(names.lock), message: message))
                continue
            }
            guard isRunning else { continue }
            if let state { states.append(state) }
            if let problem { problems.append(problem) }
        }
        states.sort {
            ($0.started, $0.changed, $0.processID, $0.path) > ($1.started, $1.changed, $1.processID, $1.path)
        }
        problems.sort { $0.path < $1.path }
        return (states, problems)
    }

    /// Reads a client's state file; `nil` if it doesn't exist.
    private func read(_ names: Names, known: [StateFile]) throws(StateFileError) -> StateFile? {
        let path = path(names.state)
        // Files are replaced as a whole. So one with the same number, size, and time has the same content.
        if let state = known.first(where: { $0.path == path }), let status = state.status,
            (try? fileSystem.status(ofPath: path)) == status
        {
            return state
        }
        let file = DurableFile(
            path: path,
            fileSystem: fileSystem,
            maximumSize: Self.maximumFileSize,
            trust: .person
        )
        let content: (bytes: [UInt8], status: FileStatus)?
        do throws(DurableFileError) {
            content = try file.content()
        } catch {
            throw StateFileError(path: error.path, message: error.message)
        }
        guard let content else { return nil }
        var state = try StateFile(content.bytes, path: file.path)
        state.status = content.status
        return state
    }

    /// Waits until a client ends, in any way.
    ///
    /// If it has already ended, this returns at once. It blocks the thread in the kernel for as long as the client runs.
    ///
    /// - Parameter path: The client's state file.
    package static func waitForEnd(ofClientAt path: String) {
        guard path.hasSuffix(Names.stateSuffix) else { return }
        let names = Names(stem: String(path.dropLast(Names.stateSuffix.count)))
        let files = POSIXFileSystem()
        guard let descriptor = try? files.openForReading(names.lock) else { return }
        try? files.lockShared(descriptor)
        try? files.unlock(descriptor)
    }

    /// Whether a client that is running holds the lock.
    ///
    /// The lock is requested as a shared one, so that readers don't mistake each other for a client.
    ///
    /// - Returns: `nil` if this is unknown, for example because this process has too many open files.
    func isLocked(_ names: Names) -> Bool? {
        let descriptor: Int32
        do throws(SystemError) {
            // Opening must not create the file, because its client may have just ended.
            descriptor = try fileSystem.openForReading(path(names.lock))
        } catch {
            return error == .noSuchFileOrDirectory ? false : nil
        }
        defer { try? fileSystem.unlock(descriptor) }
        return (try? fileSystem.tryLockShared(descriptor)).map { !$0 }
    }

    // MARK: Sweeping

    /// Removes the files of clients whose process was killed, or exited without releasing them.
    func sweep() {
        let names = (try? fileSystem.names(inFolder: path)) ?? []
        var known: [String: Bool] = [:]
        for name in names {
            let visible = name.hasPrefix(".") ? name.dropFirst() : name[...]
            guard let suffix = [Names.stateSuffix, Names.lockSuffix].first(where: { visible.hasSuffix($0) }) else {
                continue
            }
            let files = Names(stem: String(visible.dropLast(suffix.count)))
            guard files.process != nil else { continue }
            // A lock file that isn't locked yet belongs to a client that is starting, or was killed before it did.
            guard name != files.newLock || files.hasEnded else { continue }
            let isRunning = known[files.stem] ?? isLocked(files) ?? true
            known[files.stem] = isRunning
            if !isRunning { try? fileSystem.remove(path(name)) }
        }
    }
}

#endif
