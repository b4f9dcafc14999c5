import ToggleBase

#if OVERRIDES

/// Collects events from other threads for the console's thread.
final class Mailbox: Sendable {
    private struct Content {
        var events: [ConsoleEvent] = []
        var isOpen = true
    }

    private let content = Mutex(Content())
    /// Wakes the console's thread.
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    /// Adds an event and wakes the reader, from any thread.
    ///
    /// If several models are pending, only the newest is kept.
    func put(_ event: ConsoleEvent) {
        content.withLock { content in
            guard content.isOpen else { return }
            if case .model = event {
                content.events.removeAll { waiting in
                    if case .model = waiting { true } else { false }
                }
            }
            content.events.append(event)
            // One wake-up is enough until the events are taken. It happens while the lock is held, so a reader is never
            // woken after the mailbox was closed.
            if content.events.count == 1 { wake() }
        }
    }

    /// Removes and returns the pending events.
    func take() -> [ConsoleEvent] {
        content.withLock { content in
            defer { content.events = [] }
            return content.events
        }
    }

    /// Drops all later events.
    func close() {
        content.withLock { content in
            content.isOpen = false
            content.events = []
        }
    }
}
#endif
