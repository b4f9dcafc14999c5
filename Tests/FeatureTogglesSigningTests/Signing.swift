import FeatureTogglesRemote
import FeatureTogglesSigning

/// Two trusted keys, an unknown one, and documents signed with them.
struct Signing {
    static let now: Int64 = 1_800_000_000
    static let document = Array(
        #"{"flags":{"a":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"}}}"#.utf8
    )

    let first: SigningKey
    let second: SigningKey
    let stranger: SigningKey

    init() throws {
        first = try SigningKey(id: "first")
        second = try SigningKey(id: "second")
        stranger = try SigningKey(id: "stranger")
    }

    /// Returns a verifier that trusts the first and the second key.
    func verifier(
        environment: String = "production",
        audience: String? = nil,
        clockTolerance: Int64 = 300,
        now: Int64 = Signing.now
    ) throws -> SignedDocumentVerifier {
        try SignedDocumentVerifier(
            environment: environment,
            audience: audience,
            keys: [first.trustedKey(), second.trustedKey()],
            clockTolerance: clockTolerance
        ) { now }
    }

    /// Returns the text of an envelope.
    func envelope(
        _ document: [UInt8] = Signing.document,
        by key: SigningKey? = nil,
        environment: String = "production",
        audience: String? = nil,
        revision: UInt64 = 7,
        issuedAt: Int64 = Signing.now,
        expiresAt: Int64? = nil
    ) throws -> String {
        let signer = try DocumentSigner(key: key ?? first, environment: environment, audience: audience)
        let bytes = try signer.sign(document, revision: revision, issuedAt: issuedAt, expiresAt: expiresAt)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SignedDocumentVerifier {
    /// Returns the message with which a text is rejected, or `nil` if it is accepted.
    func refusal(of text: String, highestRevision: UInt64? = nil) -> String? {
        refusal(of: Array(text.utf8), highestRevision: highestRevision)?.message
    }

    func refusal(of text: [UInt8], highestRevision: UInt64? = nil) -> RemoteSourceError? {
        do throws(RemoteSourceError) {
            _ = try verify(RemoteDocument(text: text), highestRevision: highestRevision)
            return nil
        } catch {
            return error
        }
    }
}
