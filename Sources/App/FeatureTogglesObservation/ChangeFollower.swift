import FeatureToggles
import ToggleBase

/// Follows the changes of toggles, and reports them on the main actor, several at once.
///
/// It doesn't poll. A client's changes arrive through a single observation; other toggles have one task each, from their
/// first read on.
final class ChangeFollower: Sendable {
    private struct State {
        var tasks: [UInt64: Task<Void, Never>] = [:]
        /// The toggles that changed since the last report.
        var pending: Set<UInt64> = []
        /// Whether all toggles may have changed since the last report.
        var isAllPending = false
        var isScheduled = false
    }

    private let toggles: any FeatureToggle
    /// Whether the toggles are those of a client, whose changes arrive without tasks.
    private let isClient: Bool
    private let state = Mutex(State())
    /// The observation of a client, which ends with this object.
    private let observation = Mutex<ChangeObservation?>(nil)
    /// Receives the identifiers of the toggles that changed; `nil` for all.
    private let report: @MainActor @Sendable (Set<UInt64>?) -> Void

    init(_ toggles: any FeatureToggle, report: @escaping @MainActor @Sendable (Set<UInt64>?) -> Void) {
        self.toggles = toggles
        self.report = report
        let client = toggles.client
        isClient = client != nil
        guard let client else { return }
        let observation = client.observeToggles { [weak self] in self?.note($0) }
        self.observation.withLock { $0 = observation }
    }

    deinit {
        for task in state.withLock({ $0.tasks }).values { task.cancel() }
    }

    /// Starts to follow a toggle, before it is read, so that no change is missed.
    func follow(_ toggle: ToggleReference) {
        guard !isClient else { return }
        state.withLock { state in
            guard state.tasks[toggle.id] == nil else { return }
            let changes = toggles.changes(of: toggle)
            let id = toggle.id
            state.tasks[id] = Task.detached { [weak self] in
                for await _ in changes { self?.note([id]) }
            }
        }
    }

    /// Schedules a report, unless one is scheduled already.
    private func note(_ changed: Set<UInt64>?) {
        let isFirst = state.withLock { state in
            if let changed {
                state.pending.formUnion(changed)
            } else {
                state.isAllPending = true
            }
            if state.isScheduled || !state.isAllPending && state.pending.isEmpty { return false }
            state.isScheduled = true
            return true
        }
        guard isFirst else { return }
        Task { @MainActor [weak self] in self?.reportPending() }
    }

    @MainActor
    private func reportPending() {
        let changed = state.withLock { state -> Set<UInt64>? in
            defer { (state.pending, state.isAllPending, state.isScheduled) = ([], false, false) }
            return state.isAllPending ? nil : state.pending
        }
        report(changed)
    }
}
