import FeatureTogglesHTTP
import FeatureTogglesRemote
import ToggleBase
import ToggleTool

/// A remote document in a key of etcd, with one watch for its changes.
final class EtcdRemoteSource: RemoteSource {
    private let store: EtcdDocumentStore
    private let key: String
    let name: String
    /// The first revision whose changes the document doesn't have.
    private let next = Mutex<Int64>(0)

    init(store: EtcdDocumentStore, key: String) {
        (self.store, self.key) = (store, key)
        name = "etcd key ‘\(key)’"
    }

    var announcesChanges: Bool { true }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
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
        next.withLock { $0 = result.revision + 1 }
        guard let file = result.file else { throw RemoteSourceError(.notFound, "\(name) does not exist") }
        return file.tag == request.revision ? nil : RemoteDocument(text: file.bytes, revision: file.tag)
    }

    /// Watches the key from the revision that the last ``fetch(_:)`` saw.
    func signals(after id: String?) -> AsyncStream<RemoteSignal> {
        let watch = EtcdWatch(client: store.client, key: key, from: next.withLock(\.self)) { [self] compacted in
            next.withLock { $0 = max($0, compacted) }
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
    /// Called with the oldest revision that is left if the cluster has removed the one to start from.
    private let isCompacted: @Sendable (Int64) -> Void

    /// The largest result, in bytes: a value of the largest size in Base64.
    private static let limit = 32 << 20

    init(client: EtcdClient, key: String, from start: Int64, isCompacted: @escaping @Sendable (Int64) -> Void) {
        (self.client, self.key, self.start, self.isCompacted) = (client, key, start, isCompacted)
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
                // What happened until then is read as a whole.
                isCompacted(compacted)
            }
            throw .unavailable("etcd canceled the watch.")
        }
        if case .array(let events)? = result[member: "events"], !events.isEmpty { return .changed(id: nil) }
        if case .bool(true)? = result[member: "created"] { return .opened }
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
