#if OVERRIDES
import FeatureToggles
import StoreMigration

/// A consistent view of the client's toggles and their state.
struct ConsoleModel: Sendable {
    /// A number that increases with every change.
    ///
    /// Data derived from a model stays valid until the next revision.
    var revision: Int
    /// The declared toggles, in the order of the manifest.
    var toggles: [ToggleDefinition]
    /// The names of the toggles' modules by identifier; empty for a single module.
    var modules: [UInt64: String] = [:]
    /// The overrides in the local defaults file, including those of undeclared toggles.
    var overrides: [String: JSONValue] = [:]
    /// The keys overridden by launch arguments or environment variables of this process, which take precedence over the
    /// local defaults file.
    var processOverrides: Set<String> = []
    /// The file for overrides, or `nil` if there is none, in which case nothing can be changed.
    var defaultsPath: String?
    /// The display name of the environment that the file belongs to.
    var environment: String?
    /// Whose values these are.
    var origin = ConsoleOrigin.client
    /// The name of the remote source, if there is one.
    var remoteName: String?
    /// The state of the remote source.
    var remoteState: RemoteState?
    /// The remote document, if it is known.
    var document: ConsoleDocument?
    /// When the document replaced another one while the console was open, in seconds since 1970.
    var documentChanged: Int64?
    /// The problems of values and documents that were skipped.
    var problems: [ToggleProblem] = []
    /// The app's migration summaries, by the key of their toggle.
    var migrations: [String: MigrationSummary] = [:]
    /// The context for rules if none is given.
    var context: EvaluationContext
    /// The current day, which determines staleness.
    var today: CalendarDate
    /// Returns every source's answer about the toggle at an index, for a context or the client's own.
    ///
    /// A call takes microseconds. Call it freely for the toggles on the screen, but cache the results for all toggles.
    var explanation: @Sendable (_ index: Int, _ context: EvaluationContext?) -> Explanation
}
#endif
