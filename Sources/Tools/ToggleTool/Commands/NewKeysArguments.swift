package import ArgumentParser

/// The arguments of `toggles keys new`.
package struct NewKeysArguments: CompanionArguments {
    package static let companion = Companion.remote
    package static let configuration = CommandConfiguration(
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
    package var name: String

    @Option(help: "The identifier of the key in envelopes. Default: derived from the public key.")
    package var id: String?

    package init() {}

    package func validate() throws {
        if name.isEmpty || name.hasSuffix("/") {
            throw ValidationError("‘\(name)’ is not a file name; write a name such as production.")
        }
    }
}
