#if !RELEASE || InternalBuild
/// The JSON file with which a developer overrides toggles on one machine.
///
/// ```json
/// {
///   "version": 1,
///   "revision": 7,
///   "toggles": { "new_checkout": true, "search_ranking": "neural", "limits": { "max": 3 } }
/// }
/// ```
///
/// It may be edited by hand; `version` and `revision` can be left out. Tools and apps change it through
/// ``update(_:)-([LocalDefaultsEdit])``, which leaves everything else in the text as it is. There may be any number of
/// readers and writers in any number of processes:
///
/// - A reader sees the whole file before or after an update, and never waits.
/// - No update is lost: writers take turns.
/// - An update that returned survives a loss of power.
/// - A file of an older version of the format is read as what it becomes, and becomes it with the next update.
/// - A file of another user is neither read nor written, unless it is the administrator's or is read by the administrator.
/// - A file that cannot be used is kept under another name (`toggles.json.corrupt-…`) before it is replaced, and the file
///   before the last update is kept as `toggles.json.previous`.
///
/// ```swift
/// guard let path = LocalDefaultsFile.defaultPath(application: "shop") else { return }
/// let file = LocalDefaultsFile(path: path)
/// try file.update([.set("new_checkout", true), .unset("search_ranking")])
/// let overrides = try file.read().values
/// ```
public struct LocalDefaultsFile: Sendable {
    /// The largest size of a file that is read or written: 16 MiB.
    public static let maximumSize = 16 << 20

    /// The path of the file, absolute.
    ///
    /// It may be a symbolic link, which stays one.
    public var path: String { file.path }

    private let file: DurableFile
    private let secondsSince1970: @Sendable () -> Int

    /// Names a file; nothing is read or written yet.
    ///
    /// - Parameter path: The path of the file, which need not exist. A relative one starts at the folder that is the
    ///   working folder now.
    public init(path: String) {
        self.init(path: path, fileSystem: POSIXFileSystem())
    }

    init(
        path: String,
        fileSystem: any FileSystem,
        maximumSize: Int = Self.maximumSize,
        lockTimeout: Duration = .seconds(10),
        trust: DurableFile.Trust = .person,
        secondsSince1970: @escaping @Sendable () -> Int = { SystemTime.secondsSince1970 }
    ) {
        file = DurableFile(
            path: path,
            fileSystem: fileSystem,
            maximumSize: maximumSize,
            lockTimeout: lockTimeout,
            trust: trust
        )
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads the overrides.
    ///
    /// A file that does not exist is empty, which is not an error. A file of a newer version is read as far as it is
    /// understood, and the state's problems say so.
    ///
    /// - Returns: What the file says.
    /// - Throws: An error for a file that cannot be read, or is not JSON of the right shape, with line and column; what
    ///   was read before is what should stay in force then.
    /// - Complexity: O(*n*) in the size of the file.
    public func read() throws(LocalDefaultsError) -> LocalDefaultsState {
        guard let bytes = try content() else { return LocalDefaultsState() }
        do throws(LocalDefaultsDocument.Malformation) {
            return try LocalDefaultsDocument(bytes).state
        } catch {
            throw LocalDefaultsError(.malformed, path: path, at: error.location, error.message)
        }
    }

    private func content() throws(LocalDefaultsError) -> [UInt8]? {
        do throws(DurableFileError) {
            return try file.read()
        } catch {
            throw LocalDefaultsError(error)
        }
    }

    /// Changes overrides, all of them or none, and returns when that is durable.
    ///
    /// Later edits win over earlier ones. Formatting, members that nobody knows and other toggles stay as they are; the
    /// revision grows by one. Edits that change nothing write nothing. Missing folders are created, for their owner only.
    ///
    /// A file that cannot be used is kept under another name, the file before the last update is taken in its place, or
    /// an empty one, and the result says so.
    ///
    /// - Parameter edits: The changes.
    /// - Returns: What the file says now.
    /// - Throws: An error after which the file is as it was: it cannot be read or written, it is of a newer version,
    ///   another process holds the lock for more than ten seconds, or a value cannot be written, as NaN.
    /// - Complexity: O(*n*) in the size of the file; a few milliseconds for the disk.
    @discardableResult
    public func update(_ edits: [LocalDefaultsEdit]) throws(LocalDefaultsError) -> LocalDefaultsUpdate {
        let sets = edits.contains { if case .set = $0 { true } else { false } }
        if !sets, try content() == nil {
            // Nothing to take away, so neither folders nor a lock file are needed.
            return LocalDefaultsUpdate(state: LocalDefaultsState(), isWritten: false)
        }
        return try update { _ in edits }
    }

    /// Changes overrides in a way that depends on what they are, while nobody else can change them.
    ///
    /// - Parameter edits: Answers the changes, given what the file says. It must not update the same file.
    /// - Returns: What the file says now.
    /// - Throws: As ``update(_:)-([LocalDefaultsEdit])``.
    @discardableResult
    public func update(
        _ edits: (LocalDefaultsState) -> [LocalDefaultsEdit]
    ) throws(LocalDefaultsError) -> LocalDefaultsUpdate {
        try update(replacingUnusable: true, edits)
    }

    /// Changes overrides in a way that depends on what they are, while nobody else can change them.
    ///
    /// - Parameters:
    ///   - replacesUnusable: Whether a file that cannot be used is set aside and gives way; otherwise it stays.
    ///   - edits: Answers the changes, given what the file says. It must not update the same file.
    /// - Returns: What the file says now.
    /// - Throws: As ``update(_:)-([LocalDefaultsEdit])``, and for a file that stays although it cannot be used.
    package func update(
        replacingUnusable replacesUnusable: Bool,
        _ edits: (LocalDefaultsState) -> [LocalDefaultsEdit]
    ) throws(LocalDefaultsError) -> LocalDefaultsUpdate {
        let locked: LockedFile
        do throws(DurableFileError) {
            locked = try file.lock()
        } catch {
            throw LocalDefaultsError(error)
        }
        defer { locked.unlock() }
        let time = secondsSince1970()
        return try LocalDefaultsTransaction(
            file: locked,
            path: path,
            time: time,
            replacesUnusable: replacesUnusable
        )
        .run(edits)
    }
}
#endif
