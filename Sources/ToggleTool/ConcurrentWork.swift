import Dispatch
import FeatureToggles

/// Work that another thread does while this one does something else.
package final class ConcurrentWork<Result: Sendable>: Sendable {
    private let work: @Sendable () -> Result
    private let result = Mutex<Result?>(nil)
    // A dedicated queue, because the shared ones would wake up once a second from then on.
    private let queue = DispatchQueue(label: "feature-toggles.concurrent-work")

    /// Starts the work.
    package init(_ work: @escaping @Sendable () -> Result) {
        self.work = work
        queue.async {
            let value = work()
            self.result.withLock { $0 = value }
        }
    }

    /// The result; waits until the work is complete.
    package var value: Result {
        queue.sync {}
        return result.withLock { $0 } ?? work()
    }
}

extension Array where Element: Sendable {
    /// Transforms the elements like `map`, half of them on another thread if there are many.
    ///
    /// - Parameter transform: Transforms an element.
    /// - Returns: The results in the order of the elements.
    package func mappedByTwoThreads<Result: Sendable>(
        _ transform: @escaping @Sendable (Element) -> Result
    ) -> [Result] {
        // A second thread takes longer to start than to transform fewer elements.
        guard count >= 16 else { return map(transform) }
        let others = ConcurrentWork { [others = self[(count / 2)...]] in others.map(transform) }
        let results = self[..<(count / 2)].map(transform)
        return results + others.value
    }
}
