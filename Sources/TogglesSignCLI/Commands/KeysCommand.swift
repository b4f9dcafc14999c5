import ArgumentParser
import FeatureToggles
import FeatureTogglesSigning

/// The command `toggles keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Makes keys to sign remote documents with.",
        subcommands: [NewKeysCommand.self]
    )
}

/// The command `toggles keys new`.
struct NewKeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Makes a key pair.",
        discussion: """
            Writes NAME.private.pem, which only you may read and which belongs into a
            safe, and NAME.public.pem, and prints the line that goes into the app.
            Files that exist are never written over. An --id of yours is kept in both
            files, above the key, and sign and verify take it from there. Make two pairs, and let the app
            trust both: when one is lost or stolen, the other signs on.

            EXAMPLES
              toggles keys new production
              toggles keys new keys/spare --id spare-2026
            """
    )

    @Argument(help: "What the files are called, before .private.pem and .public.pem.")
    var name: String

    @Option(help: "What envelopes call the key. Default: derived from the public key.")
    var id: String?

    func validate() throws {
        if name.isEmpty || name.hasSuffix("/") {
            throw ValidationError("‘\(name)’ names no files; write a name such as production.")
        }
    }

    func run() throws {
        let key = try SigningKey(id: id)
        let trusted = try key.trustedKey()
        let paths = (private: "\(name).private.pem", public: "\(name).public.pem")
        // The public one first: it may stay alone when the other fails, where a private key must not.
        try trusted.write(toFile: paths.public)
        do {
            try key.write(toFile: paths.private)
        } catch {
            FileWriting.remove(paths.public)
            throw error
        }
        let argument = id.map { ", id: \"\($0)\"" } ?? ""
        Terminal.print(
            """
            \(paths.private)  the private key, mode 600: it signs documents. Keep it to yourself.
            \(paths.public)   the public key, for toggles verify
            identifier: \(key.id)
            in the app: try TrustedKey("\(trusted.text)"\(argument))
            """
        )
    }
}
