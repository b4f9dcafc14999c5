#if OVERRIDES
import ToggleBase

/// Writes what a client resolved to a state file, in the background, after each change.
///
/// The file exists from shortly after the client's start until its end. No failure here affects the client; it is only
/// printed.
final class StateFileWriter: Sendable {
    /// The names of the files in their folder, and the descriptor of the locked file.
    private typealias Files = (folder: StateFolder, names: StateFolder.Names, lock: Int32)

    /// The files on disk.
    private struct Output: Sendable {
        /// The files, if they were created.
        var files: Files?
        /// The digest of the content that was written last, without the time.
        var written: ContentDigest?
        var isEnded = false
    }

    /// How often the files are created before it counts as a failure, because the folder may be removed meanwhile.
    private static let attempts = 3

    private let defaults: String
    /// The folder, which changes if a link in the path of the local defaults file gets another target.
    private var folder: StateFolder { StateFolder(besideDefaults: defaults, fileSystem: environment.fileSystem) }
    private let content: StateFileContent
    private let environment: StateFileEnvironment
    private let pacing = Mutex(WritePacing())
    /// The text of the client's toggles.
    private let toggles = Mutex(StateFileContent.RenderedToggles())
    /// Held while files are written or removed.
    private let output = Mutex(Output())
    /// The connection to the client; `nil` before ``start(data:report:)``.
    private let client = Mutex<Client?>(nil)

    /// The writer's connection to its client, which must not keep the client alive.
    private struct Client: Sendable {
        let data: @Sendable () -> LiveToggles?
        let report: @Sendable (ToggleProblem) -> Void
    }

    /// Creates a writer, which writes nothing yet.
    ///
    /// - Parameters:
    ///   - defaults: The path of the client's local defaults file.
    ///   - hiddenAttributes: The attributes of the context whose values are left out.
    ///   - environment: Clocks and files.
    init(besideDefaults defaults: String, hiddenAttributes: Set<String>, environment: StateFileEnvironment) {
        self.defaults = PathText.absolute(defaults)
        content = StateFileContent(
            processID: environment.processID,
            executable: environment.executable,
            started: environment.secondsSince1970(),
            hiddenAttributes: hiddenAttributes
        )
        self.environment = environment
    }

    /// Writes the state file for the first time, in the background.
    ///
    /// - Parameters:
    ///   - data: Returns the client's data, or `nil` if the client is gone.
    ///   - report: Receives the problem if the file can't be written.
    func start(
        data: @escaping @Sendable () -> LiveToggles?,
        report: @escaping @Sendable (ToggleProblem) -> Void
    ) {
        client.withLock { $0 = Client(data: data, report: report) }
        noteChange(hasNewValues: true)
    }

    /// Schedules a write in the background, unless one is scheduled already or the writer hasn't started.
    ///
    /// - Parameter hasNewValues: Whether values of toggles may differ.
    func noteChange(hasNewValues: Bool) {
        guard client.withLock({ $0 != nil }) else { return }
        schedule(after: pacing.withLock { $0.change(at: environment.uptime(), hasNewValues: hasNewValues) })
    }

    private func schedule(after delay: Duration?) {
        guard let delay else { return }
        environment.schedule(delay) { [weak self] in self?.writeOnce() }
    }

    /// Schedules a write if the state file isn't next to the local defaults file, because a link got another target.
    func followDefaults() {
        if output.withLock({ $0.files?.folder.path }) != folder.path { noteChange(hasNewValues: false) }
    }

    /// Removes the state file, and writes none again.
    func end() {
        output.withLock { output in
            output.isEnded = true
            close(&output)
        }
    }

    // MARK: Writing

    private func writeOnce() {
        guard pacing.withLock({ $0.begin(at: environment.uptime()) }) else { return }
        write()
        schedule(after: pacing.withLock { $0.end(at: environment.uptime()) })
    }

    private func write() {
        // Outside of the lock, because the client may end right here, on this thread.
        guard let client = client.withLock(\.self), let data = client.data() else { return }
        let body = toggles.withLock { content.body(data, &$0) }
        let digest = ContentDigest(body)
        let problem = output.withLock { output -> StateFileError? in
            if let files = output.files, files.folder.path != folder.path { close(&output) }
            guard !output.isEnded, output.written != digest else { return nil }
            do throws(StateFileError) {
                try replace(body, &output)
                output.written = digest
                return nil
            } catch {
                return error
            }
        }
        guard let problem else { return }
        client.report(ToggleProblem(source: .localDefaults, origin: problem.path, message: problem.message))
    }

    private func replace(_ body: [UInt8], _ output: inout Output) throws(StateFileError) {
        var failure = SystemError.ioError
        for _ in 0..<Self.attempts {
            do throws(SystemError) {
                let (folder, names, _) = try open(&output)
                try replace(body, names, in: folder)
                return
            } catch {
                failure = error
                // The folder or the lock file may have been removed.
                close(&output)
                if error != .noSuchFileOrDirectory { break }
            }
        }
        throw StateFileError(
            path: folder.path,
            message: """
                Cannot write the state file: \(failure).\(failure.fileAdvice) The app is not affected, but tools can't show \
                what it resolved.
                """
        )
    }

    private func replace(_ body: [UInt8], _ names: StateFolder.Names, in folder: StateFolder) throws(SystemError) {
        let files = environment.fileSystem
        let new = folder.path(names.newState)
        let descriptor = try files.create(new)
        do throws(SystemError) {
            // Not synchronized with the disk: after a power loss, no process has this state.
            do throws(SystemError) {
                try files.writeAll(StateFileContent.header(changed: environment.secondsSince1970()), to: descriptor)
                try files.writeAll(body, to: descriptor)
            } catch {
                try? files.close(descriptor)
                throw error
            }
            try files.close(descriptor)
            try files.rename(new, to: folder.path(names.state))
        } catch {
            try? files.remove(new)
            throw error
        }
    }

    /// Creates the folder and the locked file unless they exist, and removes the files of processes that are gone.
    private func open(_ output: inout Output) throws(SystemError) -> Files {
        let files = environment.fileSystem
        if let opened = output.files {
            _ = try files.status(ofPath: opened.folder.path(opened.names.lock))
            return opened
        }
        let folder = folder
        try create(folder)
        folder.sweep()
        let names = StateFolder.Names(
            stem: "\(environment.processID)-\(String(environment.random(), radix: 16))"
        )
        // The lock file gets its name after it is locked, so that it isn't mistaken for that of a killed process.
        let descriptor = try files.openLock(folder.path(names.newLock))
        do throws(SystemError) {
            guard try files.tryLock(descriptor) else { throw SystemError.wouldBlock }
            try files.rename(folder.path(names.newLock), to: folder.path(names.lock))
        } catch {
            try? files.remove(folder.path(names.newLock))
            try? files.close(descriptor)
            throw error
        }
        let opened = (folder, names, descriptor)
        output.files = opened
        return opened
    }

    private func create(_ folder: StateFolder) throws(SystemError) {
        let files = environment.fileSystem
        try files.createFolders(folder.path)
        // Another user could replace the files in their folder.
        let status = try files.status(ofPath: folder.path)
        guard status.kind == .folder, status.isOwnedByCurrentUser else { throw SystemError.fileExists }
    }

    private func close(_ output: inout Output) {
        guard let (folder, names, lock) = output.files else { return }
        output.files = nil
        output.written = nil
        // The lock last, so that the state file never exists without it.
        try? environment.fileSystem.remove(folder.path(names.state))
        try? environment.fileSystem.remove(folder.path(names.lock))
        try? environment.fileSystem.unlock(lock)
    }
}

#endif
