import ToggleBase

extension MigrationMeasurement {
    /// The summary of this operation alone.
    public var summary: MigrationSummary {
        var summary = MigrationSummary(since: time.seconds, stage: stage)
        summary.count(self)
        return summary
    }
}

extension MigrationSummary {
    /// The summary as a line of JSON.
    ///
    /// You can rebuild a lost summary from a log with a line for each measurement's ``MigrationMeasurement/summary`` or
    /// for each session's summary: parse the lines with ``init(logEntry:)``, and add the results up.
    public var logEntry: String { JSONWriter().text(json) }

    /// Parses a line created with ``logEntry``.
    ///
    /// Missing and invalid members count as zero or empty. The result is `nil` if the line is not a JSON object.
    ///
    /// - Parameter logEntry: The line.
    public init?(logEntry: String) {
        guard let json = try? JSONReader(maximumDepth: 8).value(from: logEntry) else { return nil }
        self.init(json: json)
    }
}
