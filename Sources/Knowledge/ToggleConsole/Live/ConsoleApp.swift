#if OVERRIDES
package import FeatureToggles

/// A running app whose values the console shows.
package struct ConsoleApp: Sendable {
    /// The app and its process, such as `storefront 2.1.0, pid 4711`.
    package var name: String
    /// The state of the app's remote source, if it has one.
    package var remoteState: RemoteState?
    /// The problems that the app reports.
    package var problems: [ToggleProblem]
    /// Explains a toggle as the app resolved it.
    ///
    /// The second argument returns the value that this process computes, in case the app's value is incomplete.
    package var explanation: @Sendable (ToggleDefinition, () -> JSONValue?) -> Explanation

    /// Creates an app.
    package init(
        name: String,
        remoteState: RemoteState?,
        problems: [ToggleProblem],
        explanation: @escaping @Sendable (ToggleDefinition, () -> JSONValue?) -> Explanation
    ) {
        self.name = name
        self.remoteState = remoteState
        self.problems = problems
        self.explanation = explanation
    }
}

extension RemoteState {
    /// The revision, or the entity tag without its quotation marks.
    package var revisionName: String? {
        guard var revision = revision?[...] else { return nil }
        if revision.hasPrefix("W/\"") { revision = revision.dropFirst(2) }
        if revision.hasPrefix("\""), revision.hasSuffix("\""), revision.count > 2 {
            revision = revision.dropFirst().dropLast()
        }
        return String(revision)
    }

    /// The revision for people, shortened.
    package var shownRevision: String? {
        revisionName.map { $0.count > 16 ? "\($0.prefix(15))…" : $0 }
    }
}

/// Whose values the console shows.
package enum ConsoleOrigin: Sendable {
    /// Those of the client that the console was given.
    case client
    /// Those that the console computes, because no app is running.
    case computed
    /// Those that the console computes, because the state files of running apps have problems.
    case unreadable(problems: [String])
    /// Those of a running app.
    case app(ConsoleApp)

    var app: ConsoleApp? {
        if case .app(let app) = self { app } else { nil }
    }

    /// The problems because of which no app is shown, one sentence each.
    var problems: [String] {
        if case .unreadable(let problems) = self { problems } else { [] }
    }
}
#endif
