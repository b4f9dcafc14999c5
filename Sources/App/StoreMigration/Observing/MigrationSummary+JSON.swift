import FeatureToggles
package import ToggleBase

extension MigrationSummary {
    /// The summary as stored in a file and provided to programs.
    package var json: JSONValue {
        var object: JSONObject = [
            "since": JSONValue(whole: since), "stage": .string(stage.rawValue),
            "reads": .integer(reads), "writes": .integer(writes), "checked": .integer(checked),
            "agreed": .integer(agreed), "half_writes": .integer(halfWrites),
            "state_errors": .integer(stateErrors), "invalid_writes": .integer(invalidWrites),
            "journal_errors": .integer(journalErrors),
        ]
        object["old"] = Self.json(of: old)
        object["new"] = Self.json(of: new)
        object["differences"] = .array(
            differences.map { difference in
                var json: JSONObject = ["time": JSONValue(whole: difference.time)]
                json["name"] = difference.name.map { .string($0) }
                json["old"] = .string(difference.old)
                json["new"] = .string(difference.new)
                return .object(json)
            }
        )
        if !invalidRecords.isEmpty {
            object["invalid_records"] = .array(
                invalidRecords.map { invalid in
                    var json: JSONObject = ["time": JSONValue(whole: invalid.time)]
                    json["record"] = invalid.record.map { .string($0) }
                    json["type"] = .string(invalid.type)
                    json["problem"] = .string(invalid.problem)
                    return .object(json)
                }
            )
        }
        return .object(object)
    }

    private static func json(of store: Store) -> JSONValue {
        var object: JSONObject = [
            "operations": .integer(store.operations), "failures": .integer(store.failures),
        ]
        object["last_failure"] = store.lastFailure.map { .string($0) }
        return .object(object)
    }

    /// Parses a summary from untrusted JSON.
    ///
    /// Missing and invalid members count as zero or empty. So the file can at worst cause wrong numbers and short texts
    /// on one line.
    ///
    /// - Parameter json: The value; the result is `nil` if it is not an object.
    package init?(json: JSONValue) {
        guard case .object(let object) = json else { return nil }
        self.init(since: Self.time(object["since"]))
        if case .string(let name)? = object["stage"], let stage = MigrationStage(rawValue: name) { self.stage = stage }
        reads = Self.count(object["reads"])
        writes = Self.count(object["writes"])
        checked = Self.count(object["checked"])
        agreed = min(checked, Self.count(object["agreed"]))
        halfWrites = Self.count(object["half_writes"])
        stateErrors = Self.count(object["state_errors"])
        invalidWrites = Self.count(object["invalid_writes"])
        journalErrors = Self.count(object["journal_errors"])
        old = Self.store(object["old"])
        new = Self.store(object["new"])
        differences = Self.newest(object["differences"]).compactMap(Self.difference)
        invalidRecords = Self.newest(object["invalid_records"]).compactMap(Self.invalidRecord)
    }

    /// Returns what is wrong with the numbers of a summary that decides about a stage; `nil` if they are possible.
    package static func problem(in json: JSONValue) -> String? {
        guard case .object(let object) = json else { return "It is \(json.kindDescription) instead of an object." }
        for name in ["checked", "agreed", "reads", "writes", "half_writes", "state_errors"] {
            if let problem = CountProblem.sentence(name, object[name]) { return problem }
        }
        if let name = ["checked", "agreed"].first(where: { object[$0] == nil }) { return "‘\(name)’ is missing." }
        guard case .integer(let checked)? = object["checked"], case .integer(let agreed)? = object["agreed"],
            agreed > checked
        else { return nil }
        return "‘agreed’ is \(agreed.grouped), more than ‘checked’, which is \(checked.grouped)."
    }

    private static func newest(_ json: JSONValue?) -> ArraySlice<JSONValue> {
        if case .array(let elements)? = json { elements.prefix(maximumDifferences) } else { [] }
    }

    private static func invalidRecord(_ json: JSONValue) -> InvalidRecord? {
        guard case .object(let object) = json, let type = text(object["type"]), let problem = text(object["problem"])
        else { return nil }
        return InvalidRecord(time: time(object["time"]), record: text(object["record"]), type: type, problem: problem)
    }

    private static func difference(_ json: JSONValue) -> Difference? {
        guard case .object(let object) = json, let old = text(object["old"]), let new = text(object["new"]) else {
            return nil
        }
        return Difference(time: time(object["time"]), name: text(object["name"]), old: old, new: new)
    }

    private static func store(_ json: JSONValue?) -> Store {
        guard case .object(let object)? = json else { return Store() }
        return Store(
            operations: count(object["operations"]),
            failures: count(object["failures"]),
            lastFailure: text(object["last_failure"])
        )
    }

    private static func count(_ json: JSONValue?) -> Int {
        if case .integer(let number)? = json { max(0, number) } else { 0 }
    }

    /// Returns a time within the range of calendar dates.
    private static func time(_ json: JSONValue?) -> Int64 {
        json?.whole.map { min(max(0, $0), 253_402_300_799) } ?? 0
    }

    private static func text(_ json: JSONValue?) -> String? {
        if case .string(let text)? = json { cut(text) } else { nil }
    }
}

/// What is wrong with a number in a file that people can edit.
enum CountProblem {
    /// Returns a sentence about a value that isn't a number of things; `nil` if it is one, or is missing.
    static func sentence(_ name: String, _ json: JSONValue?) -> String? {
        switch json {
        case nil: nil
        case .integer(let count)?:
            count >= 0 ? nil : "‘\(name)’ is \(count), but must be at least 0."
        case let other?: "‘\(name)’ must be a whole number, not \(other.kindDescription)."
        }
    }
}
