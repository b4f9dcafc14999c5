#if OVERRIDES
import ToggleBase

/// The JSON file in which a developer overrides toggles on one machine.
///
/// ```json
/// {
///   "version": 1,
///   "revision": 7,
///   "toggles": { "new_checkout": true, "search_ranking": "neural", "limits": { "max": 3 } }
/// }
/// ```
///
/// The file can be edited by hand; `version` and `revision` are optional. Tools and apps change it with
/// ``update(_:)``, which leaves the rest of the text as it is. Any number of processes can read and write the file at the
/// same time:
///
/// - A reader sees the whole file before or after an update, and never waits.
/// - No update is lost, because writers take turns.
/// - A completed update survives a power loss.
/// - A file of another user is neither read nor written, unless root owns it or reads it.
/// - An unusable file is kept under another name (`toggles.json.corrupt-…`) before it is replaced, and the file before
///   the last update is kept as `toggles.json.previous`.
///
/// ```swift
/// guard let path = LocalDefaultsFile.defaultPath(application: "shop") else { return }
/// let file = LocalDefaultsFile(path: path)
/// try file.update([.set("new_checkout", true), .unset("search_ranking")])
/// let overrides = try file.read().values
/// ```
///
/// A RELEASE build without the package trait `InternalBuild` doesn't contain this type and its companions, so put code
/// that uses them in `#if DEBUG`, or in a condition of your own for internal builds.
public struct LocalDefaultsFile: Sendable {
    /// The maximum size in bytes of a file that is read or written: 16 MiB.
    package static let maximumSize = 16 << 20

    /// The absolute path of the file.
    ///
    /// If it is a symbolic link, updates preserve the link.
    public var path: String { file.path }

    private let file: DurableFile
    private let secondsSince1970: @Sendable () -> Int

    /// Creates a reference to a file, without reading or writing it.
    ///
    /// - Parameter path: The path of the file, which need not exist. A relative path is resolved now, against the
    ///   current working folder.
    public init(path: String) {
        self.init(path: path, fileSystem: POSIXFileSystem())
    }

    init(
        path: String,
        fileSystem: any FileSystem,
        maximumSize: Int = Self.maximumSize,
        lockTimeout: Duration = .seconds(10),
        trust: DurableFile.Trust = .person,
        secondsSince1970: @escaping @Sendable () -> Int = { Int(clamping: SystemTime.secondsSince1970) }
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
    /// A file that doesn't exist is empty, which is not an error. If the file has a newer format version, the known parts
    /// are read.
    ///
    /// - Returns: The content of the file.
    /// - Throws: An error if the file can't be read, or isn't JSON of the right structure, with line and column. The
    ///   overrides that were read before should then stay in use.
    /// - Complexity: O(*n*) in the size of the file.
    public func read() throws(LocalDefaultsError) -> LocalDefaultsState {
        guard let bytes = try LocalDefaultsError.converting(file.read) else { return LocalDefaultsState() }
        return try LocalDefaultsDocument(bytes, path: path).state
    }

    /// Returns the values of a preset, or of a local defaults file, that another user may own, such as a file in a
    /// bundle.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The values by toggle key.
    /// - Throws: An error if the file doesn't exist, can't be read, or isn't entirely valid.
    package static func values(ofSharedFile path: String) throws(LocalDefaultsError) -> [String: JSONValue] {
        let file = LocalDefaultsFile(path: path, fileSystem: POSIXFileSystem(), trust: .anyone)
        guard FileReading.exists(path) else {
            throw LocalDefaultsError(.unreadable, path: file.path, "The file does not exist.")
        }
        let state = try file.read()
        if let problem = state.problems.first {
            throw LocalDefaultsError(.malformed, path: file.path, at: problem.location, problem.message)
        }
        return state.values
    }

    /// Applies all edits or none, and returns when the change is durable.
    ///
    /// Later edits take precedence over earlier ones. Formatting, unknown members, and other toggles stay as they are.
    /// The revision increases by one. Edits that change nothing don't write the file. Missing folders are created,
    /// accessible only to their owner.
    ///
    /// An unusable file is kept under another name and replaced by the file before the last update, or by an empty one.
    ///
    /// - Parameter edits: The changes.
    /// - Returns: The new content of the file.
    /// - Throws: An error that leaves the file unchanged: the file can't be read or written, has a newer version, isn't a
    ///   local defaults file but other JSON, or is locked by another process for more than ten seconds; or a value, such
    ///   as NaN, can't be written.
    /// - Complexity: O(*n*) in the size of the file, plus a few milliseconds for the disk.
    @discardableResult
    public func update(_ edits: [LocalDefaultsEdit]) throws(LocalDefaultsError) -> LocalDefaultsUpdate {
        let sets = edits.contains { if case .set = $0 { true } else { false } }
        if !sets, try LocalDefaultsError.converting(file.read) == nil {
            // There is nothing to remove, so neither folders nor a lock file are needed.
            return LocalDefaultsUpdate(state: LocalDefaultsState(), isWritten: false)
        }
        return try update { _ in edits }
    }

    /// Changes overrides depending on the current ones, while no other process can change them.
    ///
    /// - Parameters:
    ///   - replacesUnusable: Whether to set aside and replace an unusable file. If this is `false`, the file stays.
    ///   - edits: Returns the changes for the current content. It must not update the same file.
    /// - Returns: The new content of the file.
    /// - Throws: The same errors as ``update(_:)``, and an error for an unusable file that stays.
    @discardableResult
    package func update(
        replacingUnusable replacesUnusable: Bool = true,
        _ edits: (LocalDefaultsState) -> [LocalDefaultsEdit]
    ) throws(LocalDefaultsError) -> LocalDefaultsUpdate {
        let locked = try LocalDefaultsError.converting { () throws(DurableFileError) in try file.lock() }
        defer { locked.unlock() }
        return try LocalDefaultsTransaction(
            file: locked,
            path: path,
            time: secondsSince1970(),
            replacesUnusable: replacesUnusable
        )
        .run(edits)
    }
}
#endif
