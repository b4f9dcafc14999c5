/// Who wants to hear of changes.
package struct Observers: Sendable {
    /// Identifies one of them.
    package struct Token: Sendable, Hashable {
        fileprivate let number: Int
    }

    private struct Observer: Sendable {
        let token: Token
        let subject: UInt64?
        let tell: @Sendable () -> Void
        let end: @Sendable () -> Void
    }

    private var observers: [Observer] = []
    private var count = 0

    /// Nobody.
    package init() {}

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - continuation: What is told.
    ///   - subject: The identifier of the toggle that it is about; `nil` for all.
    /// - Returns: What it is removed with.
    package mutating func add(_ continuation: AsyncStream<Void>.Continuation, subject: UInt64? = nil) -> Token {
        add(subject: subject) {
            continuation.yield()
        } end: {
            continuation.finish()
        }
    }

    /// Adds an observer that is called.
    ///
    /// - Parameters:
    ///   - subject: The identifier of the toggle that it is about; `nil` for all.
    ///   - tell: Called after each change, by whoever made it.
    ///   - end: Called when nothing will change any more.
    /// - Returns: What it is removed with.
    mutating func add(
        subject: UInt64? = nil,
        tell: @escaping @Sendable () -> Void,
        end: @escaping @Sendable () -> Void = {}
    ) -> Token {
        count += 1
        let token = Token(number: count)
        observers.append(Observer(token: token, subject: subject, tell: tell, end: end))
        return token
    }

    /// Removes an observer.
    package mutating func remove(_ token: Token) {
        observers.removeAll { $0.token == token }
    }

    /// Tells everybody whose subject has changed.
    ///
    /// Not to be called in a lock: an observer may answer at once.
    ///
    /// - Parameter changed: The identifiers of the toggles that changed; `nil` for all.
    package func notify(changed: Set<UInt64>? = nil) {
        for observer in observers {
            guard let changed, let subject = observer.subject else {
                observer.tell()
                continue
            }
            if changed.contains(subject) { observer.tell() }
        }
    }

    /// Tells everybody that nothing will change any more.
    package func finish() {
        for observer in observers { observer.end() }
    }
}
