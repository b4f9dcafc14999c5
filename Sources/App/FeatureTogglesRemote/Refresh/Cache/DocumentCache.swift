import FeatureToggles
import ToggleBase

/// The last valid documents of a remote source on disk, with the information that the next process needs.
///
/// The folder contains these files for each source, and for each user (targeting key) if the document depends on the
/// context:
///
/// | file | content |
/// |---|---|
/// | `KEY.json` | a reference to the newest document, and information about it; replaced as a whole, with `KEY.json.previous` and `.KEY.json.lock` next to it |
/// | `KEY.document-HASH` | a document's bytes as received, still in their envelope; never changed |
/// | `KEY.run-IDENTITY-NUMBER` | an empty file for a run that is not healthy yet |
/// | `.KEY.run.lock` | the lock for the files of runs |
///
/// Any number of processes may share the folder, including different versions of an app. Files and folders of another
/// user are neither read nor written, except those of root. Unusable files are renamed to `….corrupt-…` and never
/// deleted. An error never removes a document, and a document never expires by age.
public struct DocumentCache: Sendable {
    /// The maximum size of a cached document, in bytes; a document in an envelope is larger than its content.
    static let maximumDocumentSize = FlagDocument.Limits.standard.size * 4
    /// The maximum number of users, or contexts without a targeting key, whose documents of a source are cached.
    static let maximumContexts = 16

    let folder: String
    let key: CacheKey
    /// The source's human-readable name.
    let source: String
    let fileSystem: any FileSystem
    private let file: DurableFile
    /// Locks the marks of runs; only its lock file exists.
    private let marks: DurableFile
    private let secondsSince1970: @Sendable () -> Int
    private let excludeFromBackup: @Sendable (String) -> Void

    init(
        folder: String,
        source: String,
        identity: String? = nil,
        context: EvaluationContext?,
        fileSystem: any FileSystem = POSIXFileSystem(),
        lockTimeout: Duration = .seconds(1),
        secondsSince1970: @escaping @Sendable () -> Int = { Int(clamping: SystemTime.secondsSince1970) },
        excludeFromBackup: @escaping @Sendable (String) -> Void = BackupExclusion.mark
    ) {
        self.folder = PathText.absolute(folder)
        self.source = source
        key = CacheKey(source: identity ?? source, context: context)
        self.fileSystem = fileSystem
        self.secondsSince1970 = secondsSince1970
        self.excludeFromBackup = excludeFromBackup
        file = DurableFile(
            path: PathText.joined(self.folder, "\(key.text).json"),
            fileSystem: fileSystem,
            maximumSize: 256 << 10,
            lockTimeout: lockTimeout,
            trust: .currentUser
        )
        marks = DurableFile(
            path: PathText.joined(self.folder, "\(key.text).run"),
            fileSystem: fileSystem,
            maximumSize: 0,
            lockTimeout: lockTimeout,
            trust: .currentUser
        )
    }

    /// The path of the record.
    var path: String { file.path }

    func path(of entry: CacheRecord.Entry) -> String {
        PathText.joined(folder, documentPrefix + CacheKey.hex(entry.hash))
    }

    private var documentPrefix: String { "\(key.text).document-" }

    // MARK: Reading

    /// Reads the record, as far as it is readable.
    ///
    /// - Returns: The record, or an empty one if nothing is cached, and the problem with it, if any. If the document was
    ///   fetched for other attributes of the same user, the record doesn't include the time of that response.
    func record() -> (record: CacheRecord, problem: DocumentCacheError?) {
        let stored = storedRecord()
        var record = stored.record
        if record.attributes != key.attributes { record.fetchedAt = nil }
        return (record, stored.problem)
    }

    private func storedRecord() -> (record: CacheRecord, problem: DocumentCacheError?) {
        do throws(DurableFileError) {
            guard let bytes = try file.read() else { return (CacheRecord(), nil) }
            do throws(CacheRecord.FormatError) {
                return (try CacheRecord(bytes), nil)
            } catch {
                let problem = DocumentCacheError(
                    path: path,
                    "the cache record cannot be used: \(error.message)",
                    isOtherVersion: error.isOtherVersion
                )
                if error.isOtherVersion { return (CacheRecord(), problem) }
                let previous = try? file.content(of: "\(path).previous")?.bytes
                return (previous.flatMap { try? CacheRecord($0) } ?? CacheRecord(), problem)
            }
        } catch {
            return (CacheRecord(), DocumentCacheError(error))
        }
    }

