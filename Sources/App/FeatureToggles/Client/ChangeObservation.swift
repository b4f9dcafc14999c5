/// Calls a change handler until the last reference to the observation is released.
package final class ChangeObservation: Sendable {
    private let end: @Sendable () -> Void

    package init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}
