import ToggleBase

/// Serializes writes to both stores that may concern the same record.
///
/// Two simultaneous writes of one record could reach the stores in different orders and leave different values. A write
/// inside another one doesn't wait, because the outer one would wait for it in turn.
final class WriteTurns: Sendable {
    /// The record or user whose writes are serialized.
    enum Key: Hashable {
        case record(String)
        case user(String)
    }

    /// A write's turn, from its beginning to its end.
    final class Turn: Sendable {
        fileprivate let key: Key?
        fileprivate let isOver = Mutex(false)

        fileprivate init(_ key: Key?) {
            self.key = key
        }
    }

    /// The turn of the write that the current task belongs to.
    @TaskLocal static var current: Turn?

    /// The waiting writes in order, with an entry for each key that is in use.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// Waits until no other write uses a key.
    ///
    /// It also returns for canceled tasks when it is their turn, because the write's own closure decides how to handle
    /// cancellation.
    func take(_ key: Key) async -> Turn {
        if let outer = Self.current, !outer.isOver.withLock({ $0 }) { return Turn(nil) }
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                if waiting[key] != nil {
                    waiting[key]?.append(continuation)
                    return false
                }
                waiting[key] = []
                return true
            }
            if isFree { continuation.resume() }
        }
        return Turn(key)
    }

    /// Lets the next write with the same key begin.
    func end(_ turn: Turn) {
        turn.isOver.withLock { $0 = true }
        guard let key = turn.key else { return }
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard var others = waiting[key], !others.isEmpty else {
                waiting[key] = nil
                return nil
            }
            let next = others.removeFirst()
            waiting[key] = others
            return next
        }
        next?.resume()
    }
}
