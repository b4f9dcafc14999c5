import FeatureTogglesRemote
import ToggleBase
import ToggleHTTP
import ToggleTool

/// A remote document in a key of etcd, with one watch for its changes.
final class EtcdRemoteSource: RemoteSource {
    private let store: EtcdDocumentStore
    private let key: String
    let name: String

    private struct State {
        /// The first revision whose changes have not been seen.
        var next: Int64 = 0
        /// The value of the last event, until it is fetched.
        var news: StoredFile?
    }

    private let state = Mutex(State())

    init(store: EtcdDocumentStore, key: String) {
        (self.store, self.key) = (store, key)
        name = "etcd key ‘\(key)’"
    }

    var announcesChanges: Bool { true }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        // An event has the whole value, so that a change needs no further request.
        let news = state.withLock { state in
            defer { state.news = nil }
            return state.news
        }
        // Unless a request has already seen more.
        if let news, Int64(news.tag) ?? 0 > request.revision.flatMap({ Int64($0) }) ?? 0 {
            return RemoteDocument(text: news.bytes, revision: news.tag)
        }
        let result: (file: StoredFile?, revision: Int64)
        do throws(DocumentStoreError) {
            do throws(DocumentStoreError) {
                result = try await store.range(key)
            } catch {
                // Without a majority, an older document is better than none.
                guard case .unavailable = error, request.revision == nil else { throw error }
                result = try await store.range(key, isSerializable: true)
            }
        } catch {
            throw RemoteSourceError(error)
        }
        state.withLock { $0.next = result.revision + 1 }
        guard let file = result.file else { throw RemoteSourceError(.notFound, "\(name) does not exist") }
        return file.tag == request.revision ? nil : RemoteDocument(text: file.bytes, revision: file.tag)
    }

    /// Watches the key from the first revision that has not been seen.
    func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let start = state.withLock { $0.next }
        let watch = EtcdWatch(client: store.client, key: key, from: start) { [self] revision, file in
            state.withLock { state in
                state.next = max(state.next, revision)
                state.news = file ?? state.news
            }
        }
        return AsyncStream { await watch.next() }
    }
}

/// One connection to the watch of a key, as signals of a remote source.
private final class EtcdWatch: Sendable {
    private struct State {
        var body: HTTPBody?
        var line: [UInt8] = []
        var waiting: ArraySlice<RemoteSignal> = []
        var isOver = false
    }

    private let client: EtcdClient
    private let key: String
    private let start: Int64
    private let state = Mutex(State())
    /// Called with the first revision that has not been seen, and a new value, if there is one.
    private let see: @Sendable (Int64, StoredFile?) -> Void

    /// The largest result, in bytes: a value of the largest size in Base64.
    private static let limit = 32 << 20

    init(client: EtcdClient, key: String, from start: Int64, see: @escaping @Sendable (Int64, StoredFile?) -> Void) {
        (self.client, self.key, self.start, self.see) = (client, key, start, see)
    }

    func next() async -> RemoteSignal? {
        while true {
            let (signal, body, isOver) = state.withLock { ($0.waiting.popFirst(), $0.body, $0.isOver) }
            if let signal { return signal }
            if isOver { return nil }
            do throws(DocumentStoreError) {
                if let body {
                    try await read(body)
                } else {
                    let body = try await open()
                    state.withLock { $0.body = body }
                }
            } catch {
                end(RemoteSourceError(error))
            }
        }
    }

    private func open() async throws(DocumentStoreError) -> HTTPBody {
        var request: JSONObject = ["key": EtcdDocumentStore.encoded(key), "progress_notify": true]
        if start > 0 { request["start_revision"] = .string("\(start)") }
        return try await client.stream("watch", ["create_request": .object(request)])
    }

    private func end(_ error: RemoteSourceError?) {
        client.leaveMember()
        state.withLock { state in
            state.waiting.append(.closed(error))
            state.isOver = true
            state.body = nil
            state.line = []
        }
    }

    private func read(_ body: HTTPBody) async throws(DocumentStoreError) {
        let part: [UInt8]?
        do throws(HTTPTransportError) {
            part = try await body.next()
        } catch {
            throw .unavailable("The watch of etcd ended: \(error.message).")
        }
        guard let part else { return end(nil) }
        let lines = state.withLock { state in
            state.line += part
            var lines = state.line.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            state.line = Array(lines.popLast() ?? [])
            return state.line.count > Self.limit ? nil : lines
        }
        guard let lines else { throw .refused("The watch of etcd sends a result that is too large.") }
        for line in lines where !line.isEmpty {
            guard let signal = try signal(Array(line)) else { continue }
            state.withLock { $0.waiting.append(signal) }
        }
    }

    private func signal(_ line: [UInt8]) throws(DocumentStoreError) -> RemoteSignal? {
        guard let value = try? JSONReader().value(from: line) else {
            throw .refused("The watch of etcd sends something other than JSON.")
        }
        guard let result = value[member: "result"] else {
            throw .unavailable("The watch of etcd ended: \(String(decoding: line.prefix(200), as: UTF8.self)).")
        }
        if case .bool(true)? = result[member: "canceled"] {
            if let compacted = EtcdDocumentStore.integer(result[member: "compact_revision"]), compacted > 0 {
                // The cluster has removed what happened until then; the value is read as a whole.
                see(compacted, nil)
            }
            throw .unavailable("etcd canceled the watch.")
        }
        let revision = EtcdDocumentStore.integer(result[member: "header"]?[member: "revision"]) ?? 0
        if let event = result[member: "events"]?.elements.last {
            let isRemoval = event[member: "type"]?.text == "DELETE"
            see(revision + 1, isRemoval ? nil : try? EtcdDocumentStore.file(event[member: "kv"]))
            return .changed(id: nil)
        }
        // A new watch may be behind its first events.
        if case .bool(true)? = result[member: "created"] { return .opened }
        see(revision + 1, nil)
        return .heartbeat
    }
}

/// A remote document in a store.
struct StoreRemoteSource: RemoteSource {
    let store: any DocumentStore
    let address: RemoteAddress
    let name: String

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let file: StoredFile?
        do {
            file = try await store.read(address)
        } catch {
            throw RemoteSourceError(error as? DocumentStoreError ?? .unavailable("\(error)"))
        }
        guard let file else { throw RemoteSourceError(.notFound, "\(name) does not exist") }
        return file.tag == request.revision ? nil : RemoteDocument(text: file.bytes, revision: file.tag)
    }
}

extension RemoteSourceError {
    /// Converts the error of a store that was read.
    init(_ error: DocumentStoreError) {
        let text = String(error.message.hasSuffix(".") ? error.message.dropLast() : error.message[...])
        switch error {
        case .unavailable, .unknown: self.init(.unreachable, text)
        case .refused, .conflict: self.init(.unauthorized, text)
        }
    }
}
