/// What changes in the data with one version of an app.
///
/// ```swift
/// let step = MigrationStep(
///     "2.0.0", "Tabs have names", ifNothingToMove: .leave,
///     .rename("tab", to: "tab.selected"),
///     .change("launches", from: String.self, to: Int.self) { Int($0) }
/// )
/// ```
public struct MigrationStep: Sendable {
    /// The version of the app that brings the step; ``MigrationSteps`` checks it.
    public let version: String
    /// What the step is called in reports; no two of a list have the same name.
    public let name: String
    /// What it does when there is nothing to move.
    public let ifNothingToMove: NothingToMove
    /// What becomes of the data when it fails; `nil` leaves that to the migrator.
    public let onFailure: FailurePolicy?
    /// What it does, one move after the other.
    public let moves: [MigrationMove]

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - version: The version of the app that brings the step: the first one that users get, a beta as such.
    ///   - name: What the step is called in reports.
    ///   - ifNothingToMove: What it does when none of its moves finds anything.
    ///   - onFailure: What becomes of the data when it fails; `nil` leaves that to the migrator.
    ///   - moves: What it does, one after the other, each on what the one before left.
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
    ///   - version: The version of the app that brings the step: the first one that users get, a beta as such.
    ///   - name: What the step is called in reports.
    ///   - ifNothingToMove: What it does when none of its moves finds anything.
    ///   - onFailure: What becomes of the data when it fails; `nil` leaves that to the migrator.
    ///   - moves: What it does, one after the other, each on what the one before left.
    public init(
        _ version: String,
        _ name: String,
        ifNothingToMove: NothingToMove,
        onFailure: FailurePolicy? = nil,
        _ moves: MigrationMove...
    ) {
        self.init(version, name, ifNothingToMove: ifNothingToMove, onFailure: onFailure, moves: moves)
    }

    /// Runs the moves, or what the step does without any.
    ///
    /// - Returns: Whether anything was moved.
    func run(on draft: inout MigrationDraft) throws(DataMigrationError) -> Bool {
        var hasMoved = false
        let (count, report) = (Double(moves.count), draft.progress)
        for (index, move) in moves.enumerated() {
            // A move says how much of itself is done.
            if let report { draft.progress = { report((Double(index) + $0) / count) } }
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
            throw DataMigrationError(.nothingToMove, "The step found nothing to move, and says that there must be.")
        }
        return false
    }
}
