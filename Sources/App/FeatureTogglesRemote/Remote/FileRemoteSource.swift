import ToggleBase

/// A remote source that reads a document from a file and follows its changes.
///
/// A client activates the document before its initializer returns. A document of more than 128 KiB or 20,000 parts is
/// parsed in the background instead, unless ``RemoteConfiguration/waitsForLargeDocuments`` is set.
public final class FileRemoteSource: RemoteSource {
    /// The path of the file.
    public let path: String

    /// Creates a source from a path.
    ///
    /// The file doesn't have to exist yet.
    ///
    /// - Parameter path: The path of a flagd definition, as JSON.
    public init(path: String) {
        self.path = path
    }

    /// The path of the file.
    public var name: String { path }

    /// `true`: the file is on this machine.
    public var isLocal: Bool { true }

    /// Reads the file.
    ///
    /// - Throws: ``RemoteSourceError`` if the file doesn't exist or can't be read.
    public func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        try read()
    }

    /// Reads the file, or returns `nil` if its content hasn't changed.
    public func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let document = try read()
        return document.revision == request.revision ? nil : document
    }

    /// `true`: the source announces changes without polling the file.
    public var announcesChanges: Bool { true }

    /// Announces each possible change of the file.
    public func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let (stream, continuation) = AsyncStream<RemoteSignal>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let path = path
        @Sendable func close(_ error: FileWatcherError) {
            continuation.yield(
                .closed(RemoteSourceError(.unreachable, "cannot watch ‘\(path)’ for changes: \(error)"))
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
