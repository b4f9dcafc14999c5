package import ToggleBase
package import ToggleManifest

/// The git history of a project's toggles, oldest first.
package struct ProjectHistory: Sendable {
    package typealias Commit = FileRevision.Commit

    /// A change of a toggle in the manifest.
    package struct ToggleEvent: Sendable, Hashable {
        /// The kind of change.
        package enum Kind: Sendable, Hashable {
            /// It was declared.
            case born(ToggleCategory, expires: CalendarDate?)
            /// It is no longer declared.
            case removed
            /// Its category changed; release to ops is a promotion.
            case category(from: ToggleCategory, to: ToggleCategory)
            /// Its expiry date changed.
            case expiry(from: CalendarDate?, to: CalendarDate?)
            /// It became permanent, or is no longer permanent.
            case permanence(Bool)
            /// Its owner changed.
            case owner(from: String, to: String)
            /// Its remote parameter changed.
            case parameter(from: String?, to: String?)
            /// Its default changed, as JSON text.
            case defaultValue(from: String, to: String)
        }

        /// The toggle's key.
        package var toggle: String
        /// The kind of change.
        package var kind: Kind
        /// The commit of the change.
        package var commit: Commit

        package init(toggle: String, kind: Kind, commit: Commit) {
            self.toggle = toggle
            self.kind = kind
            self.commit = commit
        }
    }

    /// A change of a parameter in the remote document.
    package struct ParameterEvent: Sendable, Hashable {
        /// The kind of change.
        package enum Kind: Sendable, Hashable {
            /// It was added to the document.
            case added
            /// It was removed from the document.
            case removed
            /// Its definition changed.
            case changed
        }

        /// The parameter's key.
        package var parameter: String
        /// The kind of change.
        package var kind: Kind
        /// The value that all users get after the change, as JSON text; `nil` if users get different values.
        package var valueForAllUsers: String?
        /// The values after the change if users get different ones; `nil` if they are unknown.
        package var answers: FlagAnswers?
        /// The commit of the change.
        package var commit: Commit

        package init(
            parameter: String,
            kind: Kind,
            valueForAllUsers: String?,
            answers: FlagAnswers? = nil,
            commit: Commit
        ) {
            self.parameter = parameter
            self.kind = kind
            self.valueForAllUsers = valueForAllUsers
            self.answers = answers
            self.commit = commit
        }
    }

    /// The changes of toggles.
    package var toggles: [ToggleEvent]
    /// The changes of parameters.
    package var parameters: [ParameterEvent]
    /// Whether older commits are missing, as in a shallow clone.
    package var isShallow: Bool

    package init(toggles: [ToggleEvent] = [], parameters: [ParameterEvent] = [], isShallow: Bool = false) {
        self.toggles = toggles
        self.parameters = parameters
        self.isShallow = isShallow
    }
}
