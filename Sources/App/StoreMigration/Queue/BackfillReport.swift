import FeatureToggles
import ToggleBase

/// The number of users in each phase of a backfill: `waiting 812, running 4, done 12,004, failed 3`.
public struct BackfillReport: Sendable, Hashable {
    /// The store that records are copied to.
    public var destination: MigrationOrigin
    /// When the users were counted, in seconds since 1970.
    public var time: Int64
    /// The number of users who wait for a copy.
    public var waiting: Int
    /// The number of users whose records are being copied.
    public var running: Int
    /// The number of users whose records are copied.
    public var done: Int
    /// The number of users for whom too many attempts failed.
    public var failed: Int
    /// The number of users for whom nothing can be copied, because their dual writes have to begin first, or again.
    public var idle: Int

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - destination: The store that records are copied to.
    ///   - time: When the users were counted, in seconds since 1970.
    ///   - counts: The number of users in each phase.
    public init(into destination: MigrationOrigin = .new, time: Int64, counts: [QueuedUser.Phase: Int]) {
        func count(_ phase: QueuedUser.Phase) -> Int { max(0, counts[phase] ?? 0) }
        self.destination = destination
        self.time = time
        (waiting, running, done) = (count(.waiting), count(.running), count(.done))
        (failed, idle) = (count(.failed), count(.idle))
    }

    /// Whether every user is done.
    public var isDone: Bool { waiting == 0 && running == 0 && failed == 0 && idle == 0 }
}

extension BackfillReport: CustomStringConvertible {
    /// The numbers: `waiting 812, running 4, done 12,004, failed 3`, and those without dual writes, if there are any.
    public var description: String {
        var numbers = [("waiting", waiting), ("running", running), ("done", done), ("failed", failed)]
        if idle > 0 { numbers.append(("without dual writes", idle)) }
        return numbers.map { "\($0) \($1.grouped)" }.joined(separator: ", ")
    }
}

extension BackfillReport {
    /// The report as stored in a ``BackfillReportFile``.
    var json: JSONValue {
        [
            "version": 1, "into": .string(destination.rawValue), "time": JSONValue(whole: time),
            "waiting": .integer(waiting), "running": .integer(running), "done": .integer(done),
            "failed": .integer(failed), "idle": .integer(idle),
        ]
    }

    /// Returns what is wrong with the numbers of a report; `nil` if they are possible, or it isn't a report.
    static func problem(in json: JSONValue) -> String? {
        guard case .object(let object) = json, object["version"] == .integer(1) else { return nil }
        return QueuedUser.Phase.allCases.lazy.compactMap { CountProblem.sentence($0.rawValue, object[$0.rawValue]) }
            .first
    }

    /// Parses a report; the result is `nil` if a number is missing or invalid.
    init?(json: JSONValue) {
        guard case .object(let object) = json, object["version"] == .integer(1),
            case .string(let name)? = object["into"], let destination = MigrationOrigin(rawValue: name),
            let time = object["time"]?.whole
        else { return nil }
        var counts: [QueuedUser.Phase: Int] = [:]
        for phase in QueuedUser.Phase.allCases {
            guard case .integer(let count)? = object[phase.rawValue], count >= 0 else { return nil }
            counts[phase] = count
        }
        self.init(into: destination, time: time, counts: counts)
    }
}
