import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// A source with planned responses, the last of which is repeated, and signals that a test sends.
final class PlannedSource: RemoteSource {
    enum Answer: Sendable {
        case document(String, revision: String?)
        case unchanged
        case failure(RemoteSourceError)
        /// No response.
        case silence
    }

    private struct State {
        var answers: [Answer]
        var identity: String?
        var requests: [RemoteRequest] = []
        var watchers: [AsyncStream<RemoteRequest>.Continuation] = []
        var listener: AsyncStream<RemoteSignal>.Continuation?
        var connections: [String?] = []
        var connectionWatchers: [AsyncStream<Int>.Continuation] = []
    }

    let name: String
    let dependsOnContext: Bool
    let announcesChanges: Bool
    private let state: Mutex<State>

    init(_ answers: Answer..., name: String = "plan", dependsOnContext: Bool = false, announcesChanges: Bool = false) {
        self.name = name
        self.dependsOnContext = dependsOnContext
        self.announcesChanges = announcesChanges
        state = Mutex(State(answers: answers))
    }

    static func pageSize(_ size: Int, revision: String? = nil) -> Answer {
        .document(document(pageSize: size), revision: revision ?? "r\(size)")
    }

    static func document(pageSize: Int) -> String {
        #"{"flags": {"page_size": {"state": "ENABLED", "variants": {"a": \#(pageSize)}, "defaultVariant": "a"}}}"#
    }

    var identity: String { state.withLock(\.identity) ?? name }

    /// Changes what identifies the source.
    func identify(as identity: String) {
        state.withLock { $0.identity = identity }
    }

    func plan(_ answers: Answer...) {
        state.withLock { $0.answers = answers }
    }

    var requests: [RemoteRequest] { state.withLock(\.requests) }
    var connections: [String?] { state.withLock(\.connections) }

    /// Waits until a number of fetches have begun.
    func untilRequests(_ count: Int) async {
        let (stream, continuation) = AsyncStream<RemoteRequest>.makeStream()
        var left = state.withLock { state in
            state.watchers.append(continuation)
            return count - state.requests.count
        }
        guard left > 0 else { return }
        for await _ in stream {
            left -= 1
            if left == 0 { return }
        }
    }

    /// Waits until a number of connections were opened.
    func untilConnections(_ count: Int) async {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let now = state.withLock { state in
            state.connectionWatchers.append(continuation)
            return state.connections.count
        }
        guard now < count else { return }
        for await number in stream where number >= count { return }
    }

    func send(_ signal: RemoteSignal) {
        let listener = state.withLock(\.listener)
        listener?.yield(signal)
        if case .closed = signal { listener?.finish() }
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let (answer, watchers) = state.withLock { state in
            state.requests.append(request)
            let answer = state.answers.first ?? .unchanged
            if state.answers.count > 1 { state.answers.removeFirst() }
            return (answer, state.watchers)
        }
        for watcher in watchers { watcher.yield(request) }
        switch answer {
        case .document(let text, let revision):
            return revision != nil && revision == request.revision
                ? nil : RemoteDocument(text: Array(text.utf8), revision: revision)
        case .unchanged: return nil
        case .failure(let error): throw error
        case .silence:
            let (stream, _) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            throw RemoteSourceError(.cancelled, "given up")
        }
    }

    func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let (stream, continuation) = AsyncStream<RemoteSignal>.makeStream()
        let (count, watchers) = state.withLock { state in
            state.listener = continuation
            state.connections.append(id)
            return (state.connections.count, state.connectionWatchers)
        }
        for watcher in watchers { watcher.yield(count) }
        return stream
    }
}
