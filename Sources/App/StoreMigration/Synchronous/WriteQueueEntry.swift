import FeatureToggles
import ToggleBase

/// A line of a ``WriteQueue``'s file: a write that one of the stores has yet to receive, or has to count as missed.
struct WriteQueueEntry: Sendable, Equatable {
    /// Distinguishes the writes of a record, so that the end of one doesn't end a later one.
    let id: String
    /// The time of the record, or of the write.
    let time: MigrationTime
    /// The stage of the write.
    let stage: MigrationStage
    let user: String
    /// The name of the write in measurements.
    let name: String?
    /// The key of the record; `nil` if the entry stands for several writes.
    let record: String?

    init(time: MigrationTime, stage: MigrationStage, user: String, name: String?, record: String?) {
        id = String(UInt64.random(in: .min ... .max), radix: 36)
        (self.time, self.stage, self.user, self.name, self.record) = (time, stage, user, name, record)
    }

    /// The store that wasn't authoritative.
    var destination: MigrationOrigin { stage.authority.other }

    /// The record to deliver; `nil` if the destination only counts as having missed it, and a backfill copies it.
    var delivered: String? { stage.writesBoth ? record : nil }

    // MARK: Lines

    /// The entry as a line of JSON, with a line break.
    var line: [UInt8] {
        var object: JSONObject = [
            "id": .string(id), "time": MigrationTime?.some(time).json, "stage": .string(stage.rawValue),
            "user": .string(user),
        ]
        object["name"] = name.map { .string($0) }
        object["record"] = record.map { .string($0) }
        return JSONWriter().bytes(.object(object)) + [UInt8(ascii: "\n")]
    }

    /// Returns the line that ends entries.
    static func end(of ids: [String]) -> [UInt8] {
        JSONWriter().bytes(["done": .array(ids.map { .string($0) })]) + [UInt8(ascii: "\n")]
    }

    fileprivate init?(_ object: JSONObject) {
        guard case .string(let id)? = object["id"], let time = object["time"].time, let time,
            case .string(let stageName)? = object["stage"], let stage = MigrationStage(rawValue: stageName),
            case .string(let user)? = object["user"]
        else { return nil }
        (self.id, self.time, self.stage, self.user) = (id, time, stage, user)
        if case .string(let text)? = object["name"] { name = text } else { name = nil }
        if case .string(let text)? = object["record"] { record = text } else { record = nil }
    }
}

/// The content of a ``WriteQueue``'s file.
struct WriteQueueContent {
    /// The entries that haven't ended, oldest first.
    private(set) var entries: [WriteQueueEntry] = []
    /// The lines that are neither an entry nor the end of some.
    private(set) var damaged: [[UInt8]] = []
    /// Whether the last line is incomplete, because a process was killed before it could begin the write.
    private(set) var isTorn = false

    init(_ bytes: [UInt8]) {
        var ended: Set<String> = []
        isTorn = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        var lines = bytes.split(separator: UInt8(ascii: "\n"))
        if isTorn { lines.removeLast() }
        for line in lines {
            guard case .object(let object)? = try? JSONReader(maximumDepth: 3).value(from: Array(line)) else {
                damaged.append(Array(line))
                continue
            }
            if let entry = WriteQueueEntry(object) {
                entries.append(entry)
            } else if case .array(let ids)? = object["done"] {
                for case .string(let id) in ids { ended.insert(id) }
            } else {
                damaged.append(Array(line))
            }
        }
        entries.removeAll { ended.contains($0.id) }
    }

    /// The content without what has ended.
    var bytes: [UInt8] { damaged.flatMap { $0 + [UInt8(ascii: "\n")] } + entries.flatMap(\.line) }

    /// Removes the damaged lines.
    mutating func forgetDamage() { damaged = [] }

    /// Replaces the entries of each user with one that counts them as missed, except for those that must stay.
    mutating func summarize(except kept: Set<String>) {
        var summaries: [WriteQueueEntry] = []
        for entry in entries where !kept.contains(entry.id) {
            let index = summaries.firstIndex { $0.user == entry.user && $0.destination == entry.destination }
            let time = index.map { min(summaries[$0].time, entry.time) } ?? entry.time
            let stage: MigrationStage = entry.destination == .new ? .off : .complete
            let summary = WriteQueueEntry(time: time, stage: stage, user: entry.user, name: nil, record: nil)
            if let index { summaries[index] = summary } else { summaries.append(summary) }
        }
        entries = summaries + entries.filter { kept.contains($0.id) }
    }
}
