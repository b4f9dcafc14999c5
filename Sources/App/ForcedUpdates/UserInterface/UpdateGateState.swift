/// What all gates of a policy show.
///
/// An app can have a gate in each window. A recommendation that is dismissed in one of them is dismissed in all, and the
/// policy is fetched only once if the user asks for it in several.
@MainActor
final class UpdateGateState {
    private struct Gate {
        weak var model: UpdateGateModel?
    }

    private var gates: [Gate] = []
    /// The decision to show; `nil` before the first gate.
    private(set) var current: DismissibleDecision? {
        willSet { forEachGate { $0.willChange() } }
        didSet { forEachGate { $0.onChange() } }
    }
    /// Whether the policy is being fetched because the user asked for it.
    private(set) var isChecking = false {
        willSet { forEachGate { $0.willChange() } }
        didSet { forEachGate { $0.onChange() } }
    }

    nonisolated init() {}

    private func forEachGate(_ body: (UpdateGateModel) -> Void) {
        for gate in gates { if let model = gate.model { body(model) } }
    }

    /// Adds the gate of a window, for as long as it exists.
    func add(_ model: UpdateGateModel, of updates: UpdatePolicy) {
        gates.removeAll { $0.model == nil }
        follow(updates)
        gates.append(Gate(model: model))
    }

    /// Shows the policy's current decision.
    func follow(_ updates: UpdatePolicy) {
        let decision = updates.decision
        guard var new = current else {
            current = DismissibleDecision(decision)
            return
        }
        guard new.decision != decision else { return }
        new.follow(decision)
        current = new
    }

    /// Hides a recommendation in all windows.
    func dismiss() {
        current?.dismiss()
    }

    /// Fetches the policy because the user asked for it, unless it is being fetched already.
    func check(_ updates: UpdatePolicy) async {
        guard !isChecking else { return }
        isChecking = true
        defer { isChecking = false }
        await updates.check(minimumInterval: .zero)
        follow(updates)
    }
}
