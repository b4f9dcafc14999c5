import ToggleCompanions

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How `toggles` gives the console to `toggles-console`, and takes it back.
///
/// `toggles-console` shows manifests that were compiled before, starts in a fraction of the time and takes a third of the
/// memory. A manifest that was not compiled yet is given back to `toggles`, which compiles it and hands it over again. What
/// `toggles-console` cannot do, such as to read a remote document, it gives back for good.
package enum ConsoleHandover {
    /// What an executable wants of the one that it runs in its place.
    package enum Request: String {
        /// `toggles` is to compile the manifest, and to hand over again.
        case compile
        /// `toggles-console` is to show the manifest that was compiled for it, and not to ask for that again.
        case showCompiled
        /// `toggles` is to do it all.
        case doAll
    }

    /// The name of the executable.
    package static let name = "toggles-console"
    private static let variable = "TOGGLES_CONSOLE_REQUEST"

    /// What this process was run for, which whoever it starts then hears nothing of; `nil` when a person ran it.
    package static func takeRequest() -> Request? {
        defer { unsetenv(variable) }
        return Companion.environmentVariable(variable).flatMap(Request.init)
    }

    /// Gives the console to `toggles-console`, if that is found.
    ///
    /// Where it does not start, this returns, and `toggles` does it all.
    ///
    /// - Parameters:
    ///   - arguments: The arguments behind `console`.
    ///   - request: What for, if not as a person would run it.
    package static func handOver(_ arguments: [String], for request: Request? = nil) {
        guard let path = Companion.path(of: name) else { return }
        if let request { setenv(variable, request.rawValue, 1) }
        _ = Companion.replaceProcess(with: path, arguments)
        unsetenv(variable)
    }

    /// Gives the console back to `toggles`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments behind `console`.
    ///   - request: What for.
    /// - Returns: Why that is not possible; otherwise nothing is returned to.
    package static func giveBack(_ arguments: [String], for request: Request) -> String {
        guard let path = Companion.path(of: "toggles") else {
            return "it needs toggles, which is neither beside \(name) nor in PATH"
        }
        setenv(variable, request.rawValue, 1)
        return "‘\(path)’ cannot be run: \(Companion.replaceProcess(with: path, ["console"] + arguments))"
    }
}
