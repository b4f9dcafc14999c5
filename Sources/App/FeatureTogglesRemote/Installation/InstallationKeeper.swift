import FeatureToggles
import ToggleBase

/// Keeps the identifier of the installation in a file that several processes may share.
final class InstallationKeeper: Sendable {
    private struct State {
        var id: InstallationID
        var isStored: Bool
        /// The identifiers that this process has replaced.
        var former: Set<String> = []
    }

    /// The maximum size of the file in bytes.
    private static let maximumSize = 4_096

    private let file: DurableFile
    private let excludeFromBackup: @Sendable (String) -> Void
    private let make: @Sendable () -> InstallationID
    private let state: Mutex<State>
    /// Held while the file and then the state are changed, so that both have the same identifier afterward.
    private let changing = Mutex(())

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
        file = DurableFile(
            path: path,
            fileSystem: fileSystem,
            maximumSize: Self.maximumSize,
            trust: .person
        )
        self.excludeFromBackup = excludeFromBackup
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

    /// Returns a context with the identifier as its targeting key, unless the app has set another one.
    func completed(_ context: EvaluationContext) -> EvaluationContext {
        let state = state.withLock { $0 }
        if let key = context.targetingKey, !state.former.contains(key) { return context }
        var context = context
        context.targetingKey = state.id.description
        return context
    }

    /// Stores the identifier, unless another process has stored one meanwhile, which then applies here, too.
    ///
    /// A file without a valid identifier is kept under another name.
    ///
    /// - Returns: The path of the damaged file, if there was one.
    /// - Throws: An error if the file can't be read or written. The identifier then applies until the process ends.
    func store() throws(DurableFileError) -> String? {
        try changing.withLock { _ throws(DurableFileError) -> String? in
            var id = self.id
            let damaged = try file.update(replacingTooLarge: true, preparing: excludeFromBackup) { bytes in
                if let bytes, let stored = Self.id(in: bytes) {
                    id = stored
                    return .keep
                }
                return .setAside(replacement: Self.bytes(of: id))
            }
            finish(id)
            return damaged
        }
    }

    /// Replaces the identifier, also in the file.
    ///
    /// - Returns: The new identifier.
    /// - Throws: An error if the file can't be written. Nothing is changed.
    func reset() throws(DurableFileError) -> InstallationID {
        try changing.withLock { _ throws(DurableFileError) -> InstallationID in
            let id = make()
            try file.update(replacingTooLarge: true, preparing: excludeFromBackup) { _ in .replace(Self.bytes(of: id)) }
            finish(id)
            return id
        }
    }

    private func finish(_ id: InstallationID) {
        state.withLock { state in
            if id != state.id { state.former.insert(state.id.description) }
            state.former.remove(id.description)
            (state.id, state.isStored) = (id, true)
        }
    }

    private static func bytes(of id: InstallationID) -> [UInt8] { Array("\(id)\n".utf8) }

    private static func id(in bytes: [UInt8]) -> InstallationID? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first.flatMap { InstallationID($0) }
    }
}
