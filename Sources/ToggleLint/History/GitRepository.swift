import FeatureToggles
import ToggleCompanions

/// A git repository, as `git` tells of it.
///
/// The program is run without a shell, for a bounded time, and never gets a path or a revision where it could take it for
/// an option. Paths are relative to the folder that the repository was opened at, with `/` between folders.
package struct GitRepository: Sendable {
    /// The folder that it was opened at.
    package let folder: String
    /// Whether older commits are not at hand, as in a clone with `--depth`.
    package let isShallow: Bool
    /// The folder below the top of the work tree, with `/` at its end; empty at the top.
    package let prefix: String

    private let caller: Caller

    /// What an outer git, such as one that runs a hook, tells of where things are.
    private static let places = [
        "GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_EXTERNAL_DIFF", "GIT_TRACE",
    ]

    /// Opens the repository that a folder belongs to.
    ///
    /// - Parameters:
    ///   - folder: The folder, anywhere in the work tree.
    ///   - environment: The environment variables by name.
    ///   - program: The name of git.
    ///   - seconds: For how long one run of git may take.
    /// - Throws: ``GitError`` when there is no git or no repository, or git refuses it.
    package init(
        at folder: String,
        environment: [String: String] = ProcessEnvironment.current,
        program: String = "git",
        seconds: Int = 60
    ) throws(GitError) {
        self.folder = PathText.absolute(folder.isEmpty ? "." : folder)
        var variables = environment
        for name in Self.places { variables[name] = nil }
        // Plain English, no questions, no network, no locks, and paths that are nothing but paths.
        variables["LC_ALL"] = "C"
        variables["GIT_TERMINAL_PROMPT"] = "0"
        variables["GIT_OPTIONAL_LOCKS"] = "0"
        variables["GIT_NO_LAZY_FETCH"] = "1"
        variables["GIT_LITERAL_PATHSPECS"] = "1"
        variables["GIT_PAGER"] = "cat"
        caller = Caller(program: program, folder: self.folder, environment: variables, seconds: seconds)
        let (status, output, complaint) = try caller.run(
            ["rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-prefix"]
        )
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        guard status == 0, lines.first == "true" else {
            let reason = Self.firstLine(complaint)
            if status != 0, !reason.contains("not a git repository") {
                throw GitError(.failed, "git refuses ‘\(folder)’: \(reason)")
            }
            throw GitError(.noRepository, "‘\(folder)’ belongs to no git repository")
        }
        isShallow = lines.dropFirst().first == "true"
        prefix = lines.count > 2 ? lines[2...].joined(separator: "\n") : ""
    }

    /// The top of the work tree.
    package var topLevel: String {
        var folder = PathText.resolved(folder)
        for byte in prefix.utf8 where byte == UInt8(ascii: "/") { folder = PathText.folder(of: folder) }
        return folder
    }

    // MARK: - Questions

    /// Whether a file is tracked.
    ///
    /// - Throws: ``GitError`` when git refuses.
    package func isTracked(_ path: String) throws(GitError) -> Bool {
        try !answer(to: ["ls-files", "-z", "--cached", "--", path]).isEmpty
    }

    /// The full identifier of a commit.
    ///
    /// - Parameter revision: Anything that git takes for one commit: a branch, a tag, `HEAD~3`.
    /// - Returns: The identifier.
    /// - Throws: ``GitError`` when there is none.
    package func commit(_ revision: String) throws(GitError) -> String {
        let unknown = GitError(
            .unknownRevision,
            "git knows no commit ‘\(revision)’" + (isShallow ? "; this clone is shallow, fetch more of it" : "")
        )
        guard !revision.isEmpty, !revision.hasPrefix("-"), !revision.utf8.contains(0) else { throw unknown }
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"]
        let (status, output, _) = try run(arguments)
        let text = String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
        guard status == 0, !text.isEmpty, text.allSatisfy(\.isHexDigit) else { throw unknown }
        return text
    }

    /// The newest commit that two have in common, or `nil` when there is none at hand.
    ///
    /// - Throws: ``GitError`` when there is no such commit.
    package func mergeBase(of first: String, and second: String) throws(GitError) -> String? {
        let (status, output, _) = try run(["merge-base", try commit(first), try commit(second)])
        guard status == 0 else { return nil }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init)
    }

    /// The bytes of a file in a commit, or `nil` when it was not there.
    ///
    /// - Throws: ``GitError`` when there is no such commit.
    package func contents(of path: String, at revision: String) throws(GitError) -> [UInt8]? {
        let commit = try commit(revision)
        let (status, output, _) = try run(["cat-file", "blob", "\(commit):./\(path)"])
        return status == 0 ? output : nil
    }

    // MARK: - Running

    /// What git prints.
    ///
    /// - Parameters:
    ///   - arguments: The subcommand and its arguments.
    ///   - input: What it reads from its standard input.
    /// - Returns: The bytes.
    /// - Throws: ``GitError`` when it refuses.
    func answer(to arguments: [String], input: [UInt8] = []) throws(GitError) -> [UInt8] {
        let (status, output, complaint) = try run(arguments, input: input)
        guard status == 0 else {
            let reason = Self.firstLine(complaint)
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
    ) throws(GitError) -> (status: Int32, output: [UInt8], complaint: String) {
        try caller.run(arguments, input: input)
    }

    /// Hands on what git prints while it prints it.
    ///
    /// - Parameters:
    ///   - arguments: The subcommand and its arguments.
    ///   - input: What it reads from its standard input.
    ///   - take: Gets the pieces, and answers whether it wants more.
    /// - Returns: Its exit code, and the beginning of its complaints.
    /// - Throws: ``GitError`` when it does not start, takes too long, or was stopped.
    func stream(
        _ arguments: [String],
        input: [UInt8] = [],
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(GitError) -> (status: Int32, complaint: String) {
        try caller.stream(arguments, input: input, take)
    }

    static func firstLine(_ text: String) -> String {
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        for prefix in ["fatal: ", "error: "] where line.hasPrefix(prefix) {
            return String(line.dropFirst(prefix.count))
        }
        return line
    }
}

/// How git is called.
private struct Caller {
    let program: String
    let folder: String
    let environment: [String: String]
    let seconds: Int

    /// How much of one answer is taken, in bytes.
    private static let limit = 1 << 28
    /// What a person has set for reading in a terminal is not for us.
    private static let settings = [
        "core.quotePath=false", "color.ui=false", "log.showSignature=false", "i18n.logOutputEncoding=UTF-8",
        "diff.noprefix=false", "diff.mnemonicPrefix=false", "core.fsmonitor=false",
    ]

    func run(
        _ arguments: [String],
        input: [UInt8] = []
    ) throws(GitError) -> (status: Int32, output: [UInt8], complaint: String) {
        var output: [UInt8] = []
        let (status, complaint) = try stream(arguments, input: input) { piece in
            output += piece
            return output.count <= Self.limit
        }
        return (status, output, complaint)
    }

    func stream(
        _ arguments: [String],
        input: [UInt8],
        _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(GitError) -> (status: Int32, complaint: String) {
        let process = ChildProcess(
            program,
            ["--no-pager", "-C", folder] + Self.settings.flatMap { ["-c", $0] } + arguments,
            environment: environment,
            input: input,
            seconds: seconds
        )
        let name = arguments.first ?? ""
        let result: (ending: ChildProcess.Ending, complaint: String)
        do {
            result = try process.run(take)
        } catch {
            throw GitError(.notInstalled, "git cannot be run: \(error.reason)")
        }
        switch result.ending {
        case .exited(let status): return (status, result.complaint)
        case .signalled(let signal): throw GitError(.failed, "git \(name) was ended by signal \(signal)")
        case .timedOut: throw GitError(.timedOut, "git \(name) took more than \(seconds) seconds")
        case .stopped: throw GitError(.tooLarge, "git \(name) answers more than is read")
        }
    }
}
