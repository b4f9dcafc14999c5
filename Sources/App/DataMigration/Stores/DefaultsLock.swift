import Foundation
import ToggleBase

/// Excludes the other threads of this process while one changes a domain of `UserDefaults`.
final class DefaultsLock: Sendable {
    private static let locks = Mutex<[String: DefaultsLock]>([:])

    private let lock = NSLock()
    /// The thread that has the lock.
    private let owner = Mutex<ObjectIdentifier?>(nil)

    /// Returns the lock of a domain.
    static func of(_ domain: String) -> DefaultsLock {
        locks.withLock { locks in
            let lock = locks[domain] ?? DefaultsLock()
            locks[domain] = lock
            return lock
        }
    }

    /// Calls a closure with the lock.
    ///
    /// - Parameters:
    ///   - store: The name of the store, for messages.
    ///   - body: The closure.
    /// - Returns: Its result.
    /// - Throws: Its error, or an error if this thread already has the lock, for which it would wait forever.
    func hold<Result>(
        for store: String,
        _ body: () throws(DataMigrationError) -> Result
    ) throws(DataMigrationError) -> Result {
        let thread = ObjectIdentifier(Thread.current)
        guard owner.withLock({ $0 != thread }) else {
            throw DataMigrationError(
                .locked,
                """
                \(store) is already being changed by this thread; don't change it in a step, or in an observer of \
                UserDefaults that is called meanwhile.
                """
            )
        }
        lock.lock()
        owner.withLock { $0 = thread }
        defer {
            owner.withLock { $0 = nil }
            lock.unlock()
        }
        return try body()
    }
}
