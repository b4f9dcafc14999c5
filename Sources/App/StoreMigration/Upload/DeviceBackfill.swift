import ToggleBase

/// The device's part of a backfill that runs on a server: it uploads the old store, and learns when the copy is done.
///
/// ```swift
/// let backfill = DeviceBackfill(
///     user: user.id, folder: folder, dualWrites: dualWrites, uploader: server,
///     hasRecords: { try await sqlite.hasBooks() },
///     export: { path in try await sqlite.backUp(to: path) }
/// )
/// try await migration.beginDualWrites(for: user.context)
/// try await backfill.advance()        // at each launch, and when the server sends a notification
/// client.context.attributes["backfill"] = .string(backfill.isDone ? "done" : "pending")
/// ```
///
/// The export is made after dual writes began, so together with them the new store gets everything. If dual writes have
/// to begin again, because one of them failed, the old store is uploaded again.
///
/// All progress is in files. If the app is killed at any moment, the next call of ``advance()`` continues there. The
/// server receives each export once.
public final class DeviceBackfill: Sendable {
    /// The progress of a device's backfill.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// The user's dual writes have to begin first, or again.
        case dualWrites = "dual_writes"
        /// The old store is being exported and uploaded.
        case uploading
        /// The server has the export, and copies its records.
        case waiting
        /// The server has the export, but too many attempts to copy its records failed.
        ///
        /// Once the server tries again, the next ``DeviceBackfill/advance()`` returns to ``waiting``.
        case failed
        /// The server has copied all records.
        case done
        /// The old store had no records when dual writes began.
        case nothingToMove = "nothing_to_move"
    }

    /// A task that advances the backfill, which simultaneous calls share.
    private struct Run {
        let number: Int
        let task: Task<Phase, any Error>
        /// The number of calls that wait for it and aren't canceled.
        var callers = 1
    }

    private struct State {
        var run: Run?
        var runCount = 0
        var record: Record?
        var isLoaded = false
    }

    /// How often the server may receive other bytes, or lose a file, in one call.
    private static let maximumFaults = 3

    private let user: String
    private let dualWrites: any DualWriteStore
    private let uploader: any BackfillUploader
    private let chunkSize: Int
    private let hasRecords: @Sendable () async throws -> Bool
    private let makeExport: @Sendable (_ path: String) async throws -> Void
    private let file: SharedFile
    private let export: ExportFile
    private let disk = DiskQueue("device-backfill")
    private let state = Mutex(State())

    /// Creates a backfill without doing anything.
    ///
    /// - Parameters:
    ///   - user: The targeting key of the user.
    ///   - folder: The folder for the progress and the export. Use one that isn't cleared by the system, and only one
    ///     object for a user and folder.
    ///   - dualWrites: The store that records when the user's dual writes began.
    ///   - uploader: The connection to the server.
    ///   - chunkSize: The maximum number of bytes to send at once.
    ///   - hasRecords: Returns whether the old store contains anything to move.
    ///   - export: Writes a consistent copy of the user's old store to a path where no file exists, such as a backup of
    ///     the database. It is called again if the app was killed meanwhile.
    public init(
        user: String,
        folder: String,
        dualWrites: any DualWriteStore,
        uploader: any BackfillUploader,
        chunkSize: Int = 1 << 20,
        hasRecords: @escaping @Sendable () async throws -> Bool,
        export: @escaping @Sendable (_ path: String) async throws -> Void
    ) {
        self.user = user
        self.dualWrites = dualWrites
        self.uploader = uploader
        self.chunkSize = max(1, chunkSize)
        self.hasRecords = hasRecords
        makeExport = export
        let name = "backfill-\(UserDigest.text(of: user))"
        file = SharedFile(path: PathText.joined(folder, "\(name).json"), maximumSize: 1 << 16)
        self.export = ExportFile(path: PathText.joined(folder, "\(name).export"))
    }

    // MARK: Progress

    /// The progress that was stored last; before the first ``advance()`` in a process, a small file is read.
    ///
    /// While the file can't be read, for example because a phone is locked, this is ``Phase/dualWrites``.
    public var phase: Phase { (try? loaded())?.phase ?? .dualWrites }

    /// Whether the new store contained all of the user's records at the end of the last ``advance()``, so that it may
    /// be read.
    public var isDone: Bool { phase == .done || phase == .nothingToMove }

    /// Why the server's copy failed, if the phase is ``Phase/failed`` and the server says so; usually an error's type.
    public var failure: String? { (try? loaded())?.failure }

    /// Returns the progress that was stored last, or `nil` if nothing usable is stored.
    ///
    /// - Throws: An error if the file can't be read now. Nothing may be concluded from that, so it is read again later.
    private func loaded() throws -> Record? {
        try state.withLock { state in
            if !state.isLoaded {
                // A file with unusable content is like none: the old store is uploaded again, which loses nothing.
                state.record = try file.read().flatMap { Record($0) }
                state.isLoaded = true
            }
            return state.record
        }
    }

    private func store(_ record: Record) async throws {
        let file = file
        let bytes = JSONWriter(.pretty).bytes(record.json)
        try await disk.run { _ = try file.update { _ in .replace(bytes) } }
        state.withLock { state in
            state.record = record
            state.isLoaded = true
        }
    }

    /// Does everything that can be done now, and returns when it has to wait for the server or for dual writes.
    ///
    /// A second call waits for the running one. If one of several calls is canceled, the others continue.
    ///
    /// - Returns: The progress afterward.
    /// - Throws: `CancellationError`, or any error of the dual-write store, the uploader, the closures, or the disk.
    ///   Nothing is lost; call this again later.
    @discardableResult
    public func advance() async throws -> Phase {
        let (number, task) = state.withLock { state -> (Int, Task<Phase, any Error>) in
            if let run = state.run, run.callers > 0 {
                state.run?.callers += 1
                return (run.number, run.task)
            }
            // A canceled task may not have ended yet.
            let canceled = state.run?.task
            state.runCount += 1
            let number = state.runCount
            let task = Task { [self] in
                _ = await canceled?.result
                defer { end(number) }
                return try await step()
            }
            state.run = Run(number: number, task: task)
            return (number, task)
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            let isLast = state.withLock { state in
                guard state.run?.number == number else { return false }
                state.run?.callers -= 1
                return state.run?.callers == 0
            }
            if isLast { task.cancel() }
        }
    }

    private func end(_ number: Int) {
        state.withLock { state in
            if state.run?.number == number { state.run = nil }
        }
    }

    private func step() async throws -> Phase {
        var (mismatches, losses) = (0, 0)
        while true {
            try Task.checkCancellation()
            var record = try await disk.run { [self] in try loaded() }
            // Each time, because dual writes may end or begin again during an upload.
            guard let start = try await dualWrites.state(of: user).new else {
                // The new store lacks something that was written since, so it must not be read anymore.
                if let record, record.phase != .dualWrites {
                    try await store(Record(start: record.start, phase: .dualWrites))
                }
                return .dualWrites
            }
            // Dual writes began again, so the new store lacks something that was written before.
            if record?.start != start { record = nil }
            switch record?.phase {
            case nil, .dualWrites?:
                let isNeeded = start == .beginning ? false : try await hasRecords()
                try await store(Record(start: start, phase: isNeeded ? .uploading : .nothingToMove))
            case .done?, .nothingToMove?: return phase
            case .uploading?:
                let upload = try await exported(start, record)
                guard try await send(upload) else {
                    mismatches += 1
                    try check(mismatches, "received other bytes than were sent", "compute the SHA-256 digest")
                    continue
                }
                try await store(Record(start: start, phase: .waiting, digest: upload.digest, size: upload.size))
                await disk.run { [export] in export.remove() }
            case .waiting?, .failed?:
                guard let record, let digest = record.digest else { return phase }
                let upload = BackfillUpload(user: user, start: start, digest: digest, size: record.size)
                let reported = try await uploader.phase(of: upload)
                let failure = reported == .failed ? try await uploader.failure(of: upload) : nil
                guard try await dualWrites.state(of: user).new == start else { continue }
                var next = record
                next.failure = failure
                switch reported {
                case .done?: next.phase = .done
                case .failed?: next.phase = .failed
                case .idle?, .waiting?, .running?: next.phase = .waiting
                case nil:
                    losses += 1
                    try check(losses, "didn't know an upload that it had finished", "name uploads")
                    next = Record(start: start, phase: .uploading)
                }
                if next != record { try await store(next) }
                if next.phase != .uploading { return next.phase }
            }
        }
    }

    /// Throws an error if the server made the same mistake too often.
    private func check(_ count: Int, _ fault: String, _ task: String) throws(BackfillError) {
        guard count >= Self.maximumFaults else { return }
        throw BackfillError(
            .upload,
            """
            The server \(fault), \(count) times. Call `advance` again later, and compare how the app and the server \
            \(task).
            """
        )
    }

    // MARK: Uploading

    /// Returns the export, which is made unless it exists unchanged.
    private func exported(_ start: MigrationTime, _ record: Record?) async throws -> BackfillUpload {
        if let record, let digest = record.digest,
            let found = await disk.run({ [export] in export.digest() }), found.text == digest, found.size == record.size
        {
            return BackfillUpload(user: user, start: start, digest: digest, size: record.size)
        }
        await disk.run { [export] in export.remove() }
        do {
            try await makeExport(export.path)
        } catch {
            // It may have filled the disk.
            await disk.run { [export] in export.remove() }
            throw error
        }
        guard let (digest, size) = await disk.run({ [export] in export.digest() }) else {
            throw BackfillError(.upload, "The closure ‘export’ wrote no readable file to \(export.path).")
        }
        // Only now, so that a partial export of a killed app isn't used.
        try await store(Record(start: start, phase: .uploading, digest: digest, size: size))
        return BackfillUpload(user: user, start: start, digest: digest, size: size)
    }

    /// Sends the rest of an export.
    ///
    /// - Returns: Whether the server received the same bytes.
    private func send(_ upload: BackfillUpload) async throws -> Bool {
        var offset = try await uploader.offset(of: upload)
        guard offset >= 0 else {
            throw BackfillError(
                .upload,
                "The server has \(offset) bytes of a file with \(upload.size) bytes; it must return how many it has stored."
            )
        }
        // Too many bytes have another digest, so the server discards them, and the upload begins again.
        if offset > upload.size { return try await uploader.finish(upload) }
        let reader = try await disk.run { [export] in try export.reader() }
        defer { reader.close() }
        while offset < upload.size {
            try Task.checkCancellation()
            let bytes = try await disk.run { [offset, chunkSize] in try reader.bytes(at: offset, chunkSize) }
            guard !bytes.isEmpty else {
                throw BackfillError(.upload, "\(export.path) became shorter while it was uploaded.")
            }
            try await uploader.send(bytes, at: offset, of: upload)
            offset += bytes.count
        }
        return try await uploader.finish(upload)
    }
}
