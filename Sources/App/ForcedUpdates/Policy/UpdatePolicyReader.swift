import ToggleBase

/// Parses a policy and collects diagnostics.
package struct UpdatePolicyReader {
    typealias Step = UpdatePolicyDiagnostic.Step

    let schemes: Set<String>
    /// The offset from UTC of a creation time that doesn't state its own.
    let utcOffset: Duration
    /// The current time in seconds since 1970; `nil` for no warnings of implausible times.
    let now: Int64?
    /// Whether to report warnings and notes, too; apps don't need them.
    let reportsWarnings: Bool
    private(set) var diagnostics: [UpdatePolicyDiagnostic] = []
    private var errorCount = 0

    init(schemes: Set<String>, utcOffset: Duration = .zero, now: Int64?, reportsWarnings: Bool = true) {
        self.schemes = schemes
        self.utcOffset = utcOffset
        self.now = now
        self.reportsWarnings = reportsWarnings
    }

    var hasErrors: Bool { errorCount > 0 }

    static let rootNames = ["created_at", "details", "all", "metadata"]
    static let entryNames = [
        "app_version", "os_version", "level", "title", "message", "button_text", "redirect_url", "languages", "context",
        "all",
    ]
    /// Members whose misspelling would lock out too many users.
    static let decidingNames = ["app_version", "os_version", "context", "level"]

    /// The maximum number of errors, and of warnings and notes.
    ///
    /// They are counted separately, so that warnings don't displace errors.
    private static let limit = 200

    mutating func error(_ path: [Step], _ message: @autoclosure () -> String) {
        errorCount += 1
        if errorCount <= Self.limit { diagnostics.append(UpdatePolicyDiagnostic(.error, at: path, message())) }
    }

    mutating func warning(_ path: [Step], _ message: @autoclosure () -> String) { remark(.warning, path, message()) }

    mutating func note(_ path: [Step], _ message: @autoclosure () -> String) { remark(.note, path, message()) }

    private mutating func remark(
        _ severity: UpdatePolicyDiagnostic.Severity,
        _ path: [Step],
        _ message: @autoclosure () -> String
    ) {
        guard reportsWarnings, diagnostics.count - min(errorCount, Self.limit) < Self.limit else { return }
        diagnostics.append(UpdatePolicyDiagnostic(severity, at: path, message()))
    }

    mutating func read(_ value: JSONValue, as form: UpdatePolicyDocument.Form) -> UpdatePolicyDocument? {
        guard case .object(let object) = value else {
            error(
                [],
                "a policy must be an object, not \(value.kindDescription); write {\"created_at\": …, \"details\": []}"
            )
            return nil
        }
        let document: UpdatePolicyDocument
        if form == .file || object["details"] != nil {
            document = policy(object, as: form)
        } else {
            document = variant(object)
        }
        if !hasErrors { checkLockout(by: document) }
        return document
    }

    // MARK: The root object

    private mutating func policy(
        _ object: JSONObject,
        as form: UpdatePolicyDocument.Form
    ) -> UpdatePolicyDocument {
        for member in object.members where !Self.rootNames.contains(member.name) {
            ignore(member.name, among: Self.rootNames, at: [])
        }
        var created: UInt64?
        if let value = object["created_at"] {
            created = creationTime(value, at: [.member("created_at")])
        } else if form == .file {
            error(
                [],
                "the policy has no ‘created_at’, which apps need to recognize a newer policy; write \"created_at\": \"2026-11-21T10:00:00Z\""
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
                "‘details’ must be an array of entries, not \(other.kindDescription); write [] for none"
            )
        case nil:
            error([], "the policy has no ‘details’; write \"details\": [] to let every version continue")
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
            error(path, "an entry must be an object, not \(value.kindDescription)")
            return nil
        }
        if object["app_version"] == nil, object["os_version"] == nil {
            error(
                path,
                "the entry has neither ‘app_version’ nor ‘os_version’; write \"app_version\": \"*\" for every version"
            )
        }
        return entry(object, at: path, level: .required)
    }

    private mutating func variant(_ object: JSONObject) -> UpdatePolicyDocument {
        if object.members.isEmpty {
            return UpdatePolicyDocument(createdAt: nil, entries: [], hasDetails: false, isForAll: false)
        }
        // A misspelled one is reported at its place.
        if object["level"] == nil, !object.members.contains(where: { Self.isMisspeltLevel($0.name) }) {
            error([], "the variant has no ‘level’; write one of \(Self.levels)")
        }
        let entry = entry(object, at: [], level: .upToDate)
        return UpdatePolicyDocument(createdAt: nil, entries: [entry], hasDetails: false, isForAll: entry.isForAll)
    }

    static let levels = UpdateLevel.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    // MARK: Unknown members

    /// Whether a name is probably a misspelled `level`.
    static func isMisspeltLevel(_ name: String) -> Bool {
        !entryNames.contains(name)
            && (Suggestion.closest(to: name, in: entryNames) == "level" || name.lowercased() == "lvl")
    }

    /// Notes that a member is ignored, or reports an error for a misspelled condition or level, which would lock out
    /// too many users.
    mutating func ignore(_ name: String, among names: [String], at path: [Step]) {
        let isLevel = names.contains("level") && Self.isMisspeltLevel(name)
        let meant = isLevel ? "level" : Suggestion.closest(to: name, in: names)
        if let meant, Self.decidingNames.contains(meant) {
            error(
                path + [.name(name)],
                """
                an entry has no ‘\(name)’, \(isLevel ? "so its level is missing" : "and without it this entry matches too many users"); \
                did you mean ‘\(meant)’?
                """
            )
        } else {
            let question = meant.map { "; did you mean ‘\($0)’?" } ?? ""
            note(path + [.name(name)], "‘\(name)’ is unknown and ignored\(question)")
        }
    }

    mutating func flag(_ object: JSONObject, _ name: String, at path: [Step]) -> Bool {
        switch object[name] {
        case nil: return false
        case .bool(let flag)?: return flag
        case let other?:
            error(path + [.member(name)], "‘\(name)’ must be true or false, not \(other.kindDescription)")
            return false
        }
    }
}
