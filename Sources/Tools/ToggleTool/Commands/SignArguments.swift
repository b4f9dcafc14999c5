package import ArgumentParser

/// The arguments of `toggles sign`.
package struct SignArguments: CompanionArguments {
    package static let companion = Companion.remote
    package static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Signs a remote document.",
        discussion: """
            The envelope contains the document byte for byte. Clients reject a revision
            that's lower than one they have already accepted, so increase it even to
            restore old content. If the --output file exists, it's replaced, unless it
            contains a key.

            EXAMPLES
              toggles sign flags.json --key production.private.pem \\
                --environment production --revision 42 --days 30 --output signed.json
              toggles check flags.json && toggles sign flags.json …
            """
    )

    @Argument(help: "The document; - is standard input.", completion: .file(extensions: ["json"]))
    package var document: String

    @Option(help: "The private key file.", completion: .file(extensions: ["pem"]))
    package var key: String

    @Option(help: "The identifier of the key in envelopes. Default: the one in the key file, or else a derived one.")
    package var keyID: String?

    @Option(help: "The environment of the document.")
    package var environment: String

    @Option(
        help: "The app that the document is for. Apps that expect a different audience, or none, reject the document."
    )
    package var audience: String?

    @Option(help: "The revision of the document, higher than the last one.")
    package var revision: UInt64

    @Option(help: "The number of days until the document expires. Default: never.")
    package var days: Int64?

    @Option(help: "The time of signing, in seconds since 1970. Default: now.")
    package var issuedAt: Int64?

    @Option(help: "The file to write. Default: standard output.", completion: .file(extensions: ["json"]))
    package var output: String?

    @Flag(help: "Sign the document even if it is not a flagd document.")
    package var unchecked = false

    package init() {}

    package func validate() throws {
        if let days, !(1...36_500).contains(days) {
            throw ValidationError("--days must be between 1 and 36500, not \(days).")
        }
    }
}
