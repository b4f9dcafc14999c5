import ArgumentParser
import ToggleBase
import ToggleLint
import ToggleTool

/// The options that name the remote document to change.
struct DocumentOptions: ParsableArguments {
    @Option(
        help: """
            The remote document to change: a file, or a target to publish to, such as an environment in toggles.yaml. \
            Default: the file that the manifest names.
            """,
        completion: .targets
    )
    var document: String?

    @Flag(help: "Create the document if it doesn't exist. In a terminal, the command asks.")
    var create = false

    /// Asks whether to create a document that doesn't exist, unless the option answers it.
    ///
    /// - Parameter document: The document, if there is one.
    /// - Throws: ``ToolError`` if it shouldn't be created.
    func confirmCreation(of document: LifecycleChange.File?) throws {
        guard let document, document.isNew, !create else { return }
        try ToolOutput.confirm(
            "The remote document \(document.path) doesn't exist. Create it?",
            otherwise: """
                the remote document ‘\(document.path)’ doesn't exist. Correct the path, or pass --create to create a \
                document with only this toggle.
                """
        )
    }
}
