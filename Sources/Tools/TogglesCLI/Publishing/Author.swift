import ToggleTool

/// The author of publications.
enum Author {
    /// The name for histories: from the environment, from git, or else that of the account.
    static var current: String {
        let environment = ToolFiles.environment
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let known = ["TOGGLES_AUTHOR", "GITHUB_ACTOR", "GITLAB_USER_LOGIN"].lazy.compactMap(value).first
        return known ?? GitRepository.setting("user.name") ?? value("USER") ?? value("LOGNAME") ?? "unknown"
    }
}
