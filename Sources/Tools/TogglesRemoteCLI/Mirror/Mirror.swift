import FeatureTogglesRemote
import ToggleBase
import ToggleTool

/// Keeps a file up to date with a remote source.
///
/// The file is always the last accepted document, whatever the source does.
final class Mirror: Sendable {
    /// What causes a check of the source.
    private enum Cause: Sendable {
        /// The source announced a change, or a connection opened.
        case signal
        /// It's time.
        case timer
        /// The previous check failed.
        case retry
    }

    private struct State {
        var health: MirrorHealth
        /// The source's name for the version that the file has.
        var tag: String?
        /// The revision of the file with the generation of its key; if the file has none, that of the last one that had.
        var revision: UInt64?
        /// The status of the file that was written last, to notice changes by others.
        var status: FileStatus?
        var needsNotification = false
    }

    private let source: any RemoteSource
    private let file: MirroredFile
    private let check: MirrorCheck
    private let interval: Duration
    private let healthPath: String?
    private let notify: @Sendable () async -> String?
    private let now: @Sendable () -> Int64
    private let log: @Sendable (_ line: String, _ isProblem: Bool) -> Void
    private let state: Mutex<State>

    /// Creates a mirror.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - file: The file.
    ///   - check: Decides which documents are accepted.
    ///   - interval: The time between checks.
    ///   - healthPath: The path of a file for the state, if any.
    ///   - notify: Announces a change, and returns why that failed.
    ///   - now: The wall clock in seconds.
    ///   - log: Prints a line.
    /// - Throws: ``ToolError`` if the file can't be read, or isn't a document, which the mirror would destroy.
    init(
        from source: any RemoteSource,
        to file: MirroredFile,
        check: MirrorCheck,
        interval: Duration,
        healthPath: String? = nil,
        notify: @escaping @Sendable () async -> String? = { nil },
        now: @escaping @Sendable () -> Int64 = { SystemTime.secondsSince1970 },
        log: @escaping @Sendable (String, Bool) -> Void
    ) throws {
        (self.source, self.file, self.check, self.interval) = (source, file, check, interval)
        (self.healthPath, self.notify, self.now, self.log) = (healthPath, notify, now, log)
        var state = State(health: MirrorHealth(source: source.name, file: file.path))
        if let old = try file.content(limit: 1 << 26), !old.isEmpty {
            guard MirrorCheck.isDocument(old) else {
                throw ToolError.usage(
                    "‘\(file.path)’ exists and is not a document; name another file, or remove this one."
                )
            }
            do throws(MirrorCheck.Rejection) {
                state.revision = try check.revision(of: old, after: nil)
                state.health.revision = state.revision.map { $0 & MirrorCheck.numbers }
            } catch {
                log(
                    "warning: ‘\(file.path)’ is not accepted itself, so any revision may replace it: \(error.message)",
                    true
                )
            }
        }
        self.state = Mutex(state)
    }

    /// The current state.
    var health: MirrorHealth { state.withLock { $0.health } }

    // MARK: - Checking

    /// Fetches the document once, and replaces the file if there is a newer one.
    ///
    /// - Returns: Whether the file changed.
    @discardableResult
    func update() async -> Bool {
        let tag = state.withLock { state in
            // Another process changed or removed the file.
            if state.status == nil || state.status != file.status { state.tag = nil }
            return state.tag
        }
        var isChanged = false
        do throws(RemoteSourceError) {
            if let document = try await source.fetch(RemoteRequest(revision: tag)) {
                isChanged = accept(document)
            } else {
                succeed()
            }
        } catch {
            if error.code == .cancelled { return false }
            fail(error.code == .tooLarge || error.code == .invalidResponse ? .rejected : .unreachable, error.message)
        }
        if state.withLock({ $0.needsNotification }) {
            let failure = await notify()
            state.withLock { $0.needsNotification = failure != nil }
            if let failure { note(failure) }
        }
        writeHealth()
        return isChanged
    }

