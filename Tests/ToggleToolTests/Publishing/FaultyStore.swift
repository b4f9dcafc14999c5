import ToggleBase
import ToggleTool

/// A store in memory whose calls fail on demand, or end the publisher that makes them.
final class FaultyStore: DocumentStore {
    /// What happens at a write.
    enum Fault: Sendable {
        /// The publisher ends before the write.
        case killedBefore
        /// The publisher ends after the write.
        case killedAfter
        /// The write is done, and its answer is lost.
        case lostAnswer
        /// The write isn't done, and its answer is lost.
        case lostRequest
        /// The store can't be reached.
        case unavailable
        /// Another publisher does something just before the write.
        case meanwhile(@Sendable (FaultyStore) async throws -> Void)
    }

    /// The error of a publisher that has ended.
    struct Killed: Error {}

    private struct State {
        var files: [RemoteAddress: StoredFile] = [:]
        var writes = 0
        var reads = 0
        var faults: [Int: Fault] = [:]
        var unreadable: Range<Int> = 0..<0
        var overwritten: [RemoteAddress] = []
    }

    private let state = Mutex(State())
    /// Whether the store ignores conditions.
    let ignoresConditions: Bool

    init(ignoresConditions: Bool = false) {
        self.ignoresConditions = ignoresConditions
    }

    /// Makes a write fail, counted from the next one, which is 0.
    func fail(_ write: Int, _ fault: Fault) {
        state.withLock { $0.faults[$0.writes + write] = fault }
    }

    /// Makes the reads after a number of others fail, until ``heal()``.
    func failReads(after count: Int) {
        state.withLock { $0.unreadable = ($0.reads + count)..<Int.max }
    }

    func heal() {
        state.withLock { state in
            state.faults = [:]
            state.unreadable = 0..<0
        }
    }

    /// The bytes at an address.
    subscript(address: RemoteAddress) -> [UInt8]? {
        get { state.withLock { $0.files[address]?.bytes } }
        set {
            state.withLock { state in state.files[address] = newValue.map { StoredFile(bytes: $0, tag: Self.tag($0)) } }
        }
    }

    /// The addresses of all files.
    var addresses: [RemoteAddress] { state.withLock { Array($0.files.keys) } }

    /// The number of writes so far.
    var writeCount: Int { state.withLock(\.writes) }

    /// The addresses of files that were written more than once.
    var overwritten: [RemoteAddress] { state.withLock(\.overwritten) }

    /// A tag that depends only on the content, as that of an object storage.
    private static func tag(_ bytes: [UInt8]) -> String { "\"\(ContentDigest(bytes).text)\"" }

    func read(_ address: RemoteAddress) async throws -> StoredFile? {
        try state.withLock { state in
            defer { state.reads += 1 }
            if state.unreadable.contains(state.reads) { throw DocumentStoreError.unavailable("There is no quorum.") }
            return state.files[address]
        }
    }

    func remove(_ address: RemoteAddress) async throws { self[address] = nil }

    func write(
        _ bytes: [UInt8],
        to address: RemoteAddress,
        if condition: WriteCondition
    ) async throws -> String {
        let fault = state.withLock { state in
            defer { state.writes += 1 }
            return state.faults.removeValue(forKey: state.writes)
        }
        switch fault {
        case .killedBefore: throw Killed()
        case .lostRequest: throw DocumentStoreError.unknown("The connection was closed.")
        case .unavailable: throw DocumentStoreError.unavailable("There is no quorum.")
        case .meanwhile(let body): try await body(self)
        case .killedAfter, .lostAnswer, nil: break
        }
        let tag = try state.withLock { state in
            let current = state.files[address]
            let holds =
                switch condition {
                case .absent: current == nil
                case .matches(let tag): current?.tag == tag
                case .unconditional: true
                }
            guard holds || ignoresConditions else { throw DocumentStoreError.conflict("The condition doesn't hold.") }
            if current != nil { state.overwritten.append(address) }
            let file = StoredFile(bytes: bytes, tag: Self.tag(bytes))
            state.files[address] = file
            return file.tag
        }
        switch fault {
        case .killedAfter: throw Killed()
        case .lostAnswer: throw DocumentStoreError.unknown("The connection was closed.")
        default: return tag
        }
    }
}
