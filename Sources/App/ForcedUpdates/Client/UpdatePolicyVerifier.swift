public import FeatureTogglesRemote
import ToggleBase

/// Converts the policy on a CDN to a remote document, so that a client fetches, caches, and follows it like any other.
///
/// A policy is refused, and the previous one stays active, if it is invalid, older than a known one, or locks out
/// every version without `"all": true`.
public struct UpdatePolicyVerifier: DocumentVerifier {
    /// The remote parameter whose value is the policy.
    public static let parameter = "update_policy"

    private let inner: (any DocumentVerifier)?
    private let schemes: Set<String>
    private let utcOffset: Duration
    private let now: @Sendable () -> Int64
    /// The revision in the lock file; `nil` without a lock file.
    private let floor: PolicyFloor?
    /// Keeps parsed policies for decisions; `nil` keeps none.
    private let readings: PolicyReadings?

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - inner: Verifies the envelope of a signed policy first.
    ///   - schemes: The allowed schemes of links, in lower case.
    ///   - utcOffset: The offset from UTC of creation times that don't state their own.
    public init(
        inner: (any DocumentVerifier)? = nil,
        schemes: Set<String> = StoreLink.standardSchemes,
        utcOffset: Duration = .zero
    ) {
        self.init(inner: inner, schemes: schemes, utcOffset: utcOffset, floor: nil)
    }

    init(
        inner: (any DocumentVerifier)?,
        schemes: Set<String>,
        utcOffset: Duration = .zero,
        floor: PolicyFloor?,
        readings: PolicyReadings? = nil,
        now: @escaping @Sendable () -> Int64 = { SystemTime.secondsSince1970 }
    ) {
        self.floor = floor
        self.readings = readings
        self.inner = inner
        self.schemes = schemes
        self.utcOffset = utcOffset
        self.now = now
    }

    /// Parses the policy, and returns a document whose only flag has it as its value.
    ///
    /// - Parameters:
    ///   - document: The fetched policy.
    ///   - highestRevision: The creation time of the newest known policy, in milliseconds since 1970; or the revision
    ///     of its envelope.
    /// - Returns: The document.
    /// - Throws: `RemoteSourceError` if the policy is refused.
    public func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument {
        let floor = floor?.number(isSigned: inner != nil)
        let highestRevision = floor.map { max($0, highestRevision ?? $0) } ?? highestRevision
        let opened = try inner?.verify(document, highestRevision: highestRevision)
        // The remote document that contains the policy is strict JSON.
        let text = JSONReader(maximumDepth: 32).blankingTrailingCommas(in: opened?.document.text ?? document.text)
        let createdAt = try creationTime(of: text)
        if opened == nil, let highestRevision, createdAt < highestRevision {
            throw RemoteSourceError(
                .untrusted,
                """
                the update policy is older than the one that is already known; publish it with a new ‘created_at’
                """
            )
        }
        // A policy dated in the future must not block newer ones until then, and a clock that was set back must not
        // block all policies.
        let moment = min(createdAt, UInt64(clamping: max(now(), 0)).multipliedToMilliseconds)
        let revision = opened?.revision ?? max(moment, highestRevision ?? 0)
        self.floor?.accept(PolicyFloor.Revision(number: revision, isSigned: opened != nil))
        return VerifiedDocument(
            document: RemoteDocument(text: Self.wrapped(text), revision: document.revision),
            revision: revision,
            expiresAt: opened?.expiresAt
        )
    }

    /// Parses a policy, and keeps it.
    private func creationTime(of text: [UInt8]) throws(RemoteSourceError) -> UInt64 {
        let reading = UpdatePolicyDocument.accept(text, schemes: schemes, utcOffset: utcOffset)
        guard let policy = reading.document, let createdAt = policy.createdAt else {
            throw Self.refusal(of: text, reading.diagnostics)
        }
        if let value = reading.json { readings?.keep(value, policy) }
        return createdAt
    }

    private static func refusal(of text: [UInt8], _ diagnostics: [UpdatePolicyDiagnostic]) -> RemoteSourceError {
        let errors = diagnostics.filter { $0.severity == .error }
        let first = errors.first.map { "\($0)" } ?? "it has no creation time"
        let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        return RemoteSourceError(
            text.count > UpdatePolicyDocument.maximumSize ? .tooLarge : .refused,
            "the update policy cannot be used: \(first)\(more)"
        )
    }

    /// The maximum cost of a document whose policy is parsed on the caller's thread.
    static let costAtOnce = ReadingCost(
        maximumSize: PolicyReadings.costAtOnce.maximumSize + wrapped([]).count,
        maximumParts: PolicyReadings.costAtOnce.maximumParts + ReadingCost.parts(of: wrapped([]))
    )

    /// Returns a document that contains a policy, which is valid JSON.
    static func wrapped(_ policy: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = policy.starts(with: mark) ? policy.dropFirst(mark.count) : policy[...]
        return Array(
            #"{"flags":{"\#(parameter)":{"state":"ENABLED","defaultVariant":"policy","variants":{"policy":"#.utf8
        )
            + text + Array("}}}}".utf8)
    }
}

extension UInt64 {
    fileprivate var multipliedToMilliseconds: UInt64 {
        let (result, overflow) = multipliedReportingOverflow(by: 1_000)
        return overflow ? .max : result
    }
}