    /// Reads the document of an entry.
    ///
    /// - Throws: An error if the document is missing, damaged, or of an unknown format.
    func document(of entry: CacheRecord.Entry) throws(DocumentCacheError) -> RemoteDocument {
        let path = path(of: entry)
        guard let format = RemoteDocument.Format(rawValue: entry.format) else {
            throw DocumentCacheError(
                path: path,
                "the cached document has the format ‘\(entry.format)’, which only a newer version supports"
            )
        }
        let content: (bytes: [UInt8], status: FileStatus)?
        do throws(DurableFileError) {
            content = try documentFile(path).content(of: path)
        } catch {
            throw DocumentCacheError(error)
        }
        guard let bytes = content?.bytes else { throw DocumentCacheError(path: path, "the cached document is missing") }
        guard bytes.count == entry.size, ContentHash.of(bytes) == entry.hash else {
            throw DocumentCacheError(
                path: path,
                """
                the cached document is damaged: it has \(bytes.count) of \(entry.size) bytes, or its content has changed
                """,
                isDamaged: true
            )
        }
        return RemoteDocument(text: bytes, revision: entry.revision, format: format)
    }

    private func documentFile(_ path: String) -> DurableFile {
        DurableFile(path: path, fileSystem: fileSystem, maximumSize: Self.maximumDocumentSize, trust: .currentUser)
    }

    // MARK: Writing

    /// Changes the record while no other process can, and returns when the change is durable.
    ///
    /// Files that are no longer referenced are removed. If `edit` changes nothing, nothing is written.
    ///
    /// - Parameter edit: A closure that changes the record and may store documents.
    /// - Returns: The changed record.
    /// - Throws: An error, after which the record is unchanged.
    @discardableResult
    func update(
        _ edit: (inout CacheRecord, Transaction) throws(DocumentCacheError) -> Void
    ) throws(DocumentCacheError) -> CacheRecord {
        let locked = try lock(file)
        defer { locked.unlock() }
        let (before, status, isDamaged) = try base(locked)
        var record = before
        try edit(&record, Transaction(cache: self, locked: locked, time: secondsSince1970()))
        if record.fetchedAt != before.fetchedAt { record.attributes = key.attributes }
        guard record != before || isDamaged else { return record }
        do throws(DurableFileError) {
            let bytes = record.bytes(source: source)
            if isDamaged, let status {
                let aside = try locked.setAside(status, at: secondsSince1970())
                do throws(DurableFileError) {
                    try locked.replace(with: bytes, inheriting: status, keptAs: aside.path)
                } catch {
                    locked.undo(aside)
                    throw error
                }
            } else {
                try locked.replace(with: bytes, inheriting: status)
            }
        } catch {
            throw DocumentCacheError(error)
        }
        // A reader without the lock may still use the previous record, or the file `.previous`.
        removeUnused(keeping: record.entries + before.entries)
        // The count for a new document starts at zero, even if the document has failed before.
        if record.current != before.current { removeDeadRuns(except: record.entries) }
        return record
    }

    /// Locks one of the files, and excludes the folder from backups if this creates it.
    private func lock(_ file: DurableFile, waiting timeout: Duration? = nil) throws(DocumentCacheError) -> LockedFile {
        var isNew = false
        do throws(SystemError) {
            _ = try fileSystem.status(ofPath: folder)
        } catch {
            isNew = error.isAbsence
        }
        do throws(DurableFileError) {
            let locked = try file.lock(waiting: timeout)
            if isNew { excludeFromBackup(folder) }
            return locked
        } catch {
            throw DocumentCacheError(error)
        }
    }

    /// Returns the record that an update starts from.
    private func base(
        _ locked: LockedFile
    ) throws(DocumentCacheError) -> (record: CacheRecord, status: FileStatus?, isDamaged: Bool) {
        let content: (bytes: [UInt8], status: FileStatus)?
        do throws(DurableFileError) {
            content = try locked.content()
        } catch {
            throw DocumentCacheError(error)
        }
        guard let content else { return (CacheRecord(), nil, false) }
        do throws(CacheRecord.FormatError) {
            return (try CacheRecord(content.bytes), content.status, false)
        } catch {
            if error.isOtherVersion {
                throw DocumentCacheError(
                    path: path,
                    "the cache record is left unchanged: \(error.message)",
                    isOtherVersion: true
                )
            }
            let previous = locked.previousContent().flatMap { try? CacheRecord($0) }
            return (previous ?? CacheRecord(), content.status, true)
        }
    }

