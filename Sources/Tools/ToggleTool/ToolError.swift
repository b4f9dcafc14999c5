package import ToggleManifest

/// An error that ends a tool with an exit code.
package struct ToolError: Error, CustomStringConvertible {
    /// The exit codes that the tools' help documents.
    package enum Code: Int32 {
        /// Success.
        case success = 0
        /// There are findings.
        case findings = 1
        /// Wrong usage, or input that can't be read or written.
        case usage = 2
        /// Another publisher was faster, so nothing was written.
        case conflict = 3
        /// A store of documents can't be reached.
        case unavailable = 4
        /// A store of documents may have written something, because its answer was lost.
        case unknown = 5
    }

    /// The message for standard error; empty if everything has been printed.
    package let message: String
    /// The exit code.
    package let code: Code
    /// The errors in the manifest or the document, for reports; empty for other errors.
    package let diagnostics: [Diagnostic]
    /// The path of the manifest, relative to the root of the project, if there are diagnostics.
    package let manifestPath: String
    /// The root of the project, which the paths are relative to, if there are diagnostics.
    package let root: String?

    /// Creates an error.
    package init(
        _ message: String,
        code: Code,
        diagnostics: [Diagnostic] = [],
        manifestPath: String = "",
        root: String? = nil
    ) {
        self.message = message
        self.code = code
        self.diagnostics = diagnostics
        self.manifestPath = manifestPath
        self.root = root
    }

    /// The message.
    package var description: String { message }

    /// Wrong usage, or input that can't be read or written.
    package static func usage(_ message: String) -> ToolError { ToolError(message, code: .usage) }

    /// Findings that have been printed.
    package static let findings = ToolError("", code: .findings)

    /// The error of builds without overrides.
    package static let noOverrides = ToolError.usage(
        """
        This build of toggles has no overrides. Build it with `swift build -c release --traits default,InternalBuild`, or \
        install it with `make install`.
        """
    )
}
