import FeatureToggles
public import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Accepts documents in envelopes that one of the trusted keys signed for this environment and this app, and no others.
///
/// ```swift
/// let verifier = try SignedDocumentVerifier(
///     environment: "production",
///     audience: "shop",
///     keys: [TrustedKey("MCowBQ…"), TrustedKey("q83vEj…")]
/// )
/// ```
///
/// What is refused, with the code `untrusted` and a sentence: a document without envelope, an envelope of another
/// environment, audience, algorithm, version or key, one whose signature is wrong, one that was signed later than now, and one whose
/// revision is lower than one that was accepted before. Nothing of the document itself is parsed before that.
///
/// A document that is out of date is accepted: the client goes on with it and says that it is stale.
public struct SignedDocumentVerifier: DocumentVerifier {
    /// The environment whose documents are accepted.
    public let environment: String
    /// The app whose documents are accepted; `nil` for documents that name none.
    public let audience: String?
    /// The keys whose signatures are accepted.
    public let keys: [TrustedKey]
    /// How far ahead of this clock a document may have been signed, in seconds.
    public let clockTolerance: Int64

    private let now: @Sendable () -> Int64

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - environment: The environment whose documents are accepted, such as `production`.
    ///   - audience: The app whose documents are accepted, where one key signs for several. With one, a document that names
    ///     none is refused, as is one that names any without: what is meant for one app must not be replayed to another.
    ///   - keys: The keys whose signatures are accepted: two or more in an app, so that one can be replaced.
    ///   - clockTolerance: How far ahead of this clock a document may have been signed, in seconds: a day, since the clocks
    ///     of devices are wrong by as much. A device that lags by more keeps what it has.
    /// - Throws: ``SigningError`` when there is no key, two have one identifier, or the environment or the audience cannot be one.
    public init(
        environment: String,
        audience: String? = nil,
        keys: [TrustedKey],
        clockTolerance: Int64 = 86_400
    ) throws(SigningError) {
        try self.init(environment: environment, audience: audience, keys: keys, clockTolerance: clockTolerance) {
            Int64(time(nil))
        }
    }

    /// Creates a verifier with a clock.
    ///
    /// - Parameters:
    ///   - environment: The environment whose documents are accepted.
    ///   - audience: The app whose documents are accepted; `nil` for documents that name none.
    ///   - keys: The keys whose signatures are accepted.
    ///   - clockTolerance: How far ahead of the clock a document may have been signed, in seconds.
    ///   - now: The clock, in seconds since 1970.
    /// - Throws: ``SigningError`` when there is no key, two have one identifier, or the environment or the audience cannot be one.
    public init(
        environment: String,
        audience: String? = nil,
        keys: [TrustedKey],
        clockTolerance: Int64 = 86_400,
        now: @escaping @Sendable () -> Int64
    ) throws(SigningError) {
        try SignedEnvelope.checkNames(environment, audience, code: .invalidTrust)
        guard !keys.isEmpty else {
            throw SigningError(.invalidTrust, "there is no key to trust; give two or more, as ‘toggles keys new’ makes")
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

    /// Verifies a document and takes it out of its envelope.
    ///
    /// The revision of the result is that of the envelope, plus 2^53 for each generation of the key: see
    /// ``TrustedKey/generation``.
    public func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument {
        let envelope = try SignedEnvelope(text: document.text)
        guard let key = keys.first(where: { $0.id == envelope.keyID }) else {
            let known = keys.map { "‘\($0.id)’" }.joined(separator: ", ")
            throw refusal("it is signed with the key ‘\(envelope.keyID)’, and trusted are \(known)")
        }
        guard key.accepts(envelope.signature, over: envelope.signedBytes) else {
            throw refusal("its signature is not one of the key ‘\(key.id)’ over these bytes; somebody changed them")
        }
        // From here on it is known who wrote this.
        guard envelope.environment == environment else {
            throw refusal("it is meant for ‘\(envelope.environment)’, and this is ‘\(environment)’")
        }
        guard envelope.audience == audience else {
            let meant = envelope.audience.map { "it is meant for the app ‘\($0)’" } ?? "it names no app"
            let expected = audience.map { "this is ‘\($0)’" } ?? "this verifier has no audience"
            throw refusal("\(meant), and \(expected)")
        }
        let now = now()
        guard envelope.issuedAt <= min(now, SignedEnvelope.latestDate) + clockTolerance else {
            throw refusal(
                """
                it was signed at \(envelope.issuedAt), more than \(clockTolerance) seconds ahead of this clock, \(now); \
                set the clock of whichever is wrong
                """
            )
        }
        let revision = key.generation << 53 | envelope.revision
        if let highestRevision, revision < highestRevision {
            throw refusal(
                """
                it is revision \(Self.description(of: revision)), and \(Self.description(of: highestRevision)) was \
                accepted before; to bring old content back, sign it as a new revision
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
