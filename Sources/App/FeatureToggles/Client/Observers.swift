/// Observers to notify of changes.
struct Observers: Sendable {
    /// Identifies an observer.
    struct Token: Sendable, Hashable {
        fileprivate let number: Int
    }

    private struct Observer: Sendable {
        let token: Token
        let subject: UInt64?
        let onChange: @Sendable (Set<UInt64>?) -> Void
        let onEnd: @Sendable () -> Void
    }

    private var observers: [Observer] = []
    private var count = 0

    /// Adds an observer.
    ///
    /// - Parameters:
    ///   - continuation: Yields an element after each change.
    ///   - subject: The identifier of the toggle to observe; `nil` for all.
    /// - Returns: A token for removing the observer.
    mutating func add(_ continuation: AsyncStream<Void>.Continuation, subject: UInt64? = nil) -> Token {
        add(subject: subject) { _ in
            continuation.yield()
        } onEnd: {
            continuation.finish()
        }
    }

    /// Adds an observer that consists of closures.
    ///
    /// - Parameters:
    ///   - subject: The identifier of the toggle to observe; `nil` for all.
    ///   - onChange: Called after each change, on the thread that made it, with the identifiers of the toggles that
    ///     changed; `nil` for all.
    ///   - onEnd: Called when there will be no further changes.
    /// - Returns: A token for removing the observer.
    mutating func add(
        subject: UInt64? = nil,
        onChange: @escaping @Sendable (Set<UInt64>?) -> Void,
        onEnd: @escaping @Sendable () -> Void = {}
    ) -> Token {
        count += 1
        let token = Token(number: count)
        observers.append(Observer(token: token, subject: subject, onChange: onChange, onEnd: onEnd))
        return token
    }

    /// Removes an observer.
    mutating func remove(_ token: Token) {
        observers.removeAll { $0.token == token }
    }

    /// Notifies the observers of the changed toggles.
    ///
    /// Don't call this while holding a lock, because an observer may react at once.
    ///
    /// - Parameter changed: The identifiers of the toggles that changed; `nil` for all.
    func notify(changed: Set<UInt64>? = nil) {
        for observer in observers {
            guard let changed, let subject = observer.subject else {
                observer.onChange(changed)
                continue
            }
            if changed.contains(subject) { observer.onChange(changed) }
        }
    }

    /// Tells all observers that there will be no further changes.
    func finish() {
        for observer in observers { observer.onEnd() }
    }
}
