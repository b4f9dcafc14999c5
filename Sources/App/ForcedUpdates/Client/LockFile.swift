import FeatureTogglesRemote
import ToggleBase

/// Stores the active lock between launches.
///
/// The file is separate from the cached documents, so that the lock remains when a document is lost or reverted. A copy
/// next to it replaces it if it is lost or damaged.
struct LockFile: Sendable {
    /// The file name for a policy on a CDN, in the folder of the cache.
    static let name = "update-lock.json"

    /// The file name for a flag, different from those of other policies in the folder.
    static func name(ofFlag key: String) -> String {
        let isPlain = key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        return "update-lock-\(isPlain ? key : String(ContentHash.of(Array(key.utf8)), radix: 16)).json"
    }

    /// The path of the file; `nil` if nothing is stored.
    var path: String? { file?.path }
    private let file: DurableFile?
    private let copy: DurableFile?
    let background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    /// Names a file.
    ///
    /// - Parameters:
    ///   - path: Its path; `nil` stores nothing.
    ///   - fileSystem: The file system.
    ///   - background: Runs work that waits for the disk, serially.
    init(
        path: String?,
        fileSystem: any FileSystem = POSIXFileSystem(),
        background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    ) {
        func file(_ path: String) -> DurableFile {
            DurableFile(
                path: path,
                fileSystem: fileSystem,
                maximumSize: KnownPolicy.maximumSize,
                trust: .currentUser
            )
        }
        self.file = path.map { file($0) }
        copy = path.map { file($0 + ".copy") }
        self.background = background
    }

    /// Runs work on its own queue, so that it doesn't block the threads that tasks share.
    static var queue: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
        BackgroundQueue.make("forced-updates.lock")
    }

    /// The content of the file.
    enum Content: Sendable {
        /// The stored lock, or `nil` if nothing is locked; with a sentence if the file is unusable.
        case lock(KnownPolicy?, problem: String? = nil)
        /// The head of a long file, whose policy is parsed later, and all of its text: reading the file a second time
        /// could fail or return another lock.
        case long(KnownPolicy.Head, [UInt8])
    }

    /// Reads the file, but parses only the head of a long one if that is enough.
    ///
    /// - Parameter isEnough: Whether a head has everything that is needed before the policy is parsed.
    /// - Returns: The content.
    func content(whereHead isEnough: (KnownPolicy.Head) -> Bool = { _ in true }) -> Content {
        guard let file else { return .lock(nil) }
        do {
            guard let text = try file.read() else { return .lock(restored()) }
            if PolicyReadings.costAtOnce.isExceeded(by: text), let head = KnownPolicy.Head(of: text), isEnough(head) {
                return .long(head, text)
            }
            let (lock, problem) = read(text)
            return .lock(lock, problem: problem)
        } catch {
            let lock = restored()
            return .lock(lock, problem: lock == nil ? "\(error)" : nil)
        }
    }

    /// Parses the text of the file, or reads the copy if the text is damaged.
    ///
    /// - Returns: The lock, and a sentence if it is unknown.
    func read(_ text: [UInt8]) -> (lock: KnownPolicy?, problem: String?) {
        if let lock = KnownPolicy(text: text) ?? restored() { return (lock, nil) }
        return (
            nil,
            "\(file?.path ?? Self.name): this is not a valid lock file, so any earlier lock is unknown; remove the file"
        )
    }

    /// Returns the lock in the copy, and replaces the lost or damaged file.
    private func restored() -> KnownPolicy? {
        guard let text = try? copy?.read(), let lock = KnownPolicy(text: text) else { return nil }
        keep(lock) { _ in }
        return lock
    }

    /// Stores a lock and its copy, or removes the files if there is no lock, and reports errors.
    func keep(_ lock: KnownPolicy?, onFailure: @escaping @Sendable (String) -> Void) {
        let text = lock?.text
        // The copy is removed first, so that it never brings back a lock that was lifted.
        let files = [file, copy].compactMap { $0 }
        background {
            for file in text == nil ? files.reversed() : files {
                do throws(DurableFileError) {
                    if let text {
                        try file.update { _ in .replace(text) }
                    } else {
                        try file.remove()
                    }
                } catch {
                    onFailure("\(error)")
                }
            }
        }
    }
}
