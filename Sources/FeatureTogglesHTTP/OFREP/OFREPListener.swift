import FeatureToggles
import Foundation
import Synchronization

/// One connection to the events that an OFREP server offers, once it offers some.
final class OFREPListener: Sendable {
    private enum Phase {
        case new
        case waiting
        case listening(EventStreamListener)
        case over
    }

    private let loader: HTTPLoader
    private let conversation: OFREPConversation
    private let id: String?
    private let phase = Mutex(Phase.new)

    init(loader: HTTPLoader, conversation: OFREPConversation, after id: String?) {
        self.loader = loader
        self.conversation = conversation
        self.id = OFREPConversation.serverID(id)
    }

    /// The next signal, or `nil` behind the last one.
    func next() async -> RemoteSignal? {
        while true {
            switch phase.withLock({ $0 }) {
            case .over: return nil
            case .listening(let listener): return await listener.next()
            case .new where conversation.stream == nil:
                phase.withLock { $0 = .waiting }
                return .idle
            case .new, .waiting:
                if Task.isCancelled { return nil }
                guard let stream = conversation.stream else {
                    await conversation.waitForStream()
                    continue
                }
                guard let url = Self.url(of: stream, base: loader.address.url), HTTPAddress(url).problem == nil else {
                    phase.withLock { $0 = .over }
                    return .closed(
                        RemoteSourceError(
                            .invalidResponse,
                            "\(loader.name) offers a stream of events at an address that is no URL of HTTP"
                        )
                    )
                }
                let listener = listener(at: url)
                phase.withLock { $0 = .listening(listener) }
            }
        }
    }

    private func listener(at url: URL) -> EventStreamListener {
        // The address may be a secret, so it has no name of its own.
        let loader = loader.at(url, name: "the stream of events of \(loader.name)")
        return EventStreamListener(loader, after: id) { [conversation] event in
            guard let hint = OFREPHint(data: event.data) else { return .heartbeat }
            return .changed(id: conversation.keep(hint, id: event.lastEventID))
        }
    }

    private static func url(of stream: OFREPEventStream, base: URL) -> URL? {
        if let url = stream.url { return URL(string: url) }
        guard let uri = stream.requestURI else { return nil }
        return URL(string: (stream.origin ?? base.origin) + uri)
    }
}
