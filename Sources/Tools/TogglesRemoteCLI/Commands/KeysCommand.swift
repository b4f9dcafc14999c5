import ArgumentParser
import FeatureTogglesSigning
import ToggleTool

/// The command `toggles keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Creates keys for signing remote documents.",
        subcommands: [NewKeysCommand.self]
    )
}

/// The command `toggles keys new`.
struct NewKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Creates a key pair.",
        discussion: """
            Writes NAME.private.pem and NAME.public.pem, and prints the Swift code that
            makes the app trust the key. The private key must stay secret, so only you can
            read its file. Existing files are never replaced. Both files store --id above
            the key, where sign and verify find it.

            Create two pairs, and let the app trust both. If one is lost or stolen, you can
            then sign with the other.

            EXAMPLES
              toggles keys new production
              toggles keys new keys/spare --id spare-2026
            """
    )

    @Argument(help: "The name of the files, before .private.pem and .public.pem.")
    var name: String

    @Option(help: "The identifier of the key in envelopes. Default: derived from the public key.")
    var id: String?

    func validate() throws {
        if name.isEmpty || name.hasSuffix("/") {
            throw ValidationError("‘\(name)’ is not a file name; write a name such as production.")
        }
    }

    func run() throws {
        let key = try SigningKey(id: id)
        let trusted = try key.trustedKey()
        let paths = (private: "\(name).private.pem", public: "\(name).public.pem")
        try key.write(toFile: paths.private, publicKeyFile: paths.public)
        let argument = id.map { ", id: \"\($0)\"" } ?? ""
        ToolOutput.print(
            """
            \(paths.private)  private key for toggles sign, readable only by you; keep it secret
            \(paths.public)   public key for toggles verify
            identifier: \(key.id)
            Swift code for your app: try TrustedKey("\(trusted.text)"\(argument))
            """
        )
    }
}
