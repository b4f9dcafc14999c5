import ToggleTool

/// Who publishes.
enum Author {
    /// The name for histories: from the environment, from git, or else that of the account.
    static var current: String {
        let environment = ToolFiles.environment
        for name in ["TOGGLES_AUTHOR", "GITHUB_ACTOR", "GITLAB_USER_LOGIN"] {
            if let author = environment[name], !author.isEmpty { return author }
        }
        if let name = line(of: "git", "config", "--get", "user.name") {
            return line(of: "git", "config", "--get", "user.email").map { "\(name) <\($0)>" } ?? name
        }
        return line(of: "id", "-un") ?? "unknown"
    }

    /// Returns the line that a program prints, or `nil` if it fails.
    private static func line(of program: String, _ arguments: String...) -> String? {
        let process = ChildProcess(program, arguments, seconds: 10)
        guard let (ending, output, _) = try? process.output(limit: 1 << 12), ending == .exited(0) else { return nil }
        let line = String(decoding: output.prefix { $0 != 0x0A }, as: UTF8.self)
        return line.isEmpty ? nil : line
    }
}
