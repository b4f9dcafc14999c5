import FeatureToggles

/// Reads a policy and collects everything that is wrong with it.
struct UpdatePolicyReader {
    typealias Step = UpdatePolicyProblem.Step

    let schemes: Set<String>
    /// The time in seconds since 1970; `nil` where nobody wants to know whether a moment is plausible.
    let now: Int64?
    /// Whether somebody reads what is no error, too: apps do not.
    let tellsRemarks: Bool
    private(set) var problems: [UpdatePolicyProblem] = []
    private var errorCount = 0
    /// How much may be compared yet to find out whom a policy locks out.
    var left = UpdatePolicyIndex.budget

    init(schemes: Set<String>, now: Int64?, tellsRemarks: Bool = true) {
        self.schemes = schemes
        self.now = now
        self.tellsRemarks = tellsRemarks
    }

    var hasErrors: Bool { errorCount > 0 }

    static let rootNames = ["created_at", "details", "all"]
    static let entryNames = [
        "app_version", "os_version", "level", "title", "message", "button_text", "redirect_url", "languages", "context",
        "all",
    ]
    /// Names that decide who is meant, and what they may do: without a misspelt one too many would be locked out.
    static let decidingNames = ["app_version", "os_version", "context", "level"]

    /// How many errors are kept, and how many remarks: nobody reads more.
    ///
    /// Counted apart, so that remarks never crowd an error out.
    private static let limit = 200

    mutating func error(_ path: [Step], _ message: @autoclosure () -> String) {
        errorCount += 1
        if errorCount <= Self.limit { problems.append(UpdatePolicyProblem(.error, at: path, message())) }
    }

    mutating func warning(_ path: [Step], _ message: @autoclosure () -> String) { remark(.warning, path, message()) }

    mutating func note(_ path: [Step], _ message: @autoclosure () -> String) { remark(.note, path, message()) }

    private mutating func remark(
        _ severity: UpdatePolicyProblem.Severity,
        _ path: [Step],
        _ message: @autoclosure () -> String
    ) {
        guard tellsRemarks, problems.count - min(errorCount, Self.limit) < Self.limit else { return }
        problems.append(UpdatePolicyProblem(severity, at: path, message()))
    }

    mutating func read(_ value: JSONValue, as form: UpdatePolicyDocument.Form) -> UpdatePolicyDocument? {
        guard case .object(let object) = value else {
            error(
                [],
                "a policy is an object, this is \(value.kindDescription); write {\"created_at\": …, \"details\": []}"
            )
            return nil
        }
        let document: UpdatePolicyDocument
        if form == .file || object["details"] != nil {
            document = policy(object, as: form)
        } else {
            document = variant(object)
        }
        if !hasErrors { checkReach(of: document) }
        return document
    }

    // MARK: The outermost object

    private mutating func policy(
        _ object: JSONObject,
        as form: UpdatePolicyDocument.Form
    ) -> UpdatePolicyDocument {
        for member in object.members where !Self.rootNames.contains(member.name) {
            ignore(member.name, among: Self.rootNames, at: [])
        }
        var created: UInt64?
        if let value = object["created_at"] {
            created = moment(value, at: [.member("created_at")])
        } else if form == .file {
            error(
                [],
                "the policy has no ‘created_at’, by which apps tell a newer one; write \"created_at\": \"2026-11-21T10:00:00Z\""
            )
        }
        var entries: [UpdatePolicyEntry] = []
        switch object["details"] {
        case .array(let elements)?:
            if elements.count > UpdatePolicyDocument.maximumEntries {
                error(
                    [.member("details")],
                    """
                    the policy has \(elements.count) entries, more than the \(UpdatePolicyDocument.maximumEntries) that apps \
                    accept; write ranges of versions
                    """
                )
            } else {
                for (index, element) in elements.enumerated() {
                    let path: [Step] = [.member("details"), .element(index)]
                    if let entry = entry(element, at: path) { entries.append(entry) }
                }
            }
        case let other?:
            error(
                [.member("details")],
                "‘details’ is an array of entries, this is \(other.kindDescription); write [] for none"
            )
        case nil:
            error([], "the policy has no ‘details’; write \"details\": [] to let every version go on")
        }
        let isForAll = flag(object, "all", at: [])
        return UpdatePolicyDocument(
            createdAt: created,
            entries: entries,
            hasDetails: true,
            isForAll: isForAll
        )
    }

    private mutating func entry(_ value: JSONValue, at path: [Step]) -> UpdatePolicyEntry? {
        guard case .object(let object) = value else {
            error(path, "an entry is an object, this is \(value.kindDescription)")
            return nil
        }
        if object["app_version"] == nil, object["os_version"] == nil {
            error(
                path,
                "the entry says neither ‘app_version’ nor ‘os_version’; write \"app_version\": \"*\" for every version"
            )
        }
        return entry(object, at: path, level: .required)
    }

    private mutating func variant(_ object: JSONObject) -> UpdatePolicyDocument {
        if object.members.isEmpty {
            return UpdatePolicyDocument(createdAt: nil, entries: [], hasDetails: false, isForAll: false)
        }
        // A misspelt one is told where it stands.
        if object["level"] == nil, !object.members.contains(where: { Self.isMisspeltLevel($0.name) }) {
            error([], "the variant has no ‘level’; write one of \(Self.levels)")
        }
        let entry = entry(object, at: [], level: .upToDate)
        return UpdatePolicyDocument(createdAt: nil, entries: [entry], hasDetails: false, isForAll: entry.isForAll)
    }

    static let levels = UpdateLevel.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    // MARK: What is not known

    /// Whether a name is not `level` and is meant to be it.
    static func isMisspeltLevel(_ name: String) -> Bool {
        !entryNames.contains(name)
            && (Suggestion.closest(to: name, in: entryNames) == "level" || name.lowercased() == "lvl")
    }

    /// Notes that nobody reads a member; an error where it is a misspelt condition, without which too many would be meant, or
    /// a misspelt level.
    mutating func ignore(_ name: String, among names: [String], at path: [Step]) {
        let isLevel = names.contains("level") && Self.isMisspeltLevel(name)
        let meant = isLevel ? "level" : Suggestion.closest(to: name, in: names)
        if let meant, Self.decidingNames.contains(meant) {
            error(
                path + [.name(name)],
                """
                an entry has no ‘\(name)’, \(isLevel ? "which would say what it demands" : "without which it means too many"); \
                did you mean ‘\(meant)’?
                """
            )
        } else {
            let question = meant.map { "; did you mean ‘\($0)’?" } ?? ", it is ignored"
            note(path + [.name(name)], "nobody reads ‘\(name)’\(question)")
        }
    }

    mutating func flag(_ object: JSONObject, _ name: String, at path: [Step]) -> Bool {
        switch object[name] {
        case nil: return false
        case .bool(let flag)?: return flag
        case let other?:
            error(path + [.member(name)], "‘\(name)’ is true or false, this is \(other.kindDescription)")
            return false
        }
    }
}
