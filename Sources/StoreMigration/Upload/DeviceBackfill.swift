import Dispatch
import FeatureToggles

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
        /// The server has copied all records.
        case done
        /// The old store had no records when dual writes began.
        case nothingToMove = "nothing_to_move"
    }

    /// The progress, as stored in the file.
    fileprivate struct Record: Equatable {
        var start: MigrationTime
        var phase: Phase
        var digest: String?
        var size = 0
    }

    private struct State {
        var running: Task<Phase, any Error>?
        var record: Record?
        var isLoaded = false
    }

    /// How often an export is uploaded again in one call if the server received other bytes.
    private static let maximumUploads = 3

    private let user: String
    private let dualWrites: any DualWriteStore
    private let uploader: any BackfillUploader
    private let chunkSize: Int
    private let hasRecords: @Sendable () async throws -> Bool
    private let makeExport: @Sendable (_ path: String) async throws -> Void
    private let file: SharedFile
    private let export: ExportFile
    private let queue = DispatchQueue(label: "feature-toggles.device-backfill")
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
    public var phase: Phase { record?.phase ?? .dualWrites }

    /// Whether the new store contains all of the user's records, so that it may be read.
    public var isDone: Bool { phase == .done || phase == .nothingToMove }

    private var record: Record? {
        state.withLock { state in
            if !state.isLoaded {
                // An unusable file is like none: the old store is uploaded again, which loses nothing.
                state.record = (try? file.read()).flatMap { $0 }.flatMap { Record($0) }
                state.isLoaded = true
            }
            return state.record
        }
    }

    private func store(_ record: Record) async throws {
        let file = file
        let bytes = JSONWriter(.pretty).bytes(record.json)
        try await onQueue { _ = try file.update { _ in .replace(bytes) } }
        state.withLock { state in
            state.record = record
            state.isLoaded = true
        }
    }

    /// Does everything that can be done now, and returns when it has to wait for the server or for dual writes.
    ///
    /// A second call waits for the running one.
    ///
    /// - Returns: The progress afterward.
    /// - Throws: `CancellationError`, or any error of the dual-write store, the uploader, the closures, or the disk.
    ///   Nothing is lost; call this again later.
    @discardableResult
    public func advance() async throws -> Phase {
        let task = state.withLock { state in
            if let running = state.running { return running }
            let task = Task { [self] in
                defer { self.state.withLock { $0.running = nil } }
                return try await step()
            }
            state.running = task
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func step() async throws -> Phase {
        guard let start = try await dualWrites.state(of: user).new else {
            // A finished backfill remains, so that the app keeps its stage until dual writes begin again.
            return isDone ? phase : .dualWrites
        }
        var uploads = 0
        while true {
            try Task.checkCancellation()
            var record = record
            // Dual writes began again, so the new store lacks something that was written before.
            if record?.start != start { record = nil }
            switch record?.phase {
            case nil:
                let isNeeded = start == .beginning ? false : try await hasRecords()
                try await store(Record(start: start, phase: isNeeded ? .uploading : .nothingToMove))
            case .done?, .nothingToMove?: return phase
            case .dualWrites?, .uploading?:
                guard uploads < Self.maximumUploads else {
                    throw BackfillError(
                        .upload,
                        """
                        The server received other bytes than were sent, \(uploads) times. Call `advance` again later, and compare \
                        how the app and the server compute the SHA-256 digest.
                        """
                    )
                }
                uploads += 1
                let upload = try await exported(start)
                guard try await send(upload) else { continue }
                try await store(Record(start: start, phase: .waiting, digest: upload.digest, size: upload.size))
                let export = export
                try await onQueue { export.remove() }
            case .waiting?:
                guard let record, let digest = record.digest else { return phase }
                let upload = BackfillUpload(user: user, start: start, digest: digest, size: record.size)
                switch try await uploader.phase(of: upload) {
                case .done?: try await store(Record(start: start, phase: .done, digest: digest, size: record.size))
                // The server lost the file.
                case nil: try await store(Record(start: start, phase: .uploading))
                case .idle?, .waiting?, .running?, .failed?: return .waiting
                }
            }
        }
    }

    // MARK: Uploading

    /// Returns the export, which is made unless it exists unchanged.
    private func exported(_ start: MigrationTime) async throws -> BackfillUpload {
        let export = export
        if let record, let digest = record.digest,
            let found = try await onQueue({ export.digest() }), found.text == digest, found.size == record.size
        {
            return BackfillUpload(user: user, start: start, digest: digest, size: record.size)
        }
        try await onQueue { export.remove() }
        try await makeExport(export.path)
        guard let (digest, size) = try await onQueue({ export.digest() }) else {
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
        guard (0...upload.size).contains(offset) else {
            throw BackfillError(.upload, "The server has \(offset) bytes of a file with \(upload.size) bytes.")
        }
        let (export, chunkSize) = (export, chunkSize)
        let (start, size) = (offset, upload.size)
        let reader = try await onQueue { try export.reader(at: start) }
        defer { reader.close() }
        while offset < size {
            try Task.checkCancellation()
            let bytes = try await onQueue { try reader.next(chunkSize) }
            guard !bytes.isEmpty else {
                throw BackfillError(.upload, "\(export.path) became shorter while it was uploaded.")
            }
            try await uploader.send(bytes, at: offset, of: upload)
            offset += bytes.count
        }
        return try await uploader.finish(upload)
    }

    /// Runs work on a thread that may wait for the disk.
    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }
}

extension DeviceBackfill.Record {
    fileprivate var json: JSONValue {
        var object: JSONObject = [
            "version": 1, "start": MigrationTime?.some(start).json, "phase": .string(phase.rawValue),
        ]
        object["sha256"] = digest.map { .string($0) }
        if digest != nil { object["size"] = .integer(size) }
        return .object(object)
    }

    fileprivate init?(_ bytes: [UInt8]) {
        guard case .object(let object)? = try? JSONReader(maximumDepth: 4).value(from: bytes),
            object["version"] == .integer(1), let start = object["start"].time, let start,
            case .string(let name)? = object["phase"], let phase = DeviceBackfill.Phase(rawValue: name)
        else { return nil }
        self.init(start: start, phase: phase)
        if case .string(let text)? = object["sha256"], case .integer(let count)? = object["size"], count >= 0 {
            (digest, size) = (text, count)
        }
    }
}
