import ToggleBase

/// The sources of a client's overrides: launch arguments, the environment, and the local defaults file.
///
/// A RELEASE build without the package trait `InternalBuild` ignores them.
public struct OverrideSources: Sendable {
    /// The place of a local defaults file.
    enum Place: Sendable {
        /// There is no file.
        case nowhere
        /// The file is at this path.
        case path(String)
        /// The file is at the platform's path for the application, or for the application of the registries if it is
        /// `nil`.
        case standard(application: String?)
    }

    /// The launch arguments.
    let arguments: [String]
    /// The environment.
    let environment: [String: String]
    /// The place of the local defaults file.
    private(set) var localDefaults: Place
    /// Whether to watch the local defaults file for changes, which programs that exit after one result don't need.
    package var followsLocalDefaults = true
    /// Prints a line about a problem; `nil` for a client that only lists its problems.
    package var printProblem: (@Sendable (String) -> Void)?

    /// Whether a client also prints each of its ``ToggleClient/problems`` to standard error, once.
    ///
    /// It is `true` for ``process(application:)``, and `false` for sources that you create yourself. Builds without
    /// overrides print nothing.
    ///
    /// ```swift
    /// var overrides = OverrideSources.process()
    /// overrides.printsProblems = false       // the app logs client.problems itself
    /// ```
    public var printsProblems: Bool {
        get { printProblem != nil }
        set { printProblem = newValue ? ProblemPrinter.printOnStandardError : nil }
    }

    /// Whether a client writes what it resolved to a state file next to its local defaults file, where `toggles` and
    /// other tools find it while the client exists.
    ///
    /// It is `true` for ``process(application:)``, and `false` for sources that you create yourself. A client without a
    /// local defaults file writes none, and neither do builds without overrides. The file is only readable by the user
    /// that the process runs as, and written in the background.
    public var writesStateFile = false

    /// The attributes of the context whose values are left out of the state file; `targetingKey` for the targeting key.
    ///
    /// The file still contains the names of these attributes.
    ///
    /// ```swift
    /// var overrides = OverrideSources.process()
    /// overrides.hiddenAttributes = ["targetingKey", "email"]
    /// ```
    public var hiddenAttributes: Set<String> = []

    #if OVERRIDES
    /// Clocks and files for the state file; `nil` for those of the process.
    package var stateFileEnvironment: StateFileEnvironment?
    #endif

    /// Creates sources for tests and tools.
    ///
    /// - Parameters:
    ///   - arguments: Launch arguments, without the program's name: `--enable-toggle KEY`, `--disable-toggle KEY`,
    ///     `--toggle KEY=VALUE`, `--toggle-preset NAME`. Any others are ignored.
    ///   - environment: Environment variables: `TOGGLE_` and the key in upper case.
    ///   - localDefaultsPath: The path of the local defaults file; `nil` for none. The client follows its changes.
    public init(arguments: [String] = [], environment: [String: String] = [:], localDefaultsPath: String? = nil) {
        self.arguments = arguments
        self.environment = environment
        localDefaults = localDefaultsPath.map { .path($0) } ?? .nowhere
    }

    /// Sources without overrides.
    public static var none: OverrideSources { OverrideSources() }

    /// Returns the process's own arguments and environment, and the local defaults file of the application.
    ///
    /// - Parameter application: The name that determines the path of the local defaults file. `nil` uses the name in
    ///   the first registry's manifest, so that the command line finds the same file. The environment variable
    ///   `TOGGLES_DEFAULTS` selects another file.
    /// - Returns: The sources.
    public static func process(application: String? = nil) -> OverrideSources {
        #if OVERRIDES
        var sources = OverrideSources(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: ProcessEnvironment.current
        )
        sources.localDefaults = .standard(application: application)
        sources.printsProblems = true
        sources.writesStateFile = true
        return sources
        #else
        return .none
        #endif
    }
}