    private func accept(_ document: RemoteDocument) -> Bool {
        let current = state.withLock { $0.revision }
        let revision: UInt64?
        do throws(MirrorCheck.Rejection) {
            revision = try check.revision(of: document.text, after: current)
        } catch {
            fail(.rejected, "\(source.name): \(error.message)")
            return false
        }
        var isChanged = false
        do {
            if try file.content(limit: 1 << 26) != document.text {
                try file.replace(with: document.text)
                isChanged = true
            }
        } catch {
            fail(.unwritable, "\(error)".sentence)
            return false
        }
        let (status, now) = (file.status, now())
        state.withLock { state in
            (state.tag, state.revision, state.status) = (document.revision, revision ?? current, status)
            state.health.revision = revision.map { $0 & MirrorCheck.numbers }
            if isChanged {
                state.health.lastChange = now
                state.needsNotification = true
            }
        }
        succeed()
        if isChanged {
            let number = revision.map { "revision \($0 & MirrorCheck.numbers), " } ?? ""
            log("‘\(file.path)’ is now \(number)\(document.text.count) bytes", false)
        }
        return isChanged
    }

    private func succeed() {
        let now = now()
        let former = state.withLock { state in
            let former = state.health.state
            (state.health.state, state.health.lastSuccess, state.health.message) = (.current, now, nil)
            return former
        }
        if former != .current, former != .starting { log("‘\(file.path)’ is up to date again", false) }
    }

    private func fail(_ new: MirrorHealth.State, _ message: String) {
        let isNew = state.withLock { state in
            defer { (state.health.state, state.health.message) = (new, message) }
            return (state.health.state, state.health.message) != (new, message)
        }
        if isNew { log("\(message.sentence) The file stays as it is.", true) }
    }

    private func note(_ message: String) {
        let isNew = state.withLock { state in
            defer { state.health.message = state.health.message ?? message }
            return state.health.message != message
        }
        if isNew { log(message.sentence, true) }
    }

    private func writeHealth() {
        guard let healthPath else { return }
        let text = JSONWriter(.oneLine).bytes(health.json) + [UInt8(ascii: "\n")]
        do throws(FileFailure) {
            try FileWriting.replace(text, path: healthPath)
        } catch {
            log("warning: \(error)", true)
        }
    }

    // MARK: - Following

    /// Follows the source until the task is canceled.
    func run() async {
        let (causes, continuation) = AsyncStream<Cause>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await update()
        // Until the next change, the mirror only waits.
        ProgramPages.release()
        var listener = listen(continuation)
        let timer = Task { [interval] in
            while (try? await Task.sleep(for: interval)) != nil { continuation.yield(.timer) }
        }
        var pause = Duration.milliseconds(500)
        var retry: Task<Void, Never>?
        if health.state != .current { continuation.yield(.retry) }
        for await cause in causes {
            retry?.cancel()
            let isChanged = await update()
            if isChanged { ProgramPages.release() }
            // The connection has missed a change, so it may be dead without an error.
            if cause == .timer, isChanged, source.announcesChanges {
                listener.cancel()
                listener = listen(continuation)
            }
            guard health.state != .current || state.withLock({ $0.needsNotification }) else {
                pause = .milliseconds(500)
                continue
            }
            retry = Task { [pause] in
                if (try? await Task.sleep(for: pause)) != nil { continuation.yield(.retry) }
            }
            pause = min(pause * 2, interval, .seconds(10))
        }
        listener.cancel()
        timer.cancel()
        retry?.cancel()
        state.withLock { $0.health.state = .ended }
        writeHealth()
    }

    private func listen(_ causes: AsyncStream<Cause>.Continuation) -> Task<Void, Never> {
        Task { [source] in
            guard source.announcesChanges else { return }
            var pause = Duration.milliseconds(50)
            while !Task.isCancelled {
                for await signal in source.signals(after: nil) {
                    switch signal {
                    case .opened, .changed:
                        pause = .milliseconds(50)
                        causes.yield(.signal)
                    case .closed, .heartbeat, .reconnectAfter, .silentFor, .idle: break
                    }
                }
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(5))
            }
        }
    }
}
