import DurableFiles

/// Lets writes to both stores that may touch the same record follow one another.
///
/// Two writes of one record at once could reach the stores in different orders, and leave them apart. A write that is
/// made inside another one doesn't wait, since the outer one would wait for it in turn.
final class WriteTurns: Sendable {
    /// What two writes must not touch at once.
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

    /// The turn of the write that the current task is part of.
    @TaskLocal static var current: Turn?

    /// Those that wait, in order; there is an entry for each key that is taken.
    private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// Waits until no other write has a key.
    ///
    /// It returns for cancelled tasks, too, in their turn: the write's own closure decides what cancellation means.
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
