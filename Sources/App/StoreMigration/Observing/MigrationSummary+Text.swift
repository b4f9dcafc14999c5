import ToggleBase

extension MigrationSummary: CustomStringConvertible {
    /// The agreement, the differences, and the numbers of incomplete writes, for logs:
    /// `agreement 99.98% of 12,431, newest difference; …; 2 writes in the authoritative store only`.
    public var description: String {
        let writes = incompleteWrites.flatMap { text, records in
            [records.isEmpty ? text : "\(text), the newest"] + records.map(\.description)
        }
        return ([agreement] + differences.map(\.description) + writes).joined(separator: "; ")
    }

    /// The share of agreeing comparisons: `agreement 99.98% of 12,431, 3 newest differences`.
    ///
    /// The share is rounded down, so 100% means every comparison.
    public var agreement: String {
        guard checked > 0 else { return "nothing was compared yet" }
        let text = "agreement \(Self.percent(agreed, of: checked))% of \(checked.grouped)"
        guard !differences.isEmpty else { return text }
        return text + (differences.count == 1 ? ", newest difference" : ", \(differences.count) newest differences")
    }

    /// The summary as lines for people: agreement, differences, numbers, failures.
    package var lines: [String] {
        var lines = [agreement]
        lines += differences.map { "  \($0)" }
        let day = CalendarDate(secondsSince1970: since).map { " since \($0)" } ?? ""
        lines.append(
            "\(Self.counted(reads, "read")), \(Self.counted(writes, "write"))\(day), most recently in \(stage.rawValue)"
        )
        for (name, store) in [("old", old), ("new", new)] where store.failures > 0 {
            let last = store.lastFailure.map { ", most recently with \($0)" } ?? ""
            let operations = Self.counted(store.operations, "operation")
            lines.append("the \(name) store failed \(Self.times(store.failures)) in \(operations)\(last)")
        }
        for (text, records) in incompleteWrites {
            lines.append(records.isEmpty ? text : "\(text), the newest:")
            lines += records.map { "  \($0)" }
        }
        return lines
    }

    /// The numbers of incomplete writes, unless they are 0, and the newest invalid records.
    private var incompleteWrites: [(text: String, records: [InvalidRecord])] {
        var writes: [(text: String, records: [InvalidRecord])] = []
        func add(_ count: Int, _ problem: String, _ records: [InvalidRecord] = []) {
            if count > 0 { writes.append(("\(Self.counted(count, "write")) \(problem)", records)) }
        }
        add(halfWrites, "in the authoritative store only")
        add(invalidWrites, "with an invalid record", invalidRecords)
        add(journalErrors, "missing or incomplete in the journal")
        add(stateErrors, "whose dual-write state was not stored")
        return writes
    }

    /// Formats a time: `2026-11-21 14:03 UTC`.
    fileprivate static func moment(_ time: Int64) -> String {
        let clock = SystemTime.clock(time).dropLast(3)
        return CalendarDate(secondsSince1970: time).map { "\($0) \(clock) UTC" } ?? "at some time"
    }

    /// Formats a share in percent with up to two decimal places, rounded down.
    private static func percent(_ part: Int, of whole: Int) -> String {
        let (high, low) = max(0, part).multipliedFullWidth(by: 10_000)
        // The part is less than the whole, so the quotient can't overflow.
        let hundredths = part >= whole ? 10_000 : whole.dividingFullWidth((high, low)).quotient
        let places = hundredths % 100
        if places == 0 { return "\(hundredths / 100)" }
        return "\(hundredths / 100).\(places < 10 ? "0" : "")\(places)"
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func times(_ number: Int) -> String { number == 1 ? "once" : "\(number.grouped) times" }
}

extension MigrationSummary.Difference: CustomStringConvertible {
    /// The time, the read, and both values: `2026-11-21 14:03 UTC, note: old Note (redacted), new nothing`.
    public var description: String {
        "\(MigrationSummary.moment(time))\(name.map { ", \($0)" } ?? ""): old \(old), new \(new)"
    }
}

extension MigrationSummary.InvalidRecord: CustomStringConvertible {
    /// The time, the record, and what is wrong with it: `2026-11-21 14:03 UTC, book b1: The field …`.
    public var description: String {
        "\(MigrationSummary.moment(time)), \(type)\(record.map { " \($0)" } ?? ""): \(problem)"
    }
}
