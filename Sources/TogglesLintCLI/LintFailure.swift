import ToggleManifest

/// Why a command ends early, with the exit code that says so.
struct LintFailure: Error {
    /// What the process ends with; documented in the help of `toggles lint`.
    enum Code: Int32 {
        /// Fine.
        case fine = 0
        /// There are findings.
        case findings = 1
        /// Wrong usage, or input that cannot be read or written.
        case usage = 2
    }

    /// What to tell the person; nothing when everything was said.
    let message: String
    /// The exit code.
    let code: Code
    /// What is wrong with the manifest or the document, for who reads reports; empty for other failures.
    var diagnostics: [Diagnostic] = []
    /// The path of the manifest, relative to the root of the project, when there are diagnostics.
    var manifestPath = ""

    /// Wrong usage, or input that cannot be read or written.
    static func usage(_ message: String) -> LintFailure { LintFailure(message: message, code: .usage) }

    /// There are findings, which were printed.
    static let findings = LintFailure(message: "", code: .findings)
}
