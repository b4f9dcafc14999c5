import ToggleBase

#if canImport(Darwin)
import Darwin
import MachO
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An executable that runs some commands of `toggles`, because it takes longer to build or to load.
///
/// It is found next to this executable, or in `PATH`.
package struct Companion: Sendable {
    /// The name of the executable.
    package let name: String
    /// What it contains, and why it is separate.
    let purpose: String

    /// Commands that use the network or cryptography.
    package static let remote = Companion(
        name: "toggles-remote",
        purpose: "contains networking and cryptography and takes long to load and to build"
    )

    /// Commands that read Swift sources.
    package static let lint = Companion(
        name: "toggles-lint",
        purpose: "contains a parser of Swift and takes minutes to build"
    )

    /// The path of the executable.
    ///
    /// - Throws: ``ToolError`` if it isn't installed.
    package func path() throws(ToolError) -> String {
        var folders = (ProcessEnvironment.current["PATH"] ?? "").split(separator: ":").map(String.init)
        if let own = Self.executablePath { folders.insert(PathText.folder(of: own), at: 0) }
        guard let path = folders.map({ PathText.joined($0, name) }).first(where: Self.isExecutable) else {
            throw ToolError.usage(
                "This needs \(name), which \(purpose). It is neither next to toggles nor in PATH. \(advice)"
            )
        }
        return path
    }

    /// The error if it isn't installed.
    package var absence: ToolError? {
        do {
            _ = try path()
            return nil
        } catch {
            return error
        }
    }

    /// The fastest way to get the executable: in a build folder, the sources are there.
    private var advice: String {
        let folder = Self.executablePath.map { PathText.folder(of: $0) } ?? ""
        guard PathText.components(folder).contains(".build") else {
            return """
                The archive of release \(ToolVersion.current) for your system contains it, ready to run. `make install` in a \
                checkout compiles it instead.
                """
        }
        let options = folder.hasSuffix("/release") ? "-c release --traits default,InternalBuild " : ""
        return "Build it next to toggles, with `swift build \(options)--product \(name)`."
    }

    /// Replaces this process with the executable.
    ///
    /// - Parameter arguments: Its arguments.
    /// - Throws: ``ToolError`` if it isn't installed or can't be started. On success, the method doesn't return.
    package func run(_ arguments: [String]) throws(ToolError) {
        let path = try path()
        #if os(tvOS) || os(watchOS)
        let number = ENOTSUP
        #else
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        execv(path, &words)
        let number = errno
        #endif
        throw ToolError.usage("Cannot run ‘\(path)’: \(String(cString: strerror(number))).")
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// The path of this process's executable, with links resolved.
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
