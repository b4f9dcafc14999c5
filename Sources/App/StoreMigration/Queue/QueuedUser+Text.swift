import FeatureToggles
import ToggleBase

extension QueuedUser {
    /// The user as a line of JSON, which is readable by people and ``init(text:)``.
    public var text: String {
        if let damagedText { return damagedText }
        var object: JSONObject = ["version": 1, "user": .string(user), "phase": .string(phase.rawValue)]
        for member in dualWrites.json.members { object[member.name] = member.value }
        object["activity"] = MigrationTime?.some(activity).json
        object["due"] = MigrationTime?.some(due).json
        object["attempts"] = .integer(attempts)
        object["copied"] = .integer(copied)
        object["lease"] = lease.map { .string($0) }
        object["failure"] = failure.map { .string($0) }
        object["start"] = start.map { MigrationTime?.some($0).json }
        if isRequestedAgain { object["requested_again"] = true }
        return JSONWriter().text(.object(object))
    }

    /// Parses a user stored as ``text``.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``BackfillError`` if the text is not a user of a queue.
    public init(text: String) throws(BackfillError) {
        let json: JSONValue
        do throws(JSONSyntaxError) {
            json = try JSONReader(maximumDepth: 8).value(from: text)
        } catch {
            throw BackfillError(.queue, "A user of the backfill queue is not JSON: \(error) \(Self.advice)")
        }
        guard case .object(let object) = json, object["version"] == .integer(1),
            case .string(let user)? = object["user"], case .string(let name)? = object["phase"],
            let phase = Phase(rawValue: name), let activity = object["activity"].time, let activity,
            let due = object["due"].time, let due, case .integer(let attempts)? = object["attempts"], attempts >= 0,
            case .integer(let copied)? = object["copied"], copied >= 0
        else {
            let start = JSONValue.oneLine(String(text.prefix(80)))
            throw BackfillError(.queue, "This is not a user of a backfill queue, version 1: \(start). \(Self.advice)")
        }
        self.init(user)
        do throws(DualWriteStateProblem) {
            dualWrites = try DualWriteState(json: json)
        } catch {
            throw BackfillError(.queue, error.message)
        }
        (self.phase, self.activity, self.due) = (phase, activity, due)
        (self.attempts, self.copied) = (attempts, copied)
        if case .string(let text)? = object["lease"] { lease = text }
        if case .string(let text)? = object["failure"] { failure = text }
        start = object["start"].time ?? nil
        isRequestedAgain = object["requested_again"] == .bool(true)
    }

    /// Reads a row, without failing if its text is not a user of a queue.
    ///
    /// Use this where a queue reads several rows, in ``BackfillQueue/take(_:dueAt:_:)`` and
    /// ``BackfillQueue/users(in:after:limit:)``: the user of a damaged row has failed, and all others go on. A runner
    /// reports the ``damage``.
    ///
    /// - Parameters:
    ///   - user: The targeting key of the user, from a column of its own.
    ///   - text: The text.
    ///   - activity: The row's ``activity``, from a column of its own.
    public init(_ user: String, text: String, activity: MigrationTime = .beginning) {
        let problem: String
        do throws(BackfillError) {
            let row = try QueuedUser(text: text)
            if row.user == user {
                self = row
                return
            }
            problem = "It contains another user. \(Self.advice)"
        } catch {
            problem = error.message
        }
        self.init(user)
        (phase, failure, damagedText) = (.failed, Self.damaged, text)
        self.activity = activity
        damage = BackfillError(.queue, "The row of the user ‘\(MigrationSummary.cut(user))’ is damaged: \(problem)")
    }

    /// The failure of a row that can't be read.
    static let damaged = "damaged"

    private static let advice = "Repair it, or remove it and request the user again to copy all records once more."
}

extension BackfillError.Code {
    /// A user in a ``BackfillQueue`` is invalid.
    public static let queue = BackfillError.Code(rawValue: "queue")
}
