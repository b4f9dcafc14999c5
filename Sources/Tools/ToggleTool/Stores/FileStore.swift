package import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A store of files on this machine.
///
/// Readers see the old file or the new one. Writers in any number of processes take turns, so that the condition of a
/// write still holds when the file is replaced.
package struct FileStore: DocumentStore {
    /// The limit for the size of a file in bytes.
    static let maximumSize = 1 << 24

    private let fileSystem: any FileSystem

    /// Creates a store.
    package init(fileSystem: any FileSystem = POSIXFileSystem()) {
        self.fileSystem = fileSystem
    }

    package func read(_ address: RemoteAddress) async throws -> StoredFile? {
        let file = try file(address)
        return try Self.converting { () throws(DurableFileError) in
            try file.read().map { StoredFile(bytes: $0, tag: Self.tag(of: $0)) }
        }
    }

    package func write(
        _ bytes: [UInt8],
        to address: RemoteAddress,
        if condition: WriteCondition
    ) async throws -> String {
        let file = try file(address)
        let isConflict = try Self.converting { () throws(DurableFileError) in
            let locked = try lock(file)
            defer { locked.unlock() }
            // A file that is written only once, as an entry of a history, needs no lock file afterwards. A writer that
            // waits for it notices that it is gone.
            defer { if condition == .absent { try? fileSystem.remove(locked.names.lock) } }
            let content = try locked.content()
            let holds =
                switch condition {
                case .absent: content == nil
                case .matches(let tag): content.map { Self.tag(of: $0.bytes) } == tag
                case .unconditional: true
                }
            guard holds else { return true }
            let status = content?.status ?? template(of: locked)
            try locked.replace(with: bytes, inheriting: status, keepsPrevious: false) { path in
                if let content { Self.advanceTime(of: path, after: content.status) }
            }
            return false
        }
        if isConflict {
            let change = condition == .absent ? "exists already" : "was changed in the meantime"
            throw DocumentStoreError.conflict("‘\(file.path)’ \(change).")
        }
        return Self.tag(of: bytes)
    }

    package func remove(_ address: RemoteAddress) async throws {
        let file = try file(address)
        let failure = try Self.converting { () throws(DurableFileError) -> SystemError? in
            let locked = try lock(file)
            defer { locked.unlock() }
            try? fileSystem.remove(locked.names.lock)
            do throws(SystemError) {
                try fileSystem.remove(file.path)
                return nil
            } catch {
                return error == .noSuchFileOrDirectory ? nil : error
            }
        }
        if let failure {
            throw DocumentStoreError.refused("‘\(file.path)’ can't be removed: \(failure.message).")
        }
    }

    /// Returns the status whose owner and permissions a new file gets.
    ///
    /// An entry of a history contains a document, so it's as private as the document itself. Any other file has the
    /// permissions of the lock file, which are the default ones: a web server can read it.
    private func template(of locked: LockedFile) -> FileStatus? {
        if let document = Publication.document(ofEntry: locked.path),
            let status = try? fileSystem.status(ofPath: FileWriting.target(of: document)), status.kind == .file
        {
            return status
        }
        return try? fileSystem.status(ofDescriptor: locked.lockDescriptor)
    }

    private func file(_ address: RemoteAddress) throws -> DurableFile {
        guard case .file(let path) = address else {
            throw DocumentStoreError.refused("‘\(address.text)’ is not a file on this machine.")
        }
        return DurableFile(path: path, fileSystem: fileSystem, maximumSize: Self.maximumSize)
    }

    /// Locks a file, and gives new folders the owner and the permissions of the one above them, except that others can't
    /// write.
    ///
    /// Otherwise, a publication by root would create a history that its owner can't continue.
    private func lock(_ file: DurableFile) throws(DurableFileError) -> LockedFile {
        var folder = PathText.folder(of: file.path)
        var missing: [String] = []
        while folder != "/", (try? fileSystem.status(ofPath: folder)) == nil {
            missing.append(folder)
            folder = PathText.folder(of: folder)
        }
        let locked = try file.lock()
        guard !missing.isEmpty, let parent = try? fileSystem.status(ofPath: folder) else { return locked }
        for folder in missing.reversed() {
            guard let descriptor = try? fileSystem.openFolder(folder) else { continue }
            defer { try? fileSystem.close(descriptor) }
            // Someone who may write to the folder above could have put a link in its place.
            guard let status = try? fileSystem.status(ofDescriptor: descriptor), status.isOwnedByCurrentUser,
                let named = try? fileSystem.status(ofPath: folder), named.kind == .folder,
                named.identity == status.identity
            else { continue }
            if (status.owner, status.group) != (parent.owner, parent.group) {
                try? fileSystem.setOwner(parent.owner, group: parent.group, ofDescriptor: descriptor)
            }
            try? fileSystem.setMode(parent.mode & 0o775, ofDescriptor: descriptor)
        }
        return locked
    }

    /// Moves the time of a new file to the next second after that of the old one.
    ///
    /// Web servers derive an entity tag from the size and the whole second.
    private static func advanceTime(of path: String, after old: FileStatus) {
        let second = old.modified / 1_000_000_000
        guard SystemTime.secondsSince1970 <= second else { return }
        let time = timespec(tv_sec: .init(second + 1), tv_nsec: 0)
        _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
    }

    private static func tag(of bytes: [UInt8]) -> String { ContentDigest(bytes).text }

    private static func converting<Value>(
        _ body: () throws(DurableFileError) -> Value
    ) throws(DocumentStoreError) -> Value {
        do throws(DurableFileError) {
            return try body()
        } catch {
            throw error.code == .locked
                ? .unavailable(error.description) : .refused(error.description)
        }
    }
}
