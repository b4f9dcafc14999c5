import FeatureToggles

/// Another service's values as a remote source.
///
/// It asks for the value of each remote parameter and puts them into one document, so that they come into force all at
/// once.
public final class RemoteValuesSource: RemoteSource {
    private let values: any RemoteValues

    /// Creates a source.
    ///
    /// - Parameter values: The service.
    public init(_ values: any RemoteValues) {
        self.values = values
    }

    /// What the service is called.
    public var name: String { values.name }

    /// As the service says.
    public var dependsOnContext: Bool { values.dependsOnContext }

    /// As the service says.
    public var announcesChanges: Bool { values.announcesChanges }

    /// The values of the request's parameters, or `nil` when they are the same as before.
    ///
    /// The revision is a hash of the content. Parameters without a value are left out.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        try await values.refresh(for: request.context)
        let answers = try await values.values(for: Array(Set(request.parameters)).inOrder())
        let text = ValuesDocument.text(of: answers)
        let limit = FlagDocument.Limits.standard.size
        guard text.count <= limit else {
            throw RemoteSourceError(
                .tooLarge,
                "the values of \(name) have \(text.count) bytes together, more than the \(limit) allowed"
            )
        }
        let revision = String(ContentHash.of(text), radix: 16)
        return revision == request.revision ? nil : RemoteDocument(text: text, revision: revision, format: .values)
    }

    /// An announcement for each change that the service tells of.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let values = values
        // The newest announcement says it all.
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
