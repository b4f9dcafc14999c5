#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An executable of its own that carries out some of the commands, as git's subcommands may be.
///
/// What takes long to build is not part of `toggles`. It is looked for beside `toggles`, then in `PATH`.
struct SiblingTool {
    /// The name of the executable.
    let name: String
    /// What it is for, and why it is apart.
    let purpose: String

    /// Keys and signatures.
    static let sign = SiblingTool(name: "toggles-sign", purpose: "brings the cryptography for keys and signatures")

    /// What is fetched over a network.
    static let fetch = SiblingTool(name: "toggles-fetch", purpose: "brings Foundation's networking")

    /// What to tell the person when it is nowhere.
    var absence: String {
        """
        This needs \(name), which \(purpose), and which is neither beside toggles nor in PATH. \
        `swift build --product \(name)` builds it in a checkout; `make install` installs both.
        """
    }

    /// Runs it in place of this process.
    ///
    /// - Parameter arguments: Its arguments.
    /// - Throws: ``CommandFailure`` when there is none, or it does not start; otherwise it does not return.
    func run(_ arguments: [String]) throws {
        guard let path = Self.find(name, environment: Files.environment) else {
            throw CommandFailure.usage(absence)
        }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        execv(path, &words)
        throw CommandFailure.usage("Cannot run ‘\(path)’: \(String(cString: strerror(errno))).")
    }

    /// The path of an executable beside this one, or in `PATH`.
    static func find(_ name: String, environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let own = executablePath.map { String($0.prefix(through: $0.lastIndex(of: "/") ?? $0.startIndex)) }
        for folder in [own].compactMap({ $0 }) + folders {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            var status = stat()
            if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 { return path }
        }
        return nil
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
