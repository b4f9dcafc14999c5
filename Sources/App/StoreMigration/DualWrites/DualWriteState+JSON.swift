import FeatureToggles
import ToggleBase

/// Why JSON is not a dual-write state.
struct DualWriteStateProblem: Error {
    /// A sentence that says what is wrong and what to do.
    let message: String
}

extension DualWriteState {
    /// The state as an object; times are in milliseconds since 1970, `"beginning"`, or `null`.
    var json: JSONObject {
        var object: JSONObject = ["old": old.json, "new": new.json]
        if !omissions.isEmpty {
            object["omissions"] = .array(
                omissions.map { omission in
                    [
                        "store": .string(omission.origin.rawValue),
                        "start": MigrationTime?.some(omission.start).json,
                        "since": MigrationTime?.some(omission.since).json,
                    ]
                }
            )
        }
        return object
    }

    /// Parses a state; other members of the object are ignored.
    init(json: JSONValue) throws(DualWriteStateProblem) {
        guard case .object(let object) = json, let old = object["old"].time, let new = object["new"].time else {
            throw DualWriteStateProblem(
                message: """
                    A user's dual-write state is \(JSONValue.oneLine(String(JSONWriter().text(json).prefix(80)))); it must have \
                    ‘old’ and ‘new’, each in milliseconds since 1970, "beginning" or null.
                    """
            )
        }
        self.init(old: old, new: new, omissions: try Self.omissions(object["omissions"]))
    }

    private static func omissions(_ json: JSONValue?) throws(DualWriteStateProblem) -> [Omission] {
        guard let json else { return [] }
        guard case .array(let elements) = json else { throw invalid(json) }
        var omissions: [Omission] = []
        for element in elements {
            guard case .object(let object) = element, case .string(let name)? = object["store"],
                let origin = MigrationOrigin(rawValue: name), let start = object["start"].time, let start,
                let since = object["since"].time, let since
            else { throw invalid(element) }
            omissions.append(Omission(origin: origin, start: start, since: since))
        }
        return omissions
    }

    private static func invalid(_ json: JSONValue) -> DualWriteStateProblem {
        DualWriteStateProblem(
            message: """
                The omissions of a user's dual-write state contain \
                \(JSONValue.oneLine(String(JSONWriter().text(json).prefix(80)))); each must be an object with ‘store’, which \
                is "old" or "new", and ‘start’ and ‘since’ in milliseconds since 1970. Remove ‘omissions’ from that user to copy \
                all records again.
                """
        )
    }
}

extension MigrationTime? {
    /// The time as stored in files.
    var json: JSONValue {
        guard let time = self else { return .null }
        return time == .beginning ? "beginning" : JSONValue(whole: time.millisecondsSince1970)
    }
}

extension JSONValue? {
    /// The stored time, which can be `nil`; the result is `nil` if this isn't a time.
    var time: MigrationTime?? {
        switch self {
        case .string("beginning")?: return .some(.beginning)
        case .null?: return .some(nil)
        default:
            guard let milliseconds = self?.whole else { return nil }
            return MigrationTime(millisecondsSince1970: milliseconds)
        }
    }
}
