@testable import FeatureToggles

/// Background work that runs when a test says so.
final class HeldWork: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])

    /// The number of pieces of work that wait.
    var count: Int { work.withLock(\.count) }

    func take(_ piece: @escaping @Sendable () -> Void) {
        work.withLock { $0.append(piece) }
    }

    func doAll() {
        let pieces = work.withLock { work in
            defer { work = [] }
            return work
        }
        for piece in pieces { piece() }
    }
}
