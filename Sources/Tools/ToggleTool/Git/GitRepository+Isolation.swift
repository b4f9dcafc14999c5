import ToggleBase

// Everything that git reads besides the repository's content: what it may run, and what may change its output.
//
// - Programs: filters are replaced by `configuredDrivers()`; hooks, the file system monitor, and credential helpers by
//   `settings`; the pager by `--no-pager`; external diffs and text conversions by options of `diff`, `log`, and
//   `blame`; transports by `GIT_ALLOW_PROTOCOL`. Submodules, whose own settings would count, are ignored.
// - Output: every setting that changes the output of a command that the tools run is in `settings`, apart from those
//   that describe the checkout, such as `core.autocrlf`, and the user's ignored files.
// - Environment: only the variables in `keptVariables` reach git.
extension GitRepository {
    /// The settings for every command, which replace those of the system, the user, and the repository.
    static let settings = [
        // A folder with `HEAD`, `config`, and `objects` can be part of any clone.
        "safe.bareRepository=explicit",
        "core.fsmonitor=false", "core.hooksPath=/dev/null", "credential.helper=", "submodule.recurse=false",
        "core.quotePath=false", "core.bigFileThreshold=512m", "color.ui=false", "i18n.logOutputEncoding=UTF-8",
        "log.showRoot=true", "log.showSignature=false", "log.diffMerges=separate",
        "diff.noprefix=false", "diff.mnemonicPrefix=false", "diff.renames=true", "diff.renameLimit=1000",
        "diff.algorithm=myers", "diff.indentHeuristic=true", "diff.interHunkContext=0", "diff.orderFile=/dev/null",
        "diff.relative=false",
        "blame.showRoot=false", "grep.column=false", "grep.fullName=false", "status.showUntrackedFiles=normal",
        "mailmap.file=/dev/null", "mailmap.blob=",
    ]

    /// The variables of git that tell it where its programs and the user's settings are, and where its search ends.
    ///
    /// The others either belong to an outer git process, such as one that runs a hook, or change the output.
    private static let keptVariables: Set<String> = [
        "GIT_EXEC_PATH", "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    ]

    /// Returns the environment of every command: English messages, no prompts, no network, no locks, and literal
    /// pathspecs.
    static func environment(from environment: [String: String]) -> [String: String] {
        var variables = environment.filter { name, _ in
            !name.hasPrefix("GIT_") || name.hasPrefix("GIT_CONFIG_") || keptVariables.contains(name)
        }
        variables["LC_ALL"] = "C"
        variables["GIT_TERMINAL_PROMPT"] = "0"
        variables["GIT_OPTIONAL_LOCKS"] = "0"
        variables["GIT_NO_LAZY_FETCH"] = "1"
        variables["GIT_ALLOW_PROTOCOL"] = "none"
        variables["GIT_LITERAL_PATHSPECS"] = "1"
        return variables
    }

    /// Returns a setting of the user, such as `user.name`, also outside of repositories.
    ///
    /// - Parameter name: The name of the setting.
    /// - Returns: The value, or `nil` without one or without git.
    package static func setting(_ name: String) -> String? {
        let process = ChildProcess(
            "git",
            settings.flatMap { ["-c", $0] } + ["config", "--get", name],
            environment: environment(from: ProcessEnvironment.current),
            seconds: 10
        )
        guard let (ending, output, _) = try? process.output(limit: 1 << 12), ending == .exited(0) else { return nil }
        let line = firstLine(String(decoding: output, as: UTF8.self))
        return line.isEmpty ? nil : line
    }

    /// The values for settings of a filter or a diff driver, with which git treats a file as if there were no driver.
    private static let neutralValues = [
        "clean": "", "process": "", "required": "false", "binary": "auto", "algorithm": "myers",
    ]

    /// Returns the settings that neutralize every configured filter and diff driver.
    ///
    /// Git has no single setting for this. The attributes that select a driver are part of the repository.
    func configuredDrivers() throws(GitError) -> [String] {
        // The exit code is 1 if there is no match.
        let (status, output, standardError) = try run(
            ["config", "--null", "--name-only", "--get-regexp", #"^(filter|diff)\..*\."#]
        )
        guard status <= 1 else { throw GitError(.failed, "git config failed: \(Self.firstLine(standardError))") }
        let names = Set(output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
        var settings: [String] = []
        for name in names.sorted() {
            let key = name.split(separator: ".").last.map(String.init) ?? ""
            guard let value = Self.neutralValues[key] else { continue }
            // In an argument of `-c`, the first equals sign ends the name.
            guard !name.contains("=") else {
                throw GitError(.failed, "git has a setting ‘\(name)’, whose name must not contain ‘=’; rename it")
            }
            settings.append("\(name)=\(value)")
        }
        return settings
    }
}
