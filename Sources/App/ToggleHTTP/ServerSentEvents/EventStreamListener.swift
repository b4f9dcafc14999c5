package import FeatureTogglesRemote
import ToggleBase

/// One connection to a stream of server-sent events, as signals of a remote source.
///
/// Bytes are read only when they are needed. A server that sends faster than the signals are consumed is slowed down,
/// so nothing accumulates in memory.
package final class EventStreamListener: Sendable {
    /// Converts an event to a signal of the source.
    package typealias Conversion = @Sendable (ServerSentEvent) -> RemoteSignal

    private struct State {
        var body: HTTPBody?
        var parser: ServerSentEventParser
        var waiting: ArraySlice<RemoteSignal> = []
        var isOver = false
    }

    private let loader: HTTPLoader
    private let convert: Conversion
    private let state: Mutex<State>
    private let id: String

    /// Creates a listener, which connects when its first signal is requested.
    package init(_ loader: HTTPLoader, after id: String?, convert: @escaping Conversion) {
        self.loader = loader
        self.convert = convert
        self.id = id ?? ""
        state = Mutex(State(parser: ServerSentEventParser(lastEventID: id ?? "")))
    }

    /// Returns the signals of a connection that is opened when the stream is first read.
    ///
    /// - Parameters:
    ///   - loader: The loader for the address, with its credentials.
    ///   - id: The identifier of the last event received, to resume after it.
    ///   - convert: Converts an event to a signal.
    /// - Returns: The signals, from ``RemoteSignal/opened`` to ``RemoteSignal/closed(_:)``.
    static func signals(
        _ loader: HTTPLoader,
        after id: String?,
        convert: @escaping Conversion
    ) -> AsyncStream<RemoteSignal> {
        let listener = EventStreamListener(loader, after: id, convert: convert)
        return AsyncStream { await listener.next() }
    }

    /// Returns the next signal, or `nil` after the last one.
    package func next() async -> RemoteSignal? {
        while true {
            let (signal, body, isOver) = state.withLock { ($0.waiting.popFirst(), $0.body, $0.isOver) }
            if let signal { return signal }
            if isOver { return nil }
            do throws(RemoteSourceError) {
                if let body {
                    try await read(body)
                } else {
                    try await open()
                }
            } catch {
                end(error)
            }
        }
    }

    private func end(_ error: RemoteSourceError?) {
        state.withLock { state in
            state.waiting.append(.closed(error))
            state.isOver = true
            state.body = nil
        }
    }

    private func open() async throws(RemoteSourceError) {
        var headers: HTTPHeaders = [
            "Accept": "text/event-stream", "Accept-Encoding": "identity", "Cache-Control": "no-cache",
        ]
        if !id.isEmpty, id.utf8.count <= 1_024, HTTPHeaders.isSendable(name: "Last-Event-ID", value: id) {
            headers["Last-Event-ID"] = id
        }
        let request = HTTPTransportRequest(url: loader.address.url, headers: headers, isStream: true)
        let response = try await loader.open(request, secrets: try await loader.secrets(for: request))
        guard response.status == 200 else {
            throw loader.failure(status: response.status, headers: response.headers)
        }
        let type = response.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased().trimmed
        guard type == "text/event-stream" else {
            throw RemoteSourceError(
                .invalidResponse,
                """
                \(loader.name) responded with \(type.map { "the content type ‘\($0.prefix(80))’" } ?? "no content type"); \
                an event stream has ‘text/event-stream’
                """
            )
        }
        state.withLock { state in
            state.body = response.body
            state.waiting.append(.opened)
        }
    }

    private func read(_ body: HTTPBody) async throws(RemoteSourceError) {
        let part: [UInt8]?
        do throws(HTTPTransportError) {
            part = try await body.next()
        } catch {
            throw loader.failure(error)
        }
        guard let part else { return end(nil) }
        let items = state.withLock { state in
            Result { () throws(ServerSentEventError) in try state.parser.consume(part) }
        }
        do throws(ServerSentEventError) {
            let signals = Self.coalesced(try items.get().map(signal))
            state.withLock { $0.waiting.append(contentsOf: signals) }
        } catch {
            throw RemoteSourceError(.tooLarge, "\(loader.name): \(error)")
        }
    }

    private func signal(_ item: ServerSentEventParser.Item) -> RemoteSignal {
        switch item {
        case .event(let event): convert(event)
        case .heartbeat: .heartbeat
        case .retry(let pause): .reconnectAfter(pause)
        }
    }

    /// Keeps only the last of several signals with the same meaning that arrived together.
    private static func coalesced(_ signals: [RemoteSignal]) -> [RemoteSignal] {
        var result: [RemoteSignal] = []
        for signal in signals {
            switch (result.last, signal) {
            case (.heartbeat, .heartbeat), (.changed, .changed), (.reconnectAfter, .reconnectAfter): result.removeLast()
            default: break
            }
            result.append(signal)
        }
        return result
    }
}
