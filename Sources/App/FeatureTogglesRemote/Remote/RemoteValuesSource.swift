import ToggleBase

/// A remote source that provides the values of another service.
///
/// It requests the value of each remote parameter and combines the values into one document, so that they are activated
/// together.
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

    /// Fetches the values of the request's parameters, or returns `nil` if they haven't changed.
    ///
    /// The revision is a hash of the content. Parameters without a value are omitted.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        try await values.refresh(for: request.context)
        let answers = try await values.values(for: Array(Set(request.parameters)).inOrder())
        let text = ValuesDocument.text(of: answers)
        let limit = FlagDocument.Limits.standard.size
        guard text.count <= limit else {
            throw RemoteSourceError(
                .tooLarge,
                "the values of \(name) have \(text.count) bytes in total, more than the \(limit) allowed"
            )
        }
        let revision = String(ContentHash.of(text), radix: 16)
        return revision == request.revision ? nil : RemoteDocument(text: text, revision: revision, format: .values)
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
