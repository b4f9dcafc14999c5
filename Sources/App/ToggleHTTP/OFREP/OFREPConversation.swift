import FeatureTogglesRemote
import ToggleBase

/// The state shared by the requests to a server and the listeners to its events.
final class OFREPConversation: Sendable {
    private struct State {
        /// The streams offered by the server; `nil` before the first response.
        var streams: [OFREPEventStream]?
        var hint: (id: String, hint: OFREPHint)?
        var unnamedEvents = 0
        /// The listeners that wait for a stream other than their current one, if any.
        var waiting: [Int: (stream: OFREPEventStream?, continuation: AsyncStream<Void>.Continuation)] = [:]
        var waitingCount = 0
    }

    /// The prefix of identifiers generated for events that have none from the server.
    private static let unnamedPrefix = "unnamed event "

    private let state = Mutex(State())

    /// The stream to listen to, if the server offers one.
    var stream: OFREPEventStream? { state.withLock { $0.streams?.first } }

    /// Records the streams in a response, and removes their addresses from its text.
    ///
    /// - Parameter text: A bulk response, or what the server sent instead.
    /// - Returns: The text with an empty list of streams, or unchanged if it has none or is not a bulk response.
    func takeOutStreams(_ text: [UInt8]) -> [UInt8] {
        let depth = FlagDocument.Limits.standard.depth
        guard let document = try? JSONReader(maximumDepth: depth).document(from: text) else {
            return text
        }
        // A text that is not a bulk response contains no information about streams.
        let streams = (try? ValuesDocument(text: text, format: .ofrep))?.eventStreams
        let waiting = state.withLock { state in
            guard let streams else { return [AsyncStream<Void>.Continuation]() }
            state.streams = streams
            let concerned = state.waiting.filter { $0.value.stream != streams.first }
            for number in concerned.keys { state.waiting[number] = nil }
            return concerned.values.map(\.continuation)
        }
        for listener in waiting { listener.finish() }
        let streamLists = (document.root.members ?? []).filter { $0.name == "eventStreams" }
        return streamLists.map { JSONEditor.Edit($0.value.range, "[]") }.applied(to: text)
    }

    /// Waits until the server offers another stream or none, or the task is canceled.
    ///
    /// - Parameter current: The current stream, if there is one.
    func waitForStream(otherThan current: OFREPEventStream?) async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let number = state.withLock { state -> Int? in
            guard state.streams?.first == current else { return nil }
            state.waitingCount += 1
            state.waiting[state.waitingCount] = (current, continuation)
            return state.waitingCount
        }
        guard let number else { return }
        for await _ in stream {}
        state.withLock { state in
            state.waiting[number] = nil
        }
    }

    /// Keeps the hint in an event for the fetches that it causes.
    ///
    /// - Returns: The identifier to pass to the fetch: the event's own, or a generated one that ends with that of an
    ///   earlier event.
    func keep(_ hint: OFREPHint, of event: ServerSentEvent) -> String {
        state.withLock { state in
            state.unnamedEvents += 1
            let id =
                event.hasOwnID
                ? event.lastEventID : "\(Self.unnamedPrefix)\(state.unnamedEvents) \(event.lastEventID)"
            state.hint = (id, hint)
            return id
        }
    }

    /// Returns the hint in the event that caused a fetch, which may be the second one for the event.
    func hint(for id: String?) -> OFREPHint? {
        state.withLock { state in id != nil && state.hint?.id == id ? state.hint?.hint : nil }
    }

    /// Returns the server's identifier of an event or an earlier one, or `nil` if it has sent none.
    static func serverID(_ id: String?) -> String? {
        guard let id, id.hasPrefix(unnamedPrefix) else { return id }
        let last = id.dropFirst(unnamedPrefix.count).drop { $0 != " " }.dropFirst()
        return last.isEmpty ? nil : String(last)
    }
}
