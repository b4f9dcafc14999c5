import ToggleBase

/// A git repository, read with the program `git`.
///
/// The program runs without a shell and with a time limit, and never receives a path or a revision in a position where
/// it could be parsed as an option. It reads the same whatever the user's settings are, and runs no program that a
/// repository names (see `GitRepository+Isolation`). Paths are relative to the folder at which the repository was opened, with `/`
/// between folders.
package struct GitRepository: Sendable {
    /// The folder at which the repository was opened.
    package let folder: String
    /// Whether older commits are missing, as in a clone with `--depth`.
    package private(set) var isShallow = false
    /// The folder's path from the top of the work tree, with a trailing `/`; empty at the top.
    package private(set) var prefix = ""
    /// Settings that switch off the filters of this repository and its users.
    private var neutralDrivers: [String] = []

    private let program: String
    private let environment: [String: String]
    private let seconds: Int

    /// The size limit for the output of one command, in bytes.
    private static let limit = 1 << 28

    /// Opens the repository that contains a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, anywhere in the work tree.
    ///   - environment: The environment variables by name.
    ///   - program: The name of the git program.
    ///   - seconds: The time limit for one run of git.
    /// - Throws: ``GitError`` if git is not installed, there is no repository, or git refuses to read it.
    package init(
        at folder: String,
        environment: [String: String] = ProcessEnvironment.current,
        program: String = "git",
        seconds: Int = 60
    ) throws(GitError) {
        self.folder = PathText.absolute(folder.isEmpty ? "." : folder)
        self.program = program
        self.environment = Self.environment(from: environment)
        self.seconds = seconds
        let (status, output, standardError) = try run(
            [
                "rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--absolute-git-dir", "--show-prefix",
            ]
        )
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        guard status == 0, lines.first == "true", lines.count > 2 else {
            let reason = Self.firstLine(standardError)
            if status != 0, !reason.contains("not a git repository") {
                throw GitError(.failed, "git refuses to read ‘\(folder)’: \(reason)")
            }
            throw GitError(.noRepository, "‘\(folder)’ is not in a git repository")
        }
        // Older versions of git don't know `safe.bareRepository`.
        guard !(PathText.resolved(self.folder) + "/").hasPrefix(lines[2] + "/") else {
            throw GitError(.failed, "git refuses to read ‘\(folder)’: cannot use bare repository ‘\(lines[2])’")
        }
        isShallow = lines[1] == "true"
        prefix = lines[3...].joined(separator: "\n")
        neutralDrivers = try configuredDrivers()
    }

    /// The top folder of the work tree.
    package var topLevel: String {
        var folder = PathText.resolved(folder)
        for byte in prefix.utf8 where byte == UInt8(ascii: "/") { folder = PathText.folder(of: folder) }
        return folder
    }

    // MARK: - Queries

    /// Returns whether a file is tracked.
    ///
    /// - Throws: ``GitError`` if git fails.
    package func isTracked(_ path: String) throws(GitError) -> Bool {
        try !checkedOutput(of: ["ls-files", "-z", "--cached", "--", path]).isEmpty
    }

    /// Returns whether the work tree or the index has changes of a file that aren't committed.
    ///
    /// - Throws: ``GitError`` if git fails.
    package func isModified(_ path: String) throws(GitError) -> Bool {
        try !checkedOutput(of: ["status", "--porcelain", "-z", "--ignore-submodules=all", "--", path]).isEmpty
    }

    /// Returns the files among some that git couldn't restore: those with changes that aren't committed, those that git
    /// doesn't track, and those outside of the work tree.
    ///
    /// - Parameter paths: Paths relative to the folder. Links are followed.
    /// - Returns: The paths as they were passed.
    /// - Throws: ``GitError`` if git fails.
    package func unrestorable(among paths: [String]) throws(GitError) -> [String] {
        let top = topLevel == "/" ? "/" : topLevel + "/"
        var unchanged: Set<String> = []
        let targets = paths.map { PathText.resolved(PathText.joined(folder, $0)) }
        var rest = targets.filter { $0.hasPrefix(top) }[...]
        while !rest.isEmpty {
            // The length of a command line is limited.
            let part = Array(rest.prefix(500))
            rest = rest.dropFirst(part.count)
            let tracked = try checkedOutput(of: ["ls-files", "-z", "--full-name", "--"] + part)
            let options = ["--porcelain", "-z", "--no-renames", "--untracked-files=no", "--ignore-submodules=all"]
            let changed = try checkedOutput(of: ["status"] + options + ["--"] + part)
            unchanged.formUnion(tracked.split(separator: 0).map { top + String(decoding: $0, as: UTF8.self) })
            // Two letters and a space precede each path.
            unchanged.subtract(
                changed.split(separator: 0).map { top + String(decoding: $0.dropFirst(3), as: UTF8.self) }
            )
        }
        return zip(paths, targets).filter { !unchanged.contains($1) }.map(\.0)
    }

    /// Returns the full identifier of a commit.
    ///
    /// - Parameter revision: Any name of a commit that git accepts: a branch, a tag, `HEAD~3`.
    /// - Returns: The identifier.
    /// - Throws: ``GitError`` if there is no such commit.
    package func commit(_ revision: String) throws(GitError) -> String {
        let unknown = GitError(
            .unknownRevision,
            "there is no commit ‘\(revision)’" + (isShallow ? "; this clone is shallow, so fetch more history" : "")
        )
        guard !revision.isEmpty, !revision.hasPrefix("-"), !revision.utf8.contains(0) else { throw unknown }
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"]
        let (status, output, _) = try run(arguments)
        let text = String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
        guard status == 0, !text.isEmpty, text.allSatisfy(\.isHexDigit) else { throw unknown }
        return text
    }

    /// Returns the newest common ancestor of two commits, or `nil` if none is available.
    ///
    /// - Throws: ``GitError`` if one of the commits doesn't exist.
    package func mergeBase(of first: String, and second: String) throws(GitError) -> String? {
        let (status, output, _) = try run(["merge-base", try commit(first), try commit(second)])
        guard status == 0 else { return nil }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    /// Returns the content of a file in a commit, or `nil` if the commit doesn't contain it.
    ///
    /// - Throws: ``GitError`` if there is no such commit.
    package func contents(of path: String, at revision: String) throws(GitError) -> [UInt8]? {
        let commit = try commit(revision)
        let (status, output, _) = try run(["cat-file", "blob", "\(commit):./\(path)"])
        return status == 0 ? output : nil
    }

    // MARK: - Running

    /// Returns the output of a git command.
    ///
    /// - Parameters:
    ///   - arguments: The subcommand and its arguments.
    ///   - input: The bytes for its standard input.
    /// - Returns: The bytes of its standard output.
    /// - Throws: ``GitError`` if it fails.
    func checkedOutput(of arguments: [String], input: [UInt8] = []) throws(GitError) -> [UInt8] {
        let (status, output, standardError) = try run(arguments, input: input)
        guard status == 0 else {
            let reason = Self.firstLine(standardError)
            throw GitError(
                .failed,
                "git \(arguments.first ?? "") failed: \(reason.isEmpty ? "exit code \(status)" : reason)"
            )
        }
        return output
    }

    func run(
        _ arguments: [String],
        input: [UInt8] = []
    ) throws(GitError) -> (status: Int32, output: [UInt8], standardError: String) {
        var output: [UInt8] = []
        let (status, standardError) = try stream(arguments, input: input) { piece in
            output += piece
            return output.count <= Self.limit
        }
        return (status, output, standardError)
    }

    /// Passes on the output of a git command while it runs.
    ///
    /// - Parameters:
    ///   - arguments: The subcommand and its arguments.
    ///   - input: The bytes for its standard input.
    ///   - take: Receives the chunks, and returns whether to continue.
    /// - Returns: Its exit code, and the beginning of its standard error.
    /// - Throws: ``GitError`` if it doesn't start, exceeds the time limit, or was stopped.
    func stream(
        _ arguments: [String],
        input: [UInt8] = [],
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(GitError) -> (status: Int32, standardError: String) {
        let process = ChildProcess(
            program,
            ["--no-pager", "-C", folder] + (Self.settings + neutralDrivers).flatMap { ["-c", $0] } + arguments,
            environment: environment,
            input: input,
            seconds: seconds
        )
        let name = arguments.first ?? ""
        let ending: ChildProcess.Ending
        let standardError: String
        do {
            (ending, standardError) = try process.run(take)
        } catch {
            throw GitError(.notInstalled, "git cannot be run: \(error.message)")
        }
        switch ending {
        case .exited(let status): return (status, standardError)
        case .signalled(let signal): throw GitError(.failed, "git \(name) was terminated by signal \(signal)")
        case .timedOut: throw GitError(.timedOut, "git \(name) took more than \(seconds) seconds")
        case .stopped: throw GitError(.tooLarge, "git \(name) printed more than the limit")
        }
    }

    static func firstLine(_ text: String) -> String {
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        for prefix in ["fatal: ", "error: "] where line.hasPrefix(prefix) {
            return String(line.dropFirst(prefix.count))
        }
        return line
    }
}
