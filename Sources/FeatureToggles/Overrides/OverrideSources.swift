/// Where a client looks for overrides: launch arguments, the environment, the local defaults file.
///
/// In a RELEASE build without the package trait `InternalBuild` there are none, whatever is passed.
public struct OverrideSources: Sendable {
    #if !RELEASE || InternalBuild
    /// The launch arguments.
    let arguments: [String]
    /// The environment.
    let environment: [String: String]
    /// Where the local defaults file is.
    let localDefaults: LocalDefaultsPlace
    #endif
    /// Whether the local defaults file is followed as it changes; what ends after one answer has no use for that.
    package var followsLocalDefaults = true
    /// Prints a line about a problem; `nil` for a client that only lists its problems.
    package var printProblem: (@Sendable (String) -> Void)?

    /// Whether a client also prints each of its ``ToggleClient/problems`` on standard error, once.
    ///
    /// It is `true` for ``process(application:)`` and `false` for sources of your own. Builds without overrides print
    /// nothing.
    ///
    /// ```swift
    /// var overrides = OverrideSources.process()
    /// overrides.printsProblems = false       // the app logs client.problems itself
    /// ```
    public var printsProblems: Bool {
        get { printProblem != nil }
        set { printProblem = newValue ? ProblemPrinter.printOnStandardError : nil }
    }

    /// Creates sources, for tests and tools.
    ///
    /// - Parameters:
    ///   - arguments: Launch arguments, without the program's name: `--enable-toggle KEY`, `--disable-toggle KEY`,
    ///     `--toggle KEY=VALUE`; everything else in them is ignored.
    ///   - environment: Environment variables: `TOGGLE_` and the key in upper case.
    ///   - localDefaultsPath: The path of the local defaults file; `nil` for none. It is followed as it changes.
    public init(arguments: [String] = [], environment: [String: String] = [:], localDefaultsPath: String? = nil) {
        #if !RELEASE || InternalBuild
        self.arguments = arguments
        self.environment = environment
        localDefaults = localDefaultsPath.map { .path($0) } ?? .nowhere
        #endif
    }

    /// No overrides.
    public static var none: OverrideSources { OverrideSources() }

    /// The process's own arguments and environment, and the local defaults file of the application.
    ///
    /// - Parameter application: The name that the place of the local defaults file is made from. `nil` takes the one that
    ///   the first registry's manifest names, so that the command line finds the same file. The environment variable
    ///   `TOGGLES_DEFAULTS` names another file.
    /// - Returns: The sources.
    public static func process(application: String? = nil) -> OverrideSources {
        #if !RELEASE || InternalBuild
        var sources = OverrideSources(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: ProcessEnvironment.current,
            localDefaults: .standard(application: application)
        )
        sources.printsProblems = true
        return sources
        #else
        return .none
        #endif
    }

    #if !RELEASE || InternalBuild
    private init(arguments: [String], environment: [String: String], localDefaults: LocalDefaultsPlace) {
        self.arguments = arguments
        self.environment = environment
        self.localDefaults = localDefaults
    }

    /// The path of the local defaults file for the given registries, or `nil` for none.
    func localDefaultsPath(for registries: [ToggleRegistry]) -> String? {
        switch localDefaults {
        case .nowhere: return nil
        case .path(let path): return path
        case .standard(let application):
            let registry = registries.first { $0.application != nil } ?? registries.first
            guard let name = application ?? registry.map({ $0.application ?? $0.namespace }) else { return nil }
            return LocalDefaultsFile.defaultPath(application: name, environment: environment)
        }
    }
    #endif
}

#if !RELEASE || InternalBuild
/// Where a local defaults file is.
enum LocalDefaultsPlace: Sendable {
    /// There is none.
    case nowhere
    /// At this path.
    case path(String)
    /// At the platform's place for the application; `nil` for the one that the registries name.
    case standard(application: String?)
}
#endif
