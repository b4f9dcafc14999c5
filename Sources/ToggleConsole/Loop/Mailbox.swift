import DurableFiles

#if !RELEASE || InternalBuild

/// Events from other threads for the one that has the console.
final class Mailbox: Sendable {
    private struct Content {
        var events: [ConsoleEvent] = []
        var isOpen = true
    }

    private let content = Mutex(Content())
    /// Wakes the thread that has the console.
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Puts an event in and wakes the reader, from any thread.
    ///
    /// Of several models that wait, the newest counts.
    func put(_ event: ConsoleEvent) {
        content.withLock { content in
            guard content.isOpen else { return }
            if case .model = event {
                content.events.removeAll { waiting in
                    if case .model = waiting { true } else { false }
                }
            }
            content.events.append(event)
            // Once is enough until they are taken. Inside of the lock, so that nobody is woken who is gone.
            if content.events.count == 1 { wake() }
        }
    }

    /// Takes what is there.
    func take() -> [ConsoleEvent] {
        content.withLock { content in
            defer { content.events = [] }
            return content.events
        }
    }

    /// Drops what comes from now on.
    func close() {
        content.withLock { content in
            content.isOpen = false
            content.events = []
        }
    }
}
#endif
