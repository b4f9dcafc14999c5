import ArgumentParser
import FeatureToggles
import FeatureTogglesRemote
import FeatureTogglesSigning

/// The command `toggles sign`.
struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Signs a remote document.",
        discussion: """
            The document goes into an envelope byte for byte. Clients refuse a revision
            lower than one that they have accepted: count up, also to bring old content
            back. An --output that exists is written over, unless it holds a key.

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

    @Option(help: "What envelopes call the key. Default: the identifier in the key file, else the derived one.")
    var keyID: String?

    @Option(help: "The environment that the document is for.")
    var environment: String

    @Option(help: "The app that the document is for, where several trust the key. Default: every app that trusts it.")
    var audience: String?

    @Option(help: "The number of this edition, higher than the last.")
    var revision: UInt64

    @Option(help: "After how many days the document is out of date. Default: never.")
    var days: Int64?

    @Option(help: "When it is signed, in seconds since 1970. Default: now.")
    var issuedAt: Int64?

    @Option(help: "The file to write. Default: standard output.", completion: .file(extensions: ["json"]))
    var output: String?

    @Flag(help: "Sign what is no flagd document.")
    var unchecked = false

    func validate() throws {
        if let days, !(1...36_500).contains(days) {
            throw ValidationError("--days is between 1 and 36500, this is \(days).")
        }
    }

    func run() throws {
        let key = try SigningKey(file: key, id: keyID)
        let signer = try DocumentSigner(key: key, environment: environment, audience: audience)
        let bytes = try Terminal.read(document, limit: FlagDocument.Limits.standard.size)
        if !unchecked {
            do {
                _ = try FlagDocument(text: bytes)
            } catch {
                throw SignFailure.usage(
                    "‘\(document)’ is no flagd document: \(error). Nothing was signed; --unchecked signs it all the same."
                )
            }
        }
        let issuedAt = issuedAt ?? Terminal.now
        let envelope = try signer.sign(
            bytes,
            revision: revision,
            issuedAt: issuedAt,
            // A sum that is too large is past the last date, and refused as such.
            expiresAt: days.map {
                issuedAt.addingReportingOverflow($0 * 86_400).overflow ? .max : issuedAt + $0 * 86_400
            }
        )
        try Terminal.write(envelope, toFile: output, insteadOf: document)
    }
}
