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

    /// The file's content.
    ///
    /// - Throws: ``RemoteSourceError`` when there is no such file, or it cannot be read.
    public func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        try read()
    }

    /// The file's content, or `nil` when it is the same as before.
    public func fetch(since revision: String?) async throws(RemoteSourceError) -> RemoteDocument? {
        let document = try read()
        return document.revision == revision ? nil : document
    }

    /// One element whenever the file may have changed.
    public func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        do {
            let watcher = try FileWatcher(path: path) { continuation.yield() }
            continuation.onTermination = { _ in watcher.cancel() }
        } catch {
            continuation.finish()
        }
        return stream
    }

    private func read() throws(RemoteSourceError) -> RemoteDocument {
        let text: [UInt8]
        do {
            text = try FileReading.bytes(path: path, limit: FlagDocument.Limits.standard.size)
        } catch {
            throw RemoteSourceError(error.remoteCode, error.description)
        }
        return RemoteDocument(text: text, revision: String(ContentHash.of(text), radix: 16))
    }
}
