import ToggleCompanions

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Passes the console between `toggles` and `toggles-console`.
///
/// `toggles-console` shows compiled manifests. It starts in a fraction of the time and uses a third of the memory. If a
/// manifest isn't compiled yet, it hands over to `toggles`, which compiles the manifest and hands the console back.
/// Anything else, such as reading a remote document, it leaves to `toggles`.
package enum ConsoleHandover {
    /// The request of an executable to the one that replaces it.
    package enum Request: String {
        /// `toggles` should compile the manifest and run `toggles-console` again.
        case compile
        /// `toggles-console` should show the manifest compiled for it, and not request compiling it again.
        case showCompiled
        /// `toggles` should run the console itself.
        case doAll
    }

    /// The name of the executable.
    package static let name = "toggles-console"
    private static let variable = "TOGGLES_CONSOLE_REQUEST"

    /// Returns the request to this process, and removes it from the environment of child processes; `nil` if the user
    /// started the process.
    package static func takeRequest() -> Request? {
        defer { unsetenv(variable) }
        return Companion.environmentVariable(variable).flatMap(Request.init)
    }

    /// Replaces this process with `toggles-console`, if it is found.
    ///
    /// If `toggles-console` can't be started, this method returns, and `toggles` runs the console itself.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `console`.
    ///   - request: The request; `nil` to run it as a user would.
    package static func handOver(_ arguments: [String], for request: Request? = nil) {
        guard let path = Companion.path(of: name) else { return }
        if let request { setenv(variable, request.rawValue, 1) }
        _ = Companion.replaceProcess(with: path, arguments)
        unsetenv(variable)
    }

    /// Replaces this process with `toggles`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after `console`.
    ///   - request: The request.
    /// - Returns: The reason for a failure. On success, the method doesn't return.
    package static func giveBack(_ arguments: [String], for request: Request) -> String {
        guard let path = Companion.path(of: "toggles") else {
            return "it needs toggles, which is neither beside \(name) nor in PATH"
        }
        setenv(variable, request.rawValue, 1)
        return "‘\(path)’ cannot be run: \(Companion.replaceProcess(with: path, ["console"] + arguments))"
    }
}
