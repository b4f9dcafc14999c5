#if OVERRIDES
package import FeatureToggles

/// A consistent view of a client's toggles and their state, for menus that show all of them.
package struct ToggleOverview: Sendable {
    /// A number that increases with every change.
    ///
    /// Data derived from an overview stays valid until the next revision.
    package var revision: Int
    /// The declared toggles, in the order of the manifest.
    package var toggles: [ToggleDefinition]
    /// The names of the toggles' modules by identifier; empty for a single module.
    package var modules: [UInt64: String] = [:]
    /// The overrides in the local defaults file, including those of undeclared toggles.
    package var overrides: [String: JSONValue] = [:]
    /// The keys overridden by launch arguments or environment variables of this process, which take precedence over the
    /// local defaults file.
    package var processOverrides: Set<String> = []
    /// The file for overrides, or `nil` if there is none, in which case nothing can be changed.
    package var defaultsPath: String?
    /// The display name of the environment that the file belongs to.
    package var environment: String?
    /// The name of the remote source, if there is one.
    package var remoteName: String?
    /// The state of the remote source.
    package var remoteState: RemoteState?
    /// Whether the values include those of a remote document that can't be evaluated here for another context.
    package var lacksDocument = false
    /// The problems of values and documents that were skipped.
    package var problems: [ToggleProblem] = []
    /// The context for rules if none is given.
    package var context: EvaluationContext
    /// The current day, which determines staleness.
    package var today: CalendarDate
    /// Returns every source's answer about the toggle at an index, for a context or the client's own.
    ///
    /// The given context replaces the client's own, so that a menu can leave out attributes.
    ///
    /// A call takes microseconds. Call it freely for the toggles on the screen, but cache the results for all toggles.
    package var explanation: @Sendable (_ index: Int, _ context: EvaluationContext?) -> Explanation

    /// Creates an overview.
    package init(
        revision: Int,
        toggles: [ToggleDefinition],
        context: EvaluationContext,
        today: CalendarDate,
        explanation: @escaping @Sendable (_ index: Int, _ context: EvaluationContext?) -> Explanation
    ) {
        self.revision = revision
        self.toggles = toggles
        self.context = context
        self.today = today
        self.explanation = explanation
    }
}
#endif
