/// Background work that is held until a test runs it.
package final class HeldWork: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isOpen = false
    }

    private let state = Watched(State())

    package init() {}

    /// The number of held tasks.
    package var count: Int { state.value.work.count }

    /// Takes work, which is run immediately if the test has stopped holding it.
    package func take(_ task: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            if !state.isOpen { state.work.append(task) }
            return state.isOpen
        }
        if isOpen { task() }
    }

    /// Waits until a number of tasks are held.
    package func until(_ count: Int = 1) async {
        await state.until { $0.work.count >= count }
    }

    /// Runs the held tasks.
    package func runAll() {
        let tasks = state.withLock { state in
            defer { state.work = [] }
            return state.work
        }
        for task in tasks { task() }
    }

    /// Runs the held tasks, and from now on each task as soon as it's taken.
    package func release() {
        state.withLock { $0.isOpen = true }
        runAll()
    }
}