    private func removeUnused(keeping entries: [CacheRecord.Entry]) {
        let kept = Set(entries.map { PathText.name(of: path(of: $0)) })
        for name in (try? fileSystem.names(inFolder: folder)) ?? [] {
            let isDocument =
                name.hasPrefix(documentPrefix) && !name.contains(bytesOf: ".corrupt-") && !kept.contains(name)
            // Temporary files of killed writers; every writer of documents holds the lock.
            let isTemporary = name.hasPrefix(".\(documentPrefix)") && name.contains(bytesOf: ".tmp-")
            if isDocument || isTemporary { try? fileSystem.remove(PathText.joined(folder, name)) }
        }
    }

    private func removeDeadRuns(except entries: [CacheRecord.Entry]) {
        let identities = Set(entries.map(\.identity))
        try? withLockedMarks { marks in
            for name in (try? fileSystem.names(inFolder: folder)) ?? [] {
                guard let identity = RunMarks.identity(ofName: name, key: key), !identities.contains(identity) else {
                    continue
                }
                marks.removeIfCrashed(name)
            }
        }
    }

    /// Runs a closure that counts or begins runs while no other process does.
    ///
    /// The lock is separate from the record's, so that its holder never waits for the disk. Code that needs both locks
    /// takes the record's lock first.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait for another process; `nil` for the default.
    ///   - body: The closure to run.
    /// - Throws: An error if the lock is not available.
    func withLockedMarks(
        waiting timeout: Duration? = nil,
        _ body: (RunMarks) -> Void
    ) throws(DocumentCacheError) {
        let locked = try lock(marks, waiting: timeout)
        defer { locked.unlock() }
        body(RunMarks(cache: self))
    }

    // MARK: Other contexts

    /// Removes the documents of the least recently used contexts if there are too many.
    func removeOldContexts() {
        let suffix = ".json"
        guard let names = try? fileSystem.names(inFolder: folder) else { return }
        let records = names.filter { $0.hasPrefix("\(key.source)-") && $0.hasSuffix(suffix) }
        guard records.count > Self.maximumContexts else { return }
        var aged = records.map { name -> (key: String, fetchedAt: Int64) in
            let bytes = try? file.content(of: PathText.joined(folder, name))?.bytes
            return (String(name.dropLast(suffix.count)), bytes.flatMap { try? CacheRecord($0) }?.fetchedAt ?? 0)
        }
        while aged.count > Self.maximumContexts {
            guard let oldest = aged.indices.min(by: { aged[$0].fetchedAt < aged[$1].fetchedAt }) else { return }
            let old = aged.remove(at: oldest)
            if old.key == key.text { continue }
            for name in names where name.hasPrefix("\(old.key).") || name.hasPrefix(".\(old.key).") {
                try? fileSystem.remove(PathText.joined(folder, name))
            }
        }
    }
}

extension DocumentCache {
    /// The operations that are available while the record is locked.
    struct Transaction {
        let cache: DocumentCache
        let locked: LockedFile
        /// The time in seconds since 1970.
        let time: Int

        /// Writes a document's bytes durably, unless they are already stored.
        func store(_ document: RemoteDocument) throws(DocumentCacheError) -> CacheRecord.Entry {
            let (entry, bytes) = (CacheRecord.Entry(document), document.text)
            let path = cache.path(of: entry)
            guard bytes.count <= DocumentCache.maximumDocumentSize else {
                throw DocumentCacheError(path: path, "the document has \(bytes.count) bytes, too many to be cached")
            }
            let file = cache.documentFile(path)
            // The record's lock also excludes other writers of documents.
            let document = LockedFile(
                file: file,
                path: path,
                names: LockedFile.Names(folder: cache.folder, name: PathText.name(of: path)),
                folderDescriptor: locked.folderDescriptor,
                lockDescriptor: locked.lockDescriptor
            )
            do throws(DurableFileError) {
                let found = try document.content()
                if found?.bytes == bytes { return entry }
                if let found {
                    let aside = try document.setAside(found.status, at: time)
                    try document.replace(with: bytes, inheriting: found.status, keptAs: aside.path)
                } else {
                    try document.replace(with: bytes, inheriting: nil)
                }
            } catch {
                throw DocumentCacheError(error)
            }
            return entry
        }
    }
}
