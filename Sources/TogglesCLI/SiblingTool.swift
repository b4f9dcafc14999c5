import ToggleCompanions

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

    /// What is to be done about toggles.
    static let lint = SiblingTool(
        name: "toggles-lint",
        purpose: "brings a parser of Swift, which takes minutes to build"
    )

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
        guard let path = Companion.path(of: name) else { throw CommandFailure.usage(absence) }
        let reason = Companion.replaceProcess(with: path, arguments)
        throw CommandFailure.usage("Cannot run ‘\(path)’: \(reason).")
    }
}
