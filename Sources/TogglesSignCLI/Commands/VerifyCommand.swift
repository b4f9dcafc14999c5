import ArgumentParser
import FeatureToggles
import FeatureTogglesRemote
import FeatureTogglesSigning

/// The command `toggles verify`.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Says whether an app would trust a signed document.",
        discussion: """
            Exits with 1 when it would not. A document that is out of date is trusted
            and counts as stale. An --output that exists is written over, unless it holds a
            key.

            EXAMPLES
              toggles verify signed.json --key a.public.pem --environment production
              curl -s https://example.com/flags | toggles verify - \\
                --key a.public.pem --key b.public.pem --environment production
            """
    )

    @Argument(help: "The signed document; - is standard input.", completion: .file(extensions: ["json"]))
    var document: String

    @Option(help: "A public key file, or a public key in base64; may be given again.", completion: .file())
    var key: [String]

    @Option(
        help: "What envelopes call the keys, in the order of --key. Default: as their files say, else the derived ones."
    )
    var keyID: [String] = []

    @Option(help: "The generation that the keys belong to in the app.")
    var generation: UInt64 = 0

    @Option(help: "The environment that the document should be for.")
    var environment: String

    @Option(help: "The app that the document should be for. Default: a document that names none.")
    var audience: String?

    @Option(help: "The highest revision that was accepted before.")
    var highestRevision: UInt64?

    @Option(help: "The moment to verify at, in seconds since 1970. Default: now.")
    var now: Int64?

    @Option(help: "A file to write the document to, without its envelope.", completion: .file())
    var output: String?

    func validate() throws {
        if !keyID.isEmpty, keyID.count != key.count {
            throw ValidationError("Give --key-id for each --key or for none.")
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
        let now = now ?? Terminal.now
        let verifier = try SignedDocumentVerifier(environment: environment, audience: audience, keys: keys) { now }
        let text = try Terminal.read(document, limit: FlagDocument.Limits.standard.envelopeSize)
        let verified: VerifiedDocument
        let signer: String
        do {
            verified = try verifier.verify(RemoteDocument(text: text), highestRevision: highestRevision)
            signer = try SignedEnvelope(text: text).keyID
        } catch {
            throw SignFailure(message: "‘\(document)’: \(error.message).", code: 1)
        }
        if let output { try Terminal.write(verified.document.text, toFile: output, insteadOf: document) }
        let name = "‘\(environment)’" + (audience.map { " and ‘\($0)’" } ?? "")
        Terminal.print(
            "‘\(document)’ is trusted: revision \(verified.revision) for \(name), signed by ‘\(signer)’"
        )
        guard let expiresAt = verified.expiresAt else { return }
        Terminal.print(
            expiresAt > now
                ? "up to date until \(Terminal.date(expiresAt))"
                : "warning: it is out of date since \(Terminal.date(expiresAt)), and counts as stale"
        )
    }
}
