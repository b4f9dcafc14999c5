import ToggleBase

/// A remote source that provides the values of another service.
///
/// It requests the value of each remote parameter and combines the values into one document, so that they are activated
/// together. The values that the service has when a client is created are active at once, with the reason `CACHED` until
/// the service has been refreshed.
public final class RemoteValuesSource: RemoteSource {
    private let values: any RemoteValues

    /// Creates a source from a service.
    ///
    /// - Parameter values: The service.
    public init(_ values: any RemoteValues) {
        self.values = values
    }

    /// The service's name.
    public var name: String { values.name }

    /// Whether the service's values depend on the context.
    public var dependsOnContext: Bool { values.dependsOnContext }

    /// Whether the service announces changes.
    public var announcesChanges: Bool { values.announcesChanges }

    /// `true`: a service limits its own requests.
    public var isLocal: Bool { true }

    /// Returns the values that the service already has, or `nil` if it has none of the request's parameters.
    ///
    /// If the values depend on the context, this returns `nil`, because they may be those of another user.
    public func availableDocument(for request: RemoteRequest) -> RemoteDocument? {
        guard !values.dependsOnContext else { return nil }
        // The next fetch reports an error.
        guard let answers = try? answers(to: request), !answers.isEmpty else { return nil }
        return try? document(of: answers, isConfirmed: false)
    }

    /// Fetches the values of the request's parameters, or returns `nil` if they haven't changed.
    ///
    /// The revision is a hash of the content. Parameters without a value are omitted.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        try await values.refresh(for: request.context, minimumInterval: request.minimumInterval)
        let document = try document(of: answers(to: request), isConfirmed: true)
        return document.revision == request.revision ? nil : document
    }

    private func answers(to request: RemoteRequest) throws(RemoteSourceError) -> [String: RemoteValue] {
        try values.values(for: Array(Set(request.parameters)).inOrder())
    }

    private func document(
        of answers: [String: RemoteValue],
        isConfirmed: Bool
    ) throws(RemoteSourceError) -> RemoteDocument {
        let text = ValuesDocument.text(of: answers)
        let limit = FlagDocument.Limits.standard.size
        guard text.count <= limit else {
            throw RemoteSourceError(
                .tooLarge,
                "the values of \(name) have \(text.count) bytes in total, more than the \(limit) allowed"
            )
        }
        let revision = String(ContentHash.of(text), radix: 16)
        return RemoteDocument(text: text, revision: revision, format: .values, isConfirmed: isConfirmed)
    }

    /// Announces each change that the service reports.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let values = values
        // Only the newest announcement matters.
        let (stream, continuation) = AsyncStream<RemoteSignal>.makeStream(bufferingPolicy: .bufferingNewest(2))
        guard values.announcesChanges else {
            continuation.yield(.closed(nil))
            continuation.finish()
            return stream
        }
        let changes = values.changes()
        continuation.yield(.opened)
        let task = Task {
            for await _ in changes { continuation.yield(.changed(id: nil)) }
            continuation.yield(.closed(nil))
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
