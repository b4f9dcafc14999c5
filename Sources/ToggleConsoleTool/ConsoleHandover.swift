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
/// `toggles-console` shows manifests that were compiled before, and starts in a fraction of the time. What it cannot do,
/// such as to read YAML or a remote document, it gives back to `toggles`, which then does it all.
package enum ConsoleHandover {
    /// The name of the executable.
    package static let name = "toggles-console"
    /// Set for a `toggles` that the console was given back to, which is not to hand it over again.
    private static let variable = "TOGGLES_CONSOLE_IS_BACK"

    /// Whether this `toggles` has to do it, which whoever it starts then hears nothing of.
    package static var isBack: Bool {
        defer { unsetenv(variable) }
        return getenv(variable) != nil
    }

    /// Gives the console back to `toggles`.
    ///
    /// - Parameter arguments: The arguments behind `console`.
    /// - Returns: Why that is not possible; otherwise nothing is returned to.
    package static func giveBack(_ arguments: [String]) -> String {
        guard let path = Companion.path(of: "toggles") else {
            return "it needs toggles, which is neither beside \(name) nor in PATH"
        }
        setenv(variable, "1", 1)
        return "‘\(path)’ cannot be run: \(Companion.replaceProcess(with: path, ["console"] + arguments))"
    }
}
