#if OVERRIDES
import ToggleBase
import FeatureTogglesOverrides

/// Brings overviews and reports from other threads to the main actor, in order.
final class MenuInbox: Sendable {
    /// A change that a menu has to show.
    enum Item: Sendable {
        case overview(ToggleOverview)
        case report(OverrideReport)
    }

    private struct State: Sendable {
        var items: [Item] = []
        var arrival: (@MainActor @Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Sets a handler that is called on the main actor after items have arrived, once for several in quick succession.
    func onArrival(_ handler: @escaping @MainActor @Sendable () -> Void) {
        let hasItems = state.withLock { state in
            state.arrival = handler
            return !state.items.isEmpty
        }
        // Items that arrived before didn't find a handler, and later ones leave the call to the first of them.
        if hasItems { Task { @MainActor in handler() } }
    }

    /// Adds an item, on any thread.
    func put(_ item: Item) {
        let handler = state.withLock { state in
            state.items.append(item)
            return state.items.count == 1 ? state.arrival : nil
        }
        if let handler { Task { @MainActor in handler() } }
    }

    /// Returns the items since the last call, oldest first.
    func take() -> [Item] {
        state.withLock { state in
            defer { state.items = [] }
            return state.items
        }
    }
}
#endif
