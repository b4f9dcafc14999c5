import ArgumentParser
import FeatureTogglesRemote
import FeatureTogglesSigning
import ToggleTool

/// The command `toggles sign`.
struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
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
    var document: String

    @Option(help: "The private key file.", completion: .file(extensions: ["pem"]))
    var key: String

    @Option(help: "The identifier of the key in envelopes. Default: the one in the key file, or else a derived one.")
    var keyID: String?

    @Option(help: "The environment of the document.")
    var environment: String

    @Option(
        help: "The app that the document is for. Apps that expect a different audience, or none, reject the document."
    )
    var audience: String?

    @Option(help: "The revision of the document, higher than the last one.")
    var revision: UInt64

    @Option(help: "The number of days until the document expires. Default: never.")
    var days: Int64?

    @Option(help: "The time of signing, in seconds since 1970. Default: now.")
    var issuedAt: Int64?

    @Option(help: "The file to write. Default: standard output.", completion: .file(extensions: ["json"]))
    var output: String?

    @Flag(help: "Sign the document even if it is not a flagd document.")
    var unchecked = false

    func validate() throws {
        if let days, !(1...36_500).contains(days) {
            throw ValidationError("--days must be between 1 and 36500, not \(days).")
        }
    }

    func run() throws {
        let key = try SigningKey(file: key, id: keyID)
        let signer = try DocumentSigner(key: key, environment: environment, audience: audience)
        let bytes = try SigningFiles.read(document, limit: FlagDocument.Limits.standard.size)
        if !unchecked {
            do {
                _ = try FlagDocument(text: bytes)
            } catch {
                throw ToolError.usage(
                    "‘\(document)’ is not a flagd document: \(error). Nothing was signed; --unchecked signs it anyway."
                )
            }
        }
        let issuedAt = issuedAt ?? ToolFiles.secondsSince1970
        let envelope = try signer.sign(
            bytes,
            revision: revision,
            issuedAt: issuedAt,
            // An overflow exceeds the last date, and the signer rejects it.
            expiresAt: days.map {
                issuedAt.addingReportingOverflow($0 * 86_400).overflow ? .max : issuedAt + $0 * 86_400
            }
        )
        try SigningFiles.write(envelope, to: output, input: document)
    }
}
