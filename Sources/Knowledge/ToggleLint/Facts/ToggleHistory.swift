import ToggleBase
import ToggleManifest

/// The git history of each toggle and parameter.
struct ToggleHistory {
    private var events: [String: [ProjectHistory.ToggleEvent]] = [:]
    private var parameterEvents: [String: [ProjectHistory.ParameterEvent]] = [:]
    private let isShallow: Bool
    /// The commit in which the document first had parameters.
    private let documentStart: ProjectHistory.Commit?

    init(_ history: ProjectHistory?) {
        for event in history?.toggles ?? [] { events[event.toggle, default: []].append(event) }
        for event in history?.parameters ?? [] { parameterEvents[event.parameter, default: []].append(event) }
        isShallow = history?.isShallow ?? false
        documentStart = history?.parameters.first?.commit
    }

    /// Returns the changes of a toggle since it was last declared, oldest first.
    func life(of key: String) -> ArraySlice<ProjectHistory.ToggleEvent> {
        let all = events[key] ?? []
        let birth = all.lastIndex { if case .born = $0.kind { true } else { false } }
        return all[(birth ?? 0)...]
    }

    /// Returns the changes of a parameter, oldest first.
    func events(ofParameter key: String) -> [ProjectHistory.ParameterEvent] { parameterEvents[key] ?? [] }

    /// Returns whether a document with parameters existed before a commit that changed it.
    func hasDocument(before commit: ProjectHistory.Commit) -> Bool { documentStart.map { $0 != commit } ?? false }

    /// Returns the day on which a toggle was declared; `nil` if older commits are missing.
    func birthday(of key: String) -> CalendarDate? {
        guard !isShallow, let first = life(of: key).first, case .born = first.kind else { return nil }
        return first.commit.day
    }

    /// Returns the changes that moved a toggle's expiry to a later date.
    func postponements(of key: String) -> [ProjectHistory.ToggleEvent] {
        life(of: key).filter {
            if case .expiry(let from?, let to?) = $0.kind { to > from } else { false }
        }
    }

    /// Returns whether a parameter ever had a value other than its first one, or different values for different users.
    func hasVaried(_ parameter: String) -> Bool {
        Set(events(ofParameter: parameter).filter { $0.kind != .removed }.map(\.valueForAllUsers)).count > 1
    }

    /// Returns the day of the last change of a toggle's default; `nil` if the git history has none.
    func lastChangeOfDefault(of key: String) -> CalendarDate? {
        life(of: key).last { if case .defaultValue = $0.kind { true } else { false } }?.commit.day
    }

    /// Returns the first day on which all users got a value.
    ///
    /// - Parameters:
    ///   - value: The value that all users get now.
    ///   - parameter: The parameter.
    /// - Returns: The first day, or a later one if older commits are missing; `nil` if it isn't in the git
    ///   history.
    func firstDay(of value: JSONValue, ofParameter parameter: String) -> CalendarDate? {
        var day: CalendarDate?
        for event in events(ofParameter: parameter).reversed() {
            guard event.kind != .removed, let text = event.valueForAllUsers,
                (try? JSONReader().value(from: Array(text.utf8))) == value
            else { break }
            day = event.commit.day
        }
        return day
    }
}

extension ProjectHistory.Commit {
    /// The commit for a sentence: `Robin on 2026-11-01 (‘Give it more time’)`.
    var text: String { "\(author) on \(day) (\(subject.quoted))" }
}
