import FeatureToggles
public import FeatureTogglesRemote

/// Takes the policy of a CDN for a remote document, so that a client fetches, keeps and follows it like any other.
///
/// A policy that cannot be used, that locks every version out without saying so, or that is older than one that was known
/// here before is not accepted, and the one before stays in force.
public struct UpdatePolicyVerifier: DocumentVerifier {
    /// The remote parameter whose value is the policy.
    public static let parameter = "update_policy"

    private let inner: (any DocumentVerifier)?
    private let schemes: Set<String>
    private let now: @Sendable () -> Int64
    /// What the lock file knows; `nil` where there is none.
    private let floor: PolicyFloor?
    /// Where a policy that was read is kept for deciding by it; `nil` for nowhere.
    private let readings: PolicyReadings?

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - inner: Takes the policy out of its envelope first, where it is signed.
    ///   - schemes: The schemes that links may have, in lower case.
    public init(inner: (any DocumentVerifier)? = nil, schemes: Set<String> = StoreLink.standardSchemes) {
        self.init(inner: inner, schemes: schemes, floor: nil)
    }

    init(
        inner: (any DocumentVerifier)?,
        schemes: Set<String>,
        floor: PolicyFloor?,
        readings: PolicyReadings? = nil,
        now: @escaping @Sendable () -> Int64 = { Int64(SystemTime.secondsSince1970) }
    ) {
        self.floor = floor
        self.readings = readings
        self.inner = inner
        self.schemes = schemes
        self.now = now
    }

    /// Reads the policy, and makes a document of it whose only flag has it as its value.
    ///
    /// - Parameters:
    ///   - document: The policy as it came.
    ///   - highestRevision: The creation time of the newest policy that was known here, in milliseconds since 1970; the
    ///     envelope's revision where there is one.
    /// - Returns: The document.
    /// - Throws: `RemoteSourceError` with a sentence for a policy that is not accepted.
    public func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument {
        let floor = floor?.number(isSigned: inner != nil)
        let highestRevision = floor.map { max($0, highestRevision ?? $0) } ?? highestRevision
        let opened = try inner?.verify(document, highestRevision: highestRevision)
        let text = opened?.document.text ?? document.text
        let createdAt = try creationTime(of: text)
        if opened == nil, let highestRevision, createdAt < highestRevision {
            throw RemoteSourceError(
                .untrusted,
                """
                the update policy was created before one that was known here already, so that it is an old copy; publish \
                it with a new ‘created_at’
                """
            )
        }
        // A policy from the future must not bar those that are made until then, nor a clock that was set back all others.
        let moment = min(createdAt, UInt64(clamping: max(now(), 0)).multipliedToMilliseconds)
        let revision = opened?.revision ?? max(moment, highestRevision ?? 0)
        self.floor?.accept(PolicyFloor.Revision(number: revision, isSigned: opened != nil))
        return VerifiedDocument(
            document: RemoteDocument(text: Self.wrapped(text), revision: document.revision),
            revision: revision,
            expiresAt: opened?.expiresAt
        )
    }

    /// Reads a policy, and keeps what was read.
    private func creationTime(of text: [UInt8]) throws(RemoteSourceError) -> UInt64 {
        let reading = UpdatePolicyDocument.accept(text, schemes: schemes)
        guard let policy = reading.document, let createdAt = policy.createdAt else {
            throw Self.refusal(of: text, reading.problems)
        }
        if let readings, let value = try? JSONReader(maximumDepth: 32).value(from: text) {
            readings.keep(value, policy)
        }
        return createdAt
    }

    private static func refusal(of text: [UInt8], _ problems: [UpdatePolicyProblem]) -> RemoteSourceError {
        let errors = problems.filter { $0.severity == .error }
        let first = errors.first.map { "\($0)" } ?? "it does not say when it was created"
        let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        return RemoteSourceError(
            text.count > UpdatePolicyDocument.maximumSize ? .tooLarge : .refused,
            "the update policy cannot be used: \(first)\(more)"
        )
    }

    /// The cost of a document around the longest policy that is read at once.
    static let costAtOnce = ReadingCost(
        maximumSize: PolicyReadings.costAtOnce.maximumSize + wrapped([]).count,
        maximumParts: PolicyReadings.costAtOnce.maximumParts + ReadingCost.parts(of: wrapped([]))
    )

    /// A document around a policy, which is known to be JSON.
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
