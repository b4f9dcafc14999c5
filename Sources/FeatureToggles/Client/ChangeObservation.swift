/// Keeps a handler of changes called; it is not called any more when the last reference is gone.
package final class ChangeObservation: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}
