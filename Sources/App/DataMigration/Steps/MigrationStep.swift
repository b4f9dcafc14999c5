/// The changes to the data that a version of the app makes.
///
/// ```swift
/// let step = MigrationStep(
///     "2.0.0", "Tabs have names", ifNothingToMove: .leave,
///     .rename("tab", to: "tab.selected"),
///     .change("launches", from: String.self, to: Int.self) { Int($0) }
/// )
/// ```
public struct MigrationStep: Sendable {
    /// The version of the app that introduces the step; ``MigrationSteps`` checks it.
    public let version: String
    /// The name of the step in reports, unique in a list.
    public let name: String
    /// What the step does if there is nothing to move.
    public let ifNothingToMove: NothingToMove
    /// What happens to the data if the step fails; `nil` uses the migrator's policy.
    public let onFailure: FailurePolicy?
    /// The moves, in order.
    public let moves: [MigrationMove]

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - version: The version of the app that introduces the step: the first one that users get, which can be a beta.
    ///   - name: The name of the step in reports.
    ///   - ifNothingToMove: What the step does if no move finds anything.
    ///   - onFailure: What happens to the data if the step fails; `nil` uses the migrator's policy.
    ///   - moves: The moves, in order; each continues with the result of the previous one.
    public init(
        _ version: String,
        _ name: String,
        ifNothingToMove: NothingToMove,
        onFailure: FailurePolicy? = nil,
        moves: [MigrationMove]
    ) {
        self.version = version
        self.name = name
        self.ifNothingToMove = ifNothingToMove
        self.onFailure = onFailure
        self.moves = moves
    }

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - version: The version of the app that introduces the step: the first one that users get, which can be a beta.
    ///   - name: The name of the step in reports.
    ///   - ifNothingToMove: What the step does if no move finds anything.
    ///   - onFailure: What happens to the data if the step fails; `nil` uses the migrator's policy.
    ///   - moves: The moves, in order; each continues with the result of the previous one.
    public init(
        _ version: String,
        _ name: String,
        ifNothingToMove: NothingToMove,
        onFailure: FailurePolicy? = nil,
        _ moves: MigrationMove...
    ) {
        self.init(version, name, ifNothingToMove: ifNothingToMove, onFailure: onFailure, moves: moves)
    }

    /// Runs the moves, or applies ``ifNothingToMove``.
    ///
    /// - Returns: Whether anything was moved.
    func run(on draft: inout MigrationDraft) throws(DataMigrationError) -> Bool {
        var hasMoved = false
        let (count, report) = (Double(moves.count), draft.progress)
        for (index, move) in moves.enumerated() {
            // A move reports its own progress.
            if let report { draft.progress = { report((Double(index) + $0) / count) } }
            draft.place = WaitLedger.Place(step: name, version: version, move: index)
            if try move.run(&draft) { hasMoved = true }
            draft.report(1)
        }
        draft.progress = report
        guard !hasMoved else { return true }
        switch ifNothingToMove {
        case .leave: break
        case .set(let values):
            for (key, value) in values where draft[key] == nil { draft[key] = value }
        case .fail:
            throw DataMigrationError(.nothingToMove, "The step found nothing to move, but requires data.")
        }
        return false
    }
}
