import ToggleBase

/// A value that tests change, and whose changes other tasks wait for.
package final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var observers: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>

    package init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    package var value: Value { state.withLock(\.value) }

    /// Changes the value, and wakes the tasks that wait for a change.
    package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        let (result, observers) = try state.withLock { state in
            let result = try body(&state.value)
            return (result, state.observers)
        }
        for observer in observers { observer.yield() }
        return result
    }

    /// Waits until a condition holds, which is evaluated now and after each change.
    package func until(_ isWanted: (Value) async throws -> Bool) async rethrows {
        let (changes, observer) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.observers.append(observer) }
        if try await isWanted(value) { return observer.finish() }
        for await _ in changes where try await isWanted(value) { return observer.finish() }
    }
}
