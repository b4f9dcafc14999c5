import FeatureToggles

/// A remote document in a file, which is followed as it changes.
public final class FileRemoteSource: RemoteSource {
    /// The path of the file.
    public let path: String

    /// Creates a source.
    ///
    /// The file need not exist yet.
    ///
    /// - Parameter path: The path of a flagd definition, as JSON.
    public init(path: String) {
        self.path = path
    }

    /// The path.
    public var name: String { path }

    /// Yes.
    public var isLocal: Bool { true }

    /// The file's content.
    ///
    /// - Throws: ``RemoteSourceError`` when there is no such file, or it cannot be read.
    public func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        try read()
    }

    /// The file's content, or `nil` when it is the same as before.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let document = try read()
        return document.revision == request.revision ? nil : document
    }

    /// Yes, without polling.
    public var announcesChanges: Bool { true }

    /// One announcement whenever the file may have changed.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let (stream, continuation) = AsyncStream<RemoteSignal>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let path = path
        @Sendable func close(_ error: FileWatcherError) {
            continuation.yield(
                .closed(RemoteSourceError(.unreachable, "changes of ‘\(path)’ may not be followed: \(error)"))
            )
            continuation.finish()
        }
        do {
            let watcher = try FileWatcher(path: path) {
                continuation.yield(.changed(id: nil))
            } onFailure: {
                close($0)
            }
            continuation.onTermination = { _ in watcher.cancel() }
            continuation.yield(.opened)
        } catch {
            close(error)
        }
        return stream
    }

    private func read() throws(RemoteSourceError) -> RemoteDocument {
        let text: [UInt8]
        do {
            text = try FileReading.bytes(path: path, limit: FlagDocument.Limits.standard.envelopeSize)
        } catch {
            throw RemoteSourceError(error.remoteCode, error.description)
        }
        return RemoteDocument(text: text, revision: String(ContentHash.of(text), radix: 16))
    }
}
