package import ArgumentParser

/// The arguments of `toggles verify`.
package struct VerifyArguments: CompanionArguments {
    package static let companion = Companion.remote
    package static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks whether an app would trust a signed document.",
        discussion: """
            The exit code is 1 if the app wouldn't trust the document. An expired
            document is trusted, but counts as stale. If the --output file exists,
            it's replaced, unless it contains a key.

            EXAMPLES
              toggles verify signed.json --key a.public.pem --environment production
              curl -s https://example.com/flags | toggles verify - \\
                --key a.public.pem --key b.public.pem --environment production
            """
    )

    @Argument(help: "The signed document; - is standard input.", completion: .file(extensions: ["json"]))
    package var document: String

    @Option(help: "A public key file, or a public key in base64. May be repeated.", completion: .file())
    package var key: [String]

    @OptionGroup package var trust: TrustOptions

    @Option(help: "The expected environment.")
    package var environment: String

    @Option(help: "The highest revision accepted so far.")
    package var highestRevision: UInt64?

    @Option(help: "The time of verification, in seconds since 1970. Default: now.")
    package var now: Int64?

    @Option(help: "A file to write the document to, without its envelope.", completion: .file())
    package var output: String?

    package init() {}

    package func validate() throws {
        try trust.validate(for: key)
    }
}
