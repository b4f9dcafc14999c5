import Dispatch

#if canImport(Darwin)
import Foundation
#endif

/// Queues for work that waits for the disk.
package enum BackgroundQueue {
    /// Creates a queue, which runs work in the background, one item after the other.
    ///
    /// It isn't a task, because blocking work must not occupy one of the few threads that all tasks share.
    ///
    /// - Parameter label: The name of the queue.
    /// - Returns: A closure that adds work to the queue.
    package static func make(_ label: String) -> @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
        let queue = DispatchQueue(label: label)
        return { work in queue.async { finish(work) } }
    }

    /// Does work before the system suspends the app.
    ///
    /// A writer holds a lock for some milliseconds, and the system ends an app that it suspends while the app holds a
    /// lock in the folder of an app group.
    private static func finish(_ work: () -> Void) {
        #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
        let (began, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Writing feature toggles") { isExpired in
            began.signal()
            // Without time left, or in a second call that announces the end of the time, it must return.
            if !isExpired { ended.wait() }
        }
        _ = began.wait(timeout: .now() + .seconds(1))
        work()
        ended.signal()
        #else
        work()
        #endif
    }
}
