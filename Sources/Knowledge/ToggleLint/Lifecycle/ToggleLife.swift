package import ToggleManifest

/// The history of one toggle, oldest event first.
package struct ToggleLife: Sendable {
    /// A change of the toggle.
    package struct Event: Sendable, Hashable {
        /// The kind as one word, for tools: `born`, `promoted`, `extended`.
        package let kind: String
        /// The change in words.
        package let text: String
        /// The commit of the change.
        package let commit: ProjectHistory.Commit
    }

    /// The toggle's key.
    package let key: String
    /// The changes.
    package let events: [Event]

    /// Collects the changes of a toggle, and of the parameters that it reads or used to read.
    ///
    /// - Parameters:
    ///   - key: The toggle's key.
    ///   - toggle: The present declaration; `nil` if the toggle is no longer declared.
    ///   - history: The history from git.
    package init(of key: String, toggle: ToggleDeclaration?, in history: ProjectHistory) {
        self.key = key
        let events = history.toggles.filter { $0.toggle == key }
        var parameters: Set<String> = [toggle?.remote ?? key]
        parameters.formUnion(toggle?.retired ?? [])
        for event in events {
            if case .parameter(let old, let new) = event.kind { parameters.formUnion([old ?? key, new ?? key]) }
        }
        let changes = history.parameters.filter { parameters.contains($0.parameter) }
        let born = events.first?.commit.day
        // Changes of a parameter with the same name before the toggle was declared aren't part of its history.
        let own = changes.filter { change in born.map { change.commit.day >= $0 } ?? true }
        let all = events.map { Self.event($0) } + own.map { Self.event($0, isOnly: parameters.count == 1) }
        self.events = all.enumerated().sorted { left, right in
            let (first, second) = (left.element.commit.seconds, right.element.commit.seconds)
            return first == second ? left.offset < right.offset : first < second
        }
        .map(\.element)
    }

    private static func event(_ event: ProjectHistory.ToggleEvent) -> Event {
        func day(_ day: CalendarDate?) -> String { day?.description ?? "never" }
        let (kind, text): (String, String) =
            switch event.kind {
            case .born(let category, let expires):
                ("born", "added as \(category.withArticle)" + (expires.map { ", expires \($0)" } ?? ""))
            case .removed: ("removed", "removed")
            case .category(.release, .ops): ("promoted", "promoted from release to ops")
            case .category(let old, let new): ("category", "category \(old.rawValue) → \(new.rawValue)")
            case .expiry(let old?, let new?) where new > old: ("extended", "extended \(old) → \(new)")
            case .expiry(let old?, let new?): ("shortened", "shortened \(old) → \(new)")
            case .expiry(let old, let new): ("expiry", "expiry \(day(old)) → \(day(new))")
            case .permanence(let isPermanent): ("permanence", isPermanent ? "made permanent" : "no longer permanent")
            case .owner(let old, let new): ("owner", "owner \(old) → \(new)")
            case .parameter(let old, let new):
                ("rotated", "remote parameter \(old ?? event.toggle) → \(new ?? event.toggle)")
            case .defaultValue(let old, let new): ("default", "default \(old) → \(new)")
            }
        return Event(kind: kind, text: text, commit: event.commit)
    }

    private static func event(_ event: ProjectHistory.ParameterEvent, isOnly: Bool) -> Event {
        let name = isOnly ? "remote" : "remote \(event.parameter)"
        let value = event.valueForAllUsers.map { "\($0) for all users" } ?? "not the same for all users"
        let (kind, text): (String, String) =
            switch event.kind {
            case .added: ("remote_added", "\(name): added, \(value)")
            case .removed: ("remote_removed", "\(name): removed")
            case .changed: ("remote_changed", "\(name): changed, \(value)")
            }
        return Event(kind: kind, text: text, commit: event.commit)
    }

    /// The history as JSON.
    package var json: JSONValue {
        [
            "key": .string(key),
            "events": .array(
                events.map { event in
                    [
                        "day": .string(event.commit.day.description),
                        "kind": .string(event.kind),
                        "text": .string(event.text),
                        "author": .string(event.commit.author),
                        "commit": .string(event.commit.identifier),
                        "subject": .string(event.commit.subject),
                    ]
                }
            ),
        ]
    }
}
