import FeatureTogglesRemote

/// A remote source that meets all requirements except one.
final class WrongRemoteSource: RemoteSource {
    /// The requirement that the source doesn't meet.
    enum Flaw: Sendable {
        case none, emptyName, longName, otherAvailableDocument, unchangedAtFirst, addsBytes, ignoresTheRevision
        case trustsAnyRevision, finishesSignals, oneListener, opensSilently
        case keepsTheFirstDocument, sameRevision, judgesDocuments
        case mixesUpFetches
    }

    private struct State {
        var documents: [[UInt8]] = []
        var fetchCount = 0
        var observers: [AsyncStream<RemoteSignal>.Continuation] = []
    }

    private let flaw: Flaw
    private let state = Mutex(State())

    init(_ flaw: Flaw) {
        self.flaw = flaw
    }

    /// The number of fetches.
    var fetchCount: Int { state.withLock { $0.fetchCount } }

    func publish(_ document: [UInt8]) {
        let observers = state.withLock { state in
            state.documents.append(document)
            return state.observers
        }
        for observer in observers { observer.yield(.changed(id: nil)) }
    }

    var name: String {
        switch flaw {
        case .emptyName: ""
        case .longName: String(repeating: "n", count: 1024)
        default: "wrong"
        }
    }

    func availableDocument() throws(RemoteSourceError) -> RemoteDocument? {
        guard flaw != .otherAvailableDocument else { return RemoteDocument(text: [1]) }
        return state.withLock { $0.documents.last }.map { RemoteDocument(text: $0) }
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let revision = request.revision
        let (documents, number) = state.withLock { state in
            state.fetchCount += 1
            return (state.documents, state.fetchCount)
        }
        guard let newest = documents.last else { throw RemoteSourceError(.notFound, "nothing was published") }
        var text = newest
        var current = "\(documents.count)"
        switch flaw {
        case .unchangedAtFirst where revision == nil: return nil
        case .addsBytes: text.append(UInt8(ascii: "\n"))
        case .ignoresTheRevision where revision == current:
            return RemoteDocument(text: text, revision: current)
        case .trustsAnyRevision where revision?.hasPrefix("a revision") == true: return nil
        // The fourth fetch follows the second publication.
        case .keepsTheFirstDocument where number == 4: text = documents[0]
        case .sameRevision:
            current = "1"
            if documents.count > 1 { return RemoteDocument(text: text, revision: current) }
        case .judgesDocuments where (try? JSONReader().value(from: text)) == nil: return nil
        // From the sixth fetch on, fetches overlap.
        case .mixesUpFetches where number == 9: text = documents[0]
        default: break
        }
        return revision == current ? nil : RemoteDocument(text: text, revision: current)
    }

    var announcesChanges: Bool { flaw != .none }

    func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let (stream, continuation) = AsyncStream<RemoteSignal>.makeStream()
        let isHeard = state.withLock { state in
            guard flaw != .finishesSignals, flaw != .oneListener || state.observers.isEmpty else { return false }
            state.observers.append(continuation)
            return true
        }
        if flaw != .opensSilently { continuation.yield(.opened) }
        if flaw == .opensSilently { continuation.yield(.heartbeat) }
        if !isHeard { continuation.finish() }
        return stream
    }
}
