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

    /// Creates sources for tests and tools.
    ///
    /// - Parameters:
    ///   - arguments: Launch arguments, without the program's name: `--enable-toggle KEY`, `--disable-toggle KEY`,
    ///     `--toggle KEY=VALUE`. Any others are ignored.
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
        return sources
        #else
        return .none
        #endif
    }
}
