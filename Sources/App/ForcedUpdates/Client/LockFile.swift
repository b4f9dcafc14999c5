import Dispatch
import FeatureTogglesRemote
import ToggleBase

/// Stores the active lock between launches.
///
/// The file is separate from the cached documents, so that the lock remains when a document is lost or reverted.
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

    private let file: SharedFile?
    let background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    /// Names a file.
    ///
    /// - Parameters:
    ///   - path: Its path; `nil` stores nothing.
    ///   - background: Runs work that waits for the disk, serially.
    init(path: String?, background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
        file = path.map { SharedFile(path: $0, maximumSize: KnownPolicy.maximumSize, trust: .currentUser) }
        self.background = background
    }

    /// Runs work on its own queue, so that it doesn't block the threads that tasks share.
    static var queue: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
        let queue = DispatchQueue(label: "forced-updates.lock")
        return { work in queue.async { work() } }
    }

    /// The content of the file.
    enum Content: Sendable {
        /// The stored lock; `nil` if there is none, with a sentence if the file is unusable.
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
            guard let text = try file.read() else { return .lock(nil) }
            if PolicyReadings.costAtOnce.isExceeded(by: text), let head = KnownPolicy.Head(of: text), isEnough(head) {
                return .long(head, text)
            }
            let (lock, problem) = read(text)
            return .lock(lock, problem: problem)
        } catch {
            return .lock(nil, problem: "\(error)")
        }
    }

    /// Parses the text of the file.
    ///
    /// - Returns: The lock, and a sentence if the text is unusable.
    func read(_ text: [UInt8]) -> (lock: KnownPolicy?, problem: String?) {
        if let lock = KnownPolicy(text: text) { return (lock, nil) }
        return (
            nil,
            "\(file?.path ?? Self.name): this is not a valid lock file, so any earlier lock is unknown; remove the file"
        )
    }

    /// Stores a lock, or removes the file if there is no lock, and reports errors.
    func keep(_ lock: KnownPolicy?, onFailure: @escaping @Sendable (String) -> Void) {
        guard let file else { return }
        background {
            do {
                if let lock {
                    try file.update { _ in .replace(lock.text) }
                } else {
                    try file.remove()
                }
            } catch {
                onFailure("\(error)")
            }
        }
    }
}
