import FeatureToggles

extension MigrationMeasurement {
    /// What this operation adds to a summary.
    public var summary: MigrationSummary {
        var summary = MigrationSummary(since: time.seconds, stage: stage)
        summary.count(self)
        return summary
    }
}

extension MigrationSummary {
    /// The summary as a line of JSON.
    ///
    /// A log that has a line of each measurement's ``MigrationMeasurement/summary``, or of a session's, makes a lost summary again:
    /// add up what ``init(logEntry:)`` reads.
    public var logEntry: String { JSONWriter().text(json) }

    /// Reads a line that ``logEntry`` wrote.
    ///
    /// What makes no sense in it counts as nothing seen; there is no summary for what is no JSON object.
    ///
    /// - Parameter logEntry: The line.
    public init?(logEntry: String) {
        guard let json = try? JSONReader(maximumDepth: 8).value(from: logEntry) else { return nil }
        self.init(json: json)
    }
}
