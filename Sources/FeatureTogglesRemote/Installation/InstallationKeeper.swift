import FeatureToggles

/// Keeps the identifier of the installation in a file that several processes may share.
final class InstallationKeeper: Sendable {
    /// The identifiers before and after a change.
    typealias Change = (before: InstallationID, after: InstallationID)

    private struct State {
        var id: InstallationID
        var isStored: Bool
    }

    /// The maximum size of the file in bytes.
    private static let maximumSize = 4_096

    private let file: SharedFile
    private let make: @Sendable () -> InstallationID
    private let state: Mutex<State>

    /// Reads the identifier, or makes one that isn't stored yet.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - fileSystem: The file system.
    ///   - excludeFromBackup: Excludes a new file from backups before it has its final name.
    ///   - make: Returns a new identifier.
    init(
        path: String,
        fileSystem: any FileSystem,
        excludeFromBackup: @escaping @Sendable (String) -> Void = BackupExclusion.mark,
        make: @escaping @Sendable () -> InstallationID = { .random() }
    ) {
        file = SharedFile(
            path: path,
            maximumSize: Self.maximumSize,
            trust: .person,
            fileSystem: fileSystem,
            preparing: excludeFromBackup
        )
        self.make = make
        let stored = (try? file.read()).flatMap { $0 }.flatMap { Self.id(in: $0) }
        state = Mutex(State(id: stored ?? make(), isStored: stored != nil))
    }

    /// The path of the file.
    var path: String { file.path }

    /// The current identifier.
    var id: InstallationID { state.withLock(\.id) }

    /// Whether the identifier is in the file.
    var isStored: Bool { state.withLock(\.isStored) }

    /// Returns a context with the identifier as its targeting key, unless it has another one.
    func completed(_ context: EvaluationContext) -> EvaluationContext {
        guard context.targetingKey == nil else { return context }
        var context = context
        context.targetingKey = id.description
        return context
    }

    /// Stores the identifier, unless another process has stored one meanwhile, which then applies here, too.
    ///
    /// A file without a valid identifier is kept under another name.
    ///
    /// - Returns: The identifiers before and after, and the path of the damaged file, if there was one.
    /// - Throws: An error if the file can't be read or written. The identifier then applies until the process ends.
    func store() throws(SharedFile.Failure) -> (change: Change, damaged: String?) {
        let before = id
        var after = before
        let damaged = try file.update { bytes in
            if let bytes, let stored = Self.id(in: bytes) {
                after = stored
                return .keep
            }
            return .setAside(replacement: Self.bytes(of: before))
        }
        finish(after)
        return ((before, after), damaged)
    }

    /// Replaces the identifier, also in the file.
    ///
    /// - Returns: The identifiers before and after.
    /// - Throws: An error if the file can't be written. Nothing is changed.
    func reset() throws(SharedFile.Failure) -> Change {
        let before = id
        let after = make()
        try file.update { _ in .replace(Self.bytes(of: after)) }
        finish(after)
        return (before, after)
    }

    private func finish(_ id: InstallationID) {
        state.withLock { $0 = State(id: id, isStored: true) }
    }

    private static func bytes(of id: InstallationID) -> [UInt8] { Array("\(id)\n".utf8) }

    private static func id(in bytes: [UInt8]) -> InstallationID? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.flatMap { InstallationID($0) }
    }
}
