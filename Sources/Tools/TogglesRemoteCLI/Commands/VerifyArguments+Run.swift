import ArgumentParser
import FeatureTogglesRemote
import FeatureTogglesSigning
import ToggleTool

/// Runs the command `toggles verify`.
extension VerifyArguments: RunnableArguments {
    package func run() throws {
        let keys = try TrustedKey.keys(key, trust)
        let now = now ?? ToolFiles.secondsSince1970
        let verifier = try SignedDocumentVerifier(environment: environment, audience: trust.audience, keys: keys) {
            now
        }
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
        let name = "‘\(environment)’" + (trust.audience.map { " and ‘\($0)’" } ?? "")
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

extension TrustedKey {
    /// Reads the keys of an option.
    ///
    /// - Parameters:
    ///   - texts: Paths of key files, or keys in base64.
    ///   - trust: Their identifiers in envelopes and their generation.
    /// - Returns: The keys.
    /// - Throws: ``SigningError`` for an invalid key.
    static func keys(_ texts: [String], _ trust: TrustOptions) throws -> [TrustedKey] {
        try texts.enumerated().map { index, text in
            let id = trust.keyID.isEmpty ? nil : trust.keyID[index]
            let isInline = text.utf8.count == 44 && text.hasSuffix("=")
            return try isInline
                ? TrustedKey(text, id: id, generation: trust.generation)
                : TrustedKey(file: text, id: id, generation: trust.generation)
        }
    }
}
