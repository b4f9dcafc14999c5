import DataMigration
import ToggleBase

/// Collects the elements that a handler receives.
final class Log<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

/// Returns the settings after moves, in one step of version 1.
func moved(
    _ values: [String: StoredValue],
    ifNothingToMove: NothingToMove = .leave,
    _ moves: MigrationMove...
) throws -> (values: [String: StoredValue], outcome: MigrationOutcome) {
    let store = InMemoryStore(values)
    let steps = try MigrationSteps([MigrationStep("1", "step", ifNothingToMove: ifNothingToMove, moves: moves)])
    let outcome = DataMigrator(steps) { _ in }.run(on: store, appVersion: "1")
    return (store.read().values, outcome)
}
