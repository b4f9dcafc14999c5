import ArgumentParser
import FeatureTogglesRemote
import FeatureTogglesSigning
import ToggleTool

/// The command `toggles verify`.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
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
    var document: String

    @Option(help: "A public key file, or a public key in base64. May be repeated.", completion: .file())
    var key: [String]

    @Option(
        help: """
            The identifiers of the keys in envelopes, in the order of --key. Default: those in the files, or else \
            derived ones.
            """
    )
    var keyID: [String] = []

    @Option(help: "The generation of the keys in the app.")
    var generation: UInt64 = 0

    @Option(help: "The expected environment.")
    var environment: String

    @Option(help: "The expected app. Default: accept only documents that name no app.")
    var audience: String?

    @Option(help: "The highest revision accepted so far.")
    var highestRevision: UInt64?

    @Option(help: "The time of verification, in seconds since 1970. Default: now.")
    var now: Int64?

    @Option(help: "A file to write the document to, without its envelope.", completion: .file())
    var output: String?

    func validate() throws {
        if !keyID.isEmpty, keyID.count != key.count {
            throw ValidationError("Write --key-id for each --key or for none.")
        }
    }

    func run() throws {
        let keys = try key.enumerated().map { index, text in
            let id = keyID.isEmpty ? nil : keyID[index]
            let isInline = text.utf8.count == 44 && text.hasSuffix("=")
            return try isInline
                ? TrustedKey(text, id: id, generation: generation)
                : TrustedKey(file: text, id: id, generation: generation)
        }
        let now = now ?? ToolFiles.secondsSince1970
        let verifier = try SignedDocumentVerifier(environment: environment, audience: audience, keys: keys) { now }
        let text = try SigningFiles.read(document, limit: FlagDocument.Limits.standard.envelopeSize)
        let verified: VerifiedDocument
        let signer: String
        do {
            verified = try verifier.verify(RemoteDocument(text: text), highestRevision: highestRevision)
            signer = try SignedEnvelope(text: text).keyID
        } catch {
            throw ToolError("‘\(document)’: \(error.message).", code: .findings)
        }
        if let output { try SigningFiles.write(verified.document.text, to: output, input: document) }
        let name = "‘\(environment)’" + (audience.map { " and ‘\($0)’" } ?? "")
        ToolOutput.print(
            "‘\(document)’ is trusted: revision \(verified.revision) for \(name), signed by ‘\(signer)’"
        )
        guard let expiresAt = verified.expiresAt else { return }
        ToolOutput.print(
            expiresAt > now
                ? "up to date until \(SigningFiles.date(expiresAt))"
                : "warning: it expired on \(SigningFiles.date(expiresAt)), and counts as stale"
        )
    }
}
