public import FeatureTogglesRemote
import ToggleBase

/// Accepts only documents in envelopes that a trusted key signed for this environment and audience.
///
/// ```swift
/// let verifier = try SignedDocumentVerifier(
///     environment: "production",
///     audience: "shop",
///     keys: [TrustedKey("MCowBQ…"), TrustedKey("q83vEj…")]
/// )
/// ```
///
/// The verifier rejects these documents, with the code `untrusted` and a sentence, before any of the document is
/// parsed:
///
/// - a document without an envelope
/// - an envelope with another environment, audience, algorithm, version, or key
/// - an envelope with an invalid signature
/// - a document that was signed in the future, by more than ``clockTolerance``
/// - a document whose revision is lower than one that was accepted before
///
/// An expired document is accepted: the client continues with it and reports that it is stale.
public struct SignedDocumentVerifier: DocumentVerifier {
    /// The environment whose documents are accepted.
    public let environment: String
    /// The app whose documents are accepted; `nil` accepts documents without an audience.
    public let audience: String?
    /// The keys whose signatures are accepted.
    public let keys: [TrustedKey]
    /// How far in the future a document may have been signed according to this clock, in seconds.
    public let clockTolerance: Int64

    private let now: @Sendable () -> Int64

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - environment: The environment whose documents are accepted, such as `production`.
    ///   - audience: The app whose documents are accepted, if one key signs for several apps. With an audience,
    ///     documents without one are rejected. Without one, documents with any audience are rejected. This prevents a
    ///     document for one app from being replayed to another.
    ///   - keys: The keys whose signatures are accepted. An app should have two or more, so that one can be replaced.
    ///   - clockTolerance: How far in the future a document may have been signed according to this clock, in seconds.
    ///     The default is a day, because the clocks of devices can be wrong by that much. A device whose clock is
    ///     further behind keeps its current document.
    /// - Throws: ``SigningError`` if there is no key, two keys have the same identifier, or the environment or audience
    ///   is invalid.
    public init(
        environment: String,
        audience: String? = nil,
        keys: [TrustedKey],
        clockTolerance: Int64 = 86_400
    ) throws(SigningError) {
        try self.init(environment: environment, audience: audience, keys: keys, clockTolerance: clockTolerance) {
            SystemTime.secondsSince1970
        }
    }

    /// Creates a verifier with a clock.
    ///
    /// - Parameters:
    ///   - environment: The environment whose documents are accepted.
    ///   - audience: The app whose documents are accepted; `nil` accepts documents without an audience.
    ///   - keys: The keys whose signatures are accepted.
    ///   - clockTolerance: How far in the future a document may have been signed according to the clock, in seconds.
    ///   - now: The clock, in seconds since 1970.
    /// - Throws: ``SigningError`` if there is no key, two keys have the same identifier, or the environment or audience
    ///   is invalid.
    public init(
        environment: String,
        audience: String? = nil,
        keys: [TrustedKey],
        clockTolerance: Int64 = 86_400,
        now: @escaping @Sendable () -> Int64
    ) throws(SigningError) {
        try SignedEnvelope.checkNames(environment, audience, code: .invalidTrust)
        guard !keys.isEmpty else {
            throw SigningError(
                .invalidTrust,
                "there is no trusted key; pass two or more, created with `toggles keys new`"
            )
        }
        for (index, key) in keys.enumerated() where keys[..<index].contains(where: { $0.id == key.id }) {
            throw SigningError(.invalidTrust, "two keys have the identifier ‘\(key.id)’; give each its own")
        }
        self.environment = environment
        self.audience = audience
        self.keys = keys
        self.clockTolerance = min(max(0, clockTolerance), SignedEnvelope.latestDate)
        self.now = now
    }

    /// Verifies a document and extracts it from its envelope.
    ///
    /// The revision of the result is that of the envelope, plus 2^53 for each generation of the key; see
    /// ``TrustedKey/generation``.
    public func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument {
        let envelope = try SignedEnvelope(text: document.text)
        guard let key = keys.first(where: { $0.id == envelope.keyID }) else {
            let known = keys.map { "‘\($0.id)’" }.joined(separator: ", ")
            throw refusal("it is signed with the key ‘\(envelope.keyID)’, but the trusted keys are \(known)")
        }
        guard key.accepts(envelope.signature, over: envelope.signedBytes) else {
            throw refusal("its signature by the key ‘\(key.id)’ does not match; the content was changed after signing")
        }
        // From here on, the author of the envelope is known.
        guard envelope.environment == environment else {
            throw refusal("it is meant for ‘\(envelope.environment)’, but this is ‘\(environment)’")
        }
        guard envelope.audience == audience else {
            let meant = envelope.audience.map { "it is meant for the app ‘\($0)’" } ?? "it names no app"
            let expected = audience.map { "this is ‘\($0)’" } ?? "this verifier has no audience"
            throw refusal("\(meant), but \(expected)")
        }
        let now = now()
        guard envelope.issuedAt <= min(now, SignedEnvelope.latestDate) + clockTolerance else {
            throw refusal(
                """
                it was signed at \(envelope.issuedAt), more than \(clockTolerance) seconds ahead of this clock, \(now); \
                correct the clock that is wrong
                """
            )
        }
        let revision = key.generation << 53 | envelope.revision
        if let highestRevision, revision < highestRevision {
            throw refusal(
                """
                it is revision \(Self.description(of: revision)), but \(Self.description(of: highestRevision)) was \
                accepted before; to restore old content, sign it as a new revision
                """
            )
        }
        return VerifiedDocument(
            document: RemoteDocument(text: envelope.payload, revision: document.revision, format: document.format),
            revision: revision,
            expiresAt: envelope.expiresAt
        )
    }

    private static func description(of revision: UInt64) -> String {
        let generation = revision >> 53
        let number = revision & SignedEnvelope.highestRevision
        return generation == 0 ? "\(number)" : "\(number) of generation \(generation)"
    }

    private func refusal(_ reason: String) -> RemoteSourceError {
        RemoteSourceError(.untrusted, "the signed document is not accepted: \(reason)")
    }
}
