import FeatureToggles
import ToggleManifest

/// What git knows of each toggle and parameter.
struct ToggleHistory {
    private var events: [String: [ProjectHistory.ToggleEvent]] = [:]
    private var parameterEvents: [String: [ProjectHistory.ParameterEvent]] = [:]
    private let isShallow: Bool
    /// When the document said something for the first time.
    private let documentStart: ProjectHistory.Commit?

    init(_ history: ProjectHistory?) {
        for event in history?.toggles ?? [] { events[event.toggle, default: []].append(event) }
        for event in history?.parameters ?? [] { parameterEvents[event.parameter, default: []].append(event) }
        isShallow = history?.isShallow ?? false
        documentStart = history?.parameters.first?.commit
    }

    /// What happened to a toggle since it was last declared, oldest first.
    func life(of key: String) -> ArraySlice<ProjectHistory.ToggleEvent> {
        let all = events[key] ?? []
        let birth = all.lastIndex { if case .born = $0.kind { true } else { false } }
        return all[(birth ?? 0)...]
    }

    /// What happened to a parameter, oldest first.
    func events(ofParameter key: String) -> [ProjectHistory.ParameterEvent] { parameterEvents[key] ?? [] }

    /// Whether there was a document with parameters before a commit that changed it.
    func hasDocument(before commit: ProjectHistory.Commit) -> Bool { documentStart.map { $0 != commit } ?? false }

    /// The day on which a toggle was declared; `nil` when older commits are not at hand.
    func birthday(of key: String) -> CalendarDate? {
        guard !isShallow, let first = life(of: key).first, case .born = first.kind else { return nil }
        return first.commit.day
    }

    /// The times at which a toggle's expiry was moved to a later day.
    func postponements(of key: String) -> [ProjectHistory.ToggleEvent] {
        life(of: key).filter {
            if case .expiry(let from?, let to?) = $0.kind { to > from } else { false }
        }
    }

    /// Whether a parameter has ever had another value than the one that it had first, or different ones for different people.
    func hasVaried(_ parameter: String) -> Bool {
        Set(events(ofParameter: parameter).filter { $0.kind != .removed }.map(\.valueForEverybody)).count > 1
    }

    /// When a toggle's default changed last; `nil` when git knows of no change.
    func lastChangeOfDefault(of key: String) -> CalendarDate? {
        life(of: key).last { if case .defaultValue = $0.kind { true } else { false } }?.commit.day
    }

    /// Since when everybody gets a value.
    ///
    /// - Parameters:
    ///   - value: What everybody gets now.
    ///   - parameter: The parameter.
    /// - Returns: The first day, or a later one when older commits are not at hand; `nil` when git does not know.
    func firstDay(of value: JSONValue, ofParameter parameter: String) -> CalendarDate? {
        var day: CalendarDate?
        for event in events(ofParameter: parameter).reversed() {
            guard event.kind != .removed, let text = event.valueForEverybody,
                (try? JSONReader().value(from: Array(text.utf8))) == value
            else { break }
            day = event.commit.day
        }
        return day
    }
}

extension ProjectHistory.Commit {
    /// The commit in a sentence: `Robin on 2026-11-01 (‘Give it more time’)`.
    var text: String { "\(author) on \(day) (\(subject.quoted))" }
}
