import FeatureTogglesRemote
import Foundation
import ToggleBase

/// Listens to the event stream of an OFREP server, once the server offers one.
///
/// If a later response offers another stream, for another context or because the address had expired, the listener
/// switches to that one.
final class OFREPListener: Sendable {
    private enum Phase {
        case new
        case waiting
        case listening(EventStreamListener, OFREPEventStream)
        case over
    }

    private struct State {
        var phase = Phase.new
        /// The server's identifier of the last event, after which to resume.
        var id: String?
    }

    private enum ListenResult {
        case signal(RemoteSignal?)
        case otherStream
    }

    private let loader: HTTPLoader
    private let conversation: OFREPConversation
    private let state: Mutex<State>

    init(loader: HTTPLoader, conversation: OFREPConversation, after id: String?) {
        self.loader = loader
        self.conversation = conversation
        state = Mutex(State(id: OFREPConversation.serverID(id)))
    }

    /// Returns the next signal, or `nil` after the last one.
    func next() async -> RemoteSignal? {
        while true {
            switch state.withLock({ $0.phase }) {
            case .over: return nil
            case .listening(let listener, let stream):
                guard conversation.stream == stream else {
                    state.withLock { $0.phase = .new }
                    continue
                }
                switch await nextResult(of: listener, on: stream) {
                case .otherStream:
                    if Task.isCancelled { return nil }
                case .signal(let signal):
                    if case .changed(let id) = signal, let id = OFREPConversation.serverID(id) {
                        state.withLock { $0.id = id }
                    }
                    return signal
                }
            case .new where conversation.stream == nil:
                state.withLock { $0.phase = .waiting }
                return .idle
            case .new, .waiting:
                if Task.isCancelled { return nil }
                guard let stream = conversation.stream else {
                    await conversation.waitForStream(otherThan: nil)
                    continue
                }
                guard let url = Self.url(of: stream, base: loader.address.url), HTTPAddress(url).problem == nil else {
                    state.withLock { $0.phase = .over }
                    return .closed(
                        RemoteSourceError(
                            .invalidResponse,
                            "\(loader.name) offers an event stream whose address is not an HTTP URL"
                        )
                    )
                }
                guard url.scheme?.lowercased() == "https" || loader.address.url.scheme?.lowercased() != "https" else {
                    state.withLock { $0.phase = .over }
                    return .closed(
                        RemoteSourceError(
                            .invalidResponse,
                            """
                            \(loader.name) offers an event stream without encryption, although its own URL is encrypted; \
                            serve the stream over https
                            """
                        )
                    )
                }
                let listener = listener(at: url)
                state.withLock { $0.phase = .listening(listener, stream) }
            }
        }
    }

    /// Waits for the next signal, or for a response that offers a stream other than this one.
    private func nextResult(of listener: EventStreamListener, on stream: OFREPEventStream) async -> ListenResult {
        await withTaskGroup(of: ListenResult.self) { [conversation] group in
            group.addTask { .signal(await listener.next()) }
            group.addTask {
                await conversation.waitForStream(otherThan: stream)
                return .otherStream
            }
            var result = await group.next() ?? .otherStream
            group.cancelAll()
            // Keep an announcement that arrived at the same moment.
            if case .otherStream = result, case .signal(.changed(let id))? = await group.next() {
                result = .signal(.changed(id: id))
            }
            return result
        }
    }

    private func listener(at url: URL) -> EventStreamListener {
        // The address may be a secret, so the loader's name doesn't contain it.
        let loader = loader.at(url, name: "the event stream of \(loader.name)")
        return EventStreamListener(loader, after: state.withLock { $0.id }) { [conversation] event in
            guard let hint = OFREPHint(data: event.data) else { return .heartbeat }
            return .changed(id: conversation.keep(hint, of: event))
        }
    }

    private static func url(of stream: OFREPEventStream, base: URL) -> URL? {
        if let url = stream.url { return URL(string: url) }
        guard let uri = stream.requestURI else { return nil }
        return URL(string: (stream.origin ?? base.origin) + uri)
    }
}
