#if !RELEASE || InternalBuild
import FeatureToggles
import StoreMigration

/// The toggles and all that is known of them at one moment, as the client tells it.
struct ConsoleModel: Sendable {
    /// Grows with every change, so that what was derived from a model can be kept until the next one.
    var revision: Int
    /// The declared toggles, in the order of the manifest.
    var toggles: [ToggleDefinition]
    /// What the local defaults file says, whether there are such toggles or not.
    var overrides: [String: JSONValue]
    /// The keys that launch arguments or environment variables of this process override, over the local defaults file.
    var processOverrides: Set<String>
    /// The file in which overrides are written; `nil` when there is none, and nothing can be changed.
    var defaultsPath: String?
    /// Which environment that file belongs to, as people call it.
    var environment: String?
    /// The name of the remote source, if there is one.
    var remoteName: String?
    /// How the client stands with it.
    var remoteState: RemoteState?
    /// What was skipped because it could not be used.
    var problems: [ToggleProblem]
    /// What the app says that its migrations have shown, by the key of their toggle.
    var migrations: [String: MigrationSummary]
    /// What rules look at where nothing else is said.
    var context: EvaluationContext
    /// The day it is, on which staleness depends.
    var today: CalendarDate
    /// What every source answered about the toggle at an index, for a context or the client's own.
    ///
    /// It costs microseconds: ask for what is on the screen, and keep what was asked of every toggle.
    var explanation: @Sendable (_ index: Int, _ context: EvaluationContext?) -> Explanation

    init(
        revision: Int,
        toggles: [ToggleDefinition],
        overrides: [String: JSONValue] = [:],
        processOverrides: Set<String> = [],
        defaultsPath: String? = nil,
        environment: String? = nil,
        remoteName: String? = nil,
        remoteState: RemoteState? = nil,
        problems: [ToggleProblem] = [],
        migrations: [String: MigrationSummary] = [:],
        context: EvaluationContext,
        today: CalendarDate,
        explanation: @escaping @Sendable (_ index: Int, _ context: EvaluationContext?) -> Explanation
    ) {
        self.revision = revision
        self.toggles = toggles
        self.overrides = overrides
        self.processOverrides = processOverrides
        self.defaultsPath = defaultsPath
        self.environment = environment
        self.remoteName = remoteName
        self.remoteState = remoteState
        self.problems = problems
        self.migrations = migrations
        self.context = context
        self.today = today
        self.explanation = explanation
    }
}
#endif
