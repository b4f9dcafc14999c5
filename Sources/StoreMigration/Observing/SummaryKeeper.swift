import Dispatch
import FeatureToggles

/// Writes summaries into a file, at most once in an interval, away from the operations that lead to them.
struct SummaryKeeper: Sendable {
    /// How long news wait for others before they are written.
    static let interval = DispatchTimeInterval.seconds(1)

    private let file: MigrationSummaryFile
    /// Does work later, on a thread that may wait for a disk.
    let schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    init(file: MigrationSummaryFile) {
        let queue = DispatchQueue(label: "feature-toggles.migrations")
        self.init(file: file) { work in queue.asyncAfter(deadline: .now() + Self.interval) { work() } }
    }

    init(file: MigrationSummaryFile, schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.file = file
        self.schedule = schedule
    }

    /// Adds to the file; what cannot be written is only missing there.
    func write(_ news: MigrationSummary, of key: String) {
        try? file.add(news, of: key)
    }
}
