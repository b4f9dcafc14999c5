public import FeatureTogglesRemote
import ToggleBase

/// Creates signed envelopes for documents.
///
/// ```swift
/// let signer = try DocumentSigner(key: key, environment: "production", audience: "shop")
/// let envelope = try signer.sign(document, revision: 42, issuedAt: now, expiresAt: now + 30 * 86_400)
/// ```
public struct DocumentSigner: Sendable {
    /// The private key.
    public let key: SigningKey
    /// The environment for which documents are signed.
    public let environment: String
    /// The app for which documents are signed; `nil` for verifiers without an audience.
    public let audience: String?

    /// Creates a signer.
    ///
    /// - Parameters:
    ///   - key: The key to sign with.
    ///   - environment: The environment, such as `production`: 1 to 64 ASCII letters, digits, dots, `_`, and `-`.
    ///   - audience: The app, with the same characters as an environment, if several apps trust the key; `nil` for all
    ///     of them.
    /// - Throws: ``SigningError`` if the environment or the audience is invalid.
    public init(key: SigningKey, environment: String, audience: String? = nil) throws(SigningError) {
        try SignedEnvelope.checkNames(environment, audience, code: .invalidField)
        self.key = key
        self.environment = environment
        self.audience = audience
    }

    /// Signs a document.
    ///
    /// The document is not parsed, and reaches the app byte for byte.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - revision: The number of this edition. It must be higher than that of every earlier edition, even if earlier
    ///     content is restored.
    ///   - issuedAt: The current time, in seconds since 1970.
    ///   - expiresAt: When the document expires, in seconds since 1970; `nil` for never.
    ///   - limits: The limits, of which the size of the document applies.
    /// - Returns: The text of the envelope, which ends with a line break.
    /// - Throws: ``SigningError`` if the document is too large, or a number is out of range.
    public func sign(
        _ document: [UInt8],
        revision: UInt64,
        issuedAt: Int64,
        expiresAt: Int64? = nil,
        limits: FlagDocument.Limits = .standard
    ) throws(SigningError) -> [UInt8] {
        guard document.count <= limits.size else {
            throw SigningError(
                .tooLarge,
                "the document has \(document.count) bytes, more than the \(limits.size) that clients accept"
            )
        }
        guard (1...SignedEnvelope.highestRevision).contains(revision) else {
            throw SigningError(
                .invalidField,
                "revision \(revision) is not between 1 and \(SignedEnvelope.highestRevision)"
            )
        }
        let dates = 0...SignedEnvelope.latestDate
        guard dates.contains(issuedAt), expiresAt.map({ dates.contains($0) && $0 > issuedAt }) ?? true else {
            throw SigningError(
                .invalidField,
                "the dates must be seconds since 1970 up to the year 9999, and a document must expire after it was issued"
            )
        }
        let audience = audience.map { "\n  \"audience\": \"\($0)\"," } ?? ""
        let header = """
            {
              "v": \(SignedEnvelope.version),
              "environment": "\(environment)",\(audience)
              "revision": \(revision),
              "issuedAt": \(issuedAt),
              "expiresAt": \(expiresAt.map(String.init) ?? "null"),
              "keyId": "\(key.id)",
              "alg": "\(SignedEnvelope.algorithm)",
              "payload": "
            """
        var envelope = Array(header.utf8)
        envelope += Base64.encode(document)
        envelope += Array("\",\n  ".utf8)
        let signature = try key.signature(over: Array(SignedEnvelope.domain.utf8) + envelope)
        envelope += Array("\"signature\": \"".utf8)
        envelope += Base64.encode(signature)
        envelope += Array("\"\n}\n".utf8)
        return envelope
    }
}
