import FeatureToggles
import FeatureTogglesHTTP
import FeatureTogglesRemote

/// What a source and its server told each other so far.
final class OFREPConversation: Sendable {
    private struct State {
        /// `nil` before the first answer.
        var streams: [OFREPEventStream]?
        var hint: (id: String, hint: OFREPHint)?
        var unnamedEvents = 0
        /// Those who wait for another stream than the one they have, or none.
        var waiting: [Int: (stream: OFREPEventStream?, continuation: AsyncStream<Void>.Continuation)] = [:]
        var waitingCount = 0
    }

    /// What begins the identifiers that are given to events that have none; they are not the server's.
    private static let unnamedPrefix = "unnamed event "

    private let state = Mutex(State())

    /// Whether there was an answer that says where to listen, or that there is nowhere.
    var knowsStreams: Bool { state.withLock { $0.streams != nil } }

    /// Where to listen, if the server offered something.
    var stream: OFREPEventStream? { state.withLock { $0.streams?.first } }

    /// Learns where to listen, and takes the addresses out of a text.
    ///
    /// - Parameter text: A bulk answer, or what should be one.
    /// - Returns: The text with an empty list of streams; as it is when it has none or is no such answer.
    func takeOutStreams(_ text: [UInt8]) -> [UInt8] {
        let depth = FlagDocument.Limits.standard.depth
        guard let document = try? JSONReader(maximumDepth: depth).document(from: text, spanDepth: 1) else {
            return text
        }
        // What is no answer says nothing of streams.
        let streams = (try? OFREPDocument(text: text))?.eventStreams
        let waiting = state.withLock { state in
            guard let streams else { return [AsyncStream<Void>.Continuation]() }
            state.streams = streams
            let concerned = state.waiting.filter { $0.value.stream != streams.first }
            for number in concerned.keys { state.waiting[number] = nil }
            return concerned.values.map(\.continuation)
        }
        for listener in waiting { listener.finish() }
        var result = text
        for member in document.members(of: nil).reversed() where member.name == "eventStreams" {
            result.replaceSubrange(member.valueRange, with: Array("[]".utf8))
        }
        return result
    }

    /// Waits until the server offered another stream, or none any more, or the task is cancelled.
    ///
    /// - Parameter current: The stream that is listened to, if there is one.
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

    /// Keeps what an event says until the fetch that it causes.
    ///
    /// - Returns: The identifier that the fetch will name: the event's own, or one that is made up.
    func keep(_ hint: OFREPHint, id: String) -> String {
        state.withLock { state in
            state.unnamedEvents += 1
            let id = id.isEmpty ? Self.unnamedPrefix + String(state.unnamedEvents) : id
            state.hint = (id, hint)
            return id
        }
    }

    /// What the event said that caused a fetch; once.
    func takeHint(for id: String?) -> OFREPHint? {
        state.withLock { state in
            guard let id, state.hint?.id == id else { return nil }
            defer { state.hint = nil }
            return state.hint?.hint
        }
    }

    /// The identifier that the server gave an event; `nil` for one that was made up here.
    static func serverID(_ id: String?) -> String? {
        guard let id, !id.hasPrefix(unnamedPrefix) else { return nil }
        return id
    }
}
