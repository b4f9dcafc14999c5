import Dispatch
import ToggleBase

/// Work that another thread does while this one does something else.
package final class ConcurrentWork<Result: Sendable>: Sendable {
    private let work: @Sendable () -> Result
    /// The result, if the work is complete; the lock is held during the work.
    private let result = Mutex<Result?>(nil)
    // A dedicated queue, because the shared ones would wake up once a second from then on.
    private let queue = DispatchQueue(label: "feature-toggles.concurrent-work")

    /// Starts the work.
    package init(_ work: @escaping @Sendable () -> Result) {
        self.work = work
        queue.async { _ = self.value }
    }

    /// The result; waits until the work is complete, and does it on this thread if no other one has begun it.
    package var value: Result {
        result.withLock { result in
            let value = result ?? work()
            result = value
            return value
        }
    }
}

extension Array where Element: Sendable {
    /// Transforms the elements like `map`, some of them on another thread if there are many.
    ///
    /// - Parameter transform: Transforms an element.
    /// - Returns: The results in the order of the elements.
    package func mappedByTwoThreads<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) -> Result
    ) -> [Result] {
        // A second thread takes longer to start than to transform fewer elements.
        let partSize = 8
        guard count >= 2 * partSize else { return map(transform) }
        let begun = Mutex(0)
        // Each thread takes the next part, because the system may start the other one late, or interrupt either.
        let transformNext = { @Sendable () -> [(start: Int, results: [Result])] in
            var parts: [(start: Int, results: [Result])] = []
            while true {
                let start = begun.withLock { begun in
                    defer { begun += partSize }
                    return begun
                }
                guard start < count else { return parts }
                parts.append((start, self[start..<Swift.min(start + partSize, count)].map(transform)))
            }
        }
        let others = ConcurrentWork(transformNext)
        let parts = transformNext() + others.value
        return parts.sorted { $0.start < $1.start }.flatMap(\.results)
    }
}
