import Dispatch

/// Writes summaries to a file, at most once per interval, outside of the measured operations.
struct SummaryKeeper: Sendable {
    /// How long to collect measurements before writing them.
    static let interval = DispatchTimeInterval.seconds(1)

    private let file: MigrationSummaryFile
    /// Schedules work on a thread that may wait for the disk.
    let schedule: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    init(file: MigrationSummaryFile) {
        let queue = DispatchQueue(label: "feature-toggles.migrations")
        self.init(file: file) { work in queue.asyncAfter(deadline: .now() + Self.interval) { work() } }
    }

    init(file: MigrationSummaryFile, schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.file = file
        self.schedule = schedule
    }

    /// Adds measurements to the file; if it can't be written, they are missing there.
    func write(_ news: MigrationSummary, of key: String) {
        try? file.add(news, of: key)
    }
}
