import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The executables that carry out the commands of `toggles` together: each finds the others beside itself, then in `PATH`.
package enum Companion {
    /// The path of an executable beside this one, or in `PATH`.
    ///
    /// - Parameters:
    ///   - name: The name of the executable.
    ///   - folders: The folders of `PATH`.
    /// - Returns: The path, or `nil` when it is nowhere.
    package static func path(of name: String, folders: String? = environmentVariable("PATH")) -> String? {
        if let own = executablePath {
            let path = String(own.prefix(through: own.lastIndex(of: "/") ?? own.startIndex)) + name
            if isExecutable(path) { return path }
        }
        return (folders ?? "").split(separator: ":").lazy
            .map { $0.hasSuffix("/") ? $0 + name : "\($0)/\(name)" }
            .first(where: isExecutable)
    }

    /// Runs an executable in place of this process.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - arguments: Its arguments.
    /// - Returns: Why it does not start; otherwise nothing is returned to.
    package static func replaceProcess(with path: String, _ arguments: [String]) -> String {
        #if os(tvOS) || os(watchOS)
        return String(cString: strerror(ENOTSUP))
        #else
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        execv(path, &words)
        return String(cString: strerror(errno))
        #endif
    }

    /// The value of an environment variable.
    package static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// The path of this process's executable, links followed.
    private static var executablePath: String? {
        #if canImport(Darwin)
        var size: UInt32 = 4_096
        var buffer = [CChar](repeating: 0, count: Int(size))
        guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
        #else
        let buffer = Array("/proc/self/exe".utf8CString)
        #endif
        guard let path = realpath(buffer, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
