import ToggleBase

@testable import FeatureToggles

/// Background work that is held until a test runs it.
final class HeldWork: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])

    /// The number of held tasks.
    var count: Int { work.withLock(\.count) }

    func take(_ task: @escaping @Sendable () -> Void) {
        work.withLock { $0.append(task) }
    }

    func runAll() {
        let tasks = work.withLock { work in
            defer { work = [] }
            return work
        }
        for task in tasks { task() }
    }
}
