package import FeatureToggles
package import ToggleDocuments

/// What git knows of a project's toggles, oldest first.
package struct ProjectHistory: Sendable {
    /// A commit.
    package struct Commit: Sendable, Hashable {
        /// The full identifier.
        package var identifier: String
        /// The committer's day, in UTC.
        package var day: CalendarDate
        /// The committer's moment, in seconds since 1970.
        package var seconds: Int
        /// The author's name.
        package var author: String
        /// The first line of the message.
        package var subject: String

        /// Creates a commit.
        ///
        /// - Parameters:
        ///   - identifier: The full identifier.
        ///   - day: The committer's day, in UTC.
        ///   - seconds: The committer's moment, in seconds since 1970; the beginning of the day by default.
        ///   - author: The author's name.
        ///   - subject: The first line of the message.
        package init(identifier: String, day: CalendarDate, seconds: Int? = nil, author: String, subject: String) {
            self.identifier = identifier
            self.day = day
            self.seconds = seconds ?? day.daysSince1970 * 86_400
            self.author = author
            self.subject = subject
        }
    }

    /// Something that happened to a toggle in the manifest.
    package struct ToggleEvent: Sendable, Hashable {
        /// What happened.
        package enum Kind: Sendable, Hashable {
            /// It was declared.
            case born(ToggleCategory, expires: CalendarDate?)
            /// It is no longer declared.
            case removed
            /// Its category changed; release to ops is a promotion.
            case category(from: ToggleCategory, to: ToggleCategory)
            /// Its expiry moved.
            case expiry(from: CalendarDate?, to: CalendarDate?)
            /// It became permanent, or stopped being so.
            case permanence(Bool)
            /// Its owner changed.
            case owner(from: String, to: String)
            /// It reads another remote parameter.
            case parameter(from: String?, to: String?)
            /// Its default changed, as JSON text.
            case defaultValue(from: String, to: String)
        }

        /// The toggle's key.
        package var toggle: String
        /// What happened.
        package var kind: Kind
        /// When and by whom.
        package var commit: Commit

        /// Creates an event.
        package init(toggle: String, kind: Kind, commit: Commit) {
            self.toggle = toggle
            self.kind = kind
            self.commit = commit
        }
    }

    /// Something that happened to a parameter of the remote document.
    package struct ParameterEvent: Sendable, Hashable {
        /// What happened.
        package enum Kind: Sendable, Hashable {
            /// It came into the document.
            case added
            /// It left the document.
            case removed
            /// Its definition changed.
            case changed
        }

        /// The parameter's key.
        package var parameter: String
        /// What happened.
        package var kind: Kind
        /// The one value, as JSON text, that everybody gets since then; `nil` when people get different ones.
        package var valueForEverybody: String?
        /// What whom gets since then, where people get different values; `nil` when nobody knows.
        package var answers: FlagAnswers?
        /// When and by whom.
        package var commit: Commit

        /// Creates an event.
        package init(
            parameter: String,
            kind: Kind,
            valueForEverybody: String?,
            answers: FlagAnswers? = nil,
            commit: Commit
        ) {
            self.parameter = parameter
            self.kind = kind
            self.valueForEverybody = valueForEverybody
            self.answers = answers
            self.commit = commit
        }
    }

    /// What happened to toggles.
    package var toggles: [ToggleEvent]
    /// What happened to parameters.
    package var parameters: [ParameterEvent]
    /// Whether older commits are not at hand, as in a shallow clone.
    package var isShallow: Bool

    /// Creates a history.
    package init(toggles: [ToggleEvent] = [], parameters: [ParameterEvent] = [], isShallow: Bool = false) {
        self.toggles = toggles
        self.parameters = parameters
        self.isShallow = isShallow
    }
}
