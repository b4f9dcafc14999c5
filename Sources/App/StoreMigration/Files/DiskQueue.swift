import Dispatch

/// Runs work that waits for the disk, one piece after another, outside of the few threads that all tasks share.
struct DiskQueue: Sendable {
    private let queue: DispatchQueue

    /// Creates a queue.
    ///
    /// - Parameter name: The name in debuggers.
    init(_ name: String) {
        queue = DispatchQueue(label: "feature-toggles.\(name)")
    }

    /// Runs work, and returns its result.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }
}
