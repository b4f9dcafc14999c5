import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// Calls the JSON gateway of etcd's API, version 3.
///
/// - SeeAlso: https://etcd.io/docs/v3.5/dev-guide/api_grpc_gateway/
final class EtcdClient: Sendable {
    /// A user's name and password.
    struct User: Sendable {
        let name: String
        let password: String

        /// Reads `ETCDCTL_USER`, which is `NAME:PASSWORD`, or a name beside `ETCDCTL_PASSWORD`.
        ///
        /// - Throws: ``ToolError`` if the password is missing.
        init?(environment: [String: String]) throws {
            guard let user = try StoreCredentials.value("ETCDCTL_USER", environment) else { return nil }
            if let password = try StoreCredentials.value("ETCDCTL_PASSWORD", environment) {
                (self.name, self.password) = (user, password)
                return
            }
            let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[1].isEmpty else {
                throw ToolError.usage("ETCDCTL_USER has no password; write NAME:PASSWORD, or set ETCDCTL_PASSWORD.")
            }
            ToolOutput.hide(parts[1])
            (name, password) = (parts[0], parts[1])
        }
    }

    private struct State {
        /// The index of the member to ask first.
        var first = 0
        /// The token of the user.
        var token: String?
        /// Whether the cluster knows no users.
        var isOpen = false
    }

    let endpoints: [String]
    private let user: User?
    private let transport: any HTTPTransport
    /// The time limit for all members together.
    private let limit: Duration
    private let state = Mutex(State())

    init(
        endpoints: [String],
        user: User?,
        limit: Duration = .seconds(2),
        transport: any HTTPTransport
    ) {
        (self.endpoints, self.user, self.limit, self.transport) = (endpoints, user, limit, transport)
    }

    /// Calls a method that changes nothing, on the first member that answers.
    ///
    /// - Returns: The result.
    /// - Throws: ``DocumentStoreError``.
    func read(_ method: String, _ body: JSONValue) async throws(DocumentStoreError) -> JSONValue {
        let start = ContinuousClock.now
        while true {
            do throws(DocumentStoreError) {
                return try await readOnce(method, body, from: start)
            } catch {
                // Members that have just lost their leader elect another one within about a second.
                guard case .unavailable(let reason) = error, reason.firstRange(of: "leader") != nil,
                    start.duration(to: .now) + .milliseconds(300) < limit
                else { throw error }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func readOnce(
        _ method: String,
        _ body: JSONValue,
        from start: ContinuousClock.Instant
    ) async throws(DocumentStoreError) -> JSONValue {
        let first = state.withLock { $0.first }
        var failure = DocumentStoreError.unavailable("There is no endpoint.")
        for offset in endpoints.indices {
            let index = (first + offset) % endpoints.count
            // Members that refuse connections leave their time to the others.
            let share = max(.milliseconds(100), (limit - start.duration(to: .now)) / (endpoints.count - offset))
            do throws(DocumentStoreError) {
                let value = try await authenticated(method, body, at: index, within: share, isWrite: false)
                state.withLock { $0.first = index }
                return value
            } catch {
                failure = error
                guard case .unavailable = error else { throw error }
            }
        }
        guard endpoints.count > 1 else { throw failure }
        throw .unavailable(
            "None of the \(endpoints.count) members answers as part of a majority. The last one: \(failure.message)"
        )
    }

    /// Calls a method that writes, once, on the member that answered last.
    ///
    /// - Throws: ``DocumentStoreError``; ``DocumentStoreError/unknown(_:)`` if the answer was lost.
    func write(_ method: String, _ body: JSONValue) async throws(DocumentStoreError) -> JSONValue {
        try await authenticated(method, body, at: state.withLock { $0.first }, within: limit, isWrite: true)
    }

    /// Opens a stream of results, at the member that answered last.
    ///
    /// - Returns: The body of the response.
    func stream(_ method: String, _ body: JSONValue) async throws(DocumentStoreError) -> HTTPBody {
        let index = state.withLock { $0.first }
        let token = try await token(at: index, within: limit)
        var request = try request(method, body, at: index, token: token)
        request.isStream = true
        // The member ends the stream if it loses its leader, instead of being silent.
        request.headers["Grpc-Metadata-hasleader"] = "true"
        let name = name(index)
        do throws(HTTPTransportError) {
            let response = try await transport.send(request)
            guard response.status == 200 else {
                state.withLock { $0.token = nil }
                throw HTTPTransportError(.unreachable, "it refuses the stream (HTTP \(response.status))")
            }
            return response.body
        } catch {
            leave(index)
            throw .unavailable("\(name): \(error.message).")
        }
    }

    /// Asks another member first from now on.
    func leaveMember() { leave(state.withLock { $0.first }) }

    private func leave(_ index: Int) {
        state.withLock { if $0.first == index { $0.first = (index + 1) % endpoints.count } }
    }

    // MARK: - Requests

    private func name(_ index: Int) -> String { endpoints[index] }

    private func request(
        _ method: String,
        _ body: JSONValue,
        at index: Int,
        token: String?
    ) throws(DocumentStoreError) -> HTTPTransportRequest {
        guard let url = URL(string: "\(endpoints[index])/v3/\(method)"), HTTPAddress(url).problem == nil else {
            throw .refused("‘\(endpoints[index].withoutUserInfo)’ is not an endpoint; write host:2379.")
        }
        guard url.user() == nil else {
            throw .refused(
                "The address of etcd contains a name, and maybe a password, which lists of processes show. Set ETCDCTL_USER instead."
            )
        }
        var headers: HTTPHeaders = ["Content-Type": "application/json", "Accept": "application/json"]
        if let token { headers["Authorization"] = token }
        return HTTPTransportRequest(.post, url: url, headers: headers, body: JSONWriter().bytes(body))
    }

    private func authenticated(
        _ method: String,
        _ body: JSONValue,
        at index: Int,
        within limit: Duration,
        isWrite: Bool
    ) async throws(DocumentStoreError) -> JSONValue {
        for isRepeated in [false, true] {
            let token = try await token(at: index, within: limit)
            let answer = try await call(method, body, at: index, token: token, within: limit, isWrite: isWrite)
            // Nothing was done for an expired token, so the call can be repeated with a new one.
            if answer.status == 401 || answer.code == 16, user != nil, !isRepeated {
                state.withLock { if $0.token == token { $0.token = nil } }
                continue
            }
            return try answer.result(name(index), isWrite: isWrite)
        }
        throw .refused("\(name(index)): etcd does not accept the token that it has just created.")
    }

    /// Returns the token of the user; `nil` if there is no user.
    private func token(at index: Int, within limit: Duration) async throws(DocumentStoreError) -> String? {
        let (token, isOpen) = state.withLock { ($0.token, $0.isOpen) }
        guard let user, token == nil, !isOpen else { return token }
        let answer = try await call(
            "auth/authenticate",
            ["name": .string(user.name), "password": .string(user.password)],
            at: index,
            token: nil,
            within: limit,
            isWrite: false
        )
        if answer.message.firstRange(of: "authentication is not enabled") != nil {
            state.withLock { $0.isOpen = true }
            return nil
        }
        guard case .string(let new)? = try answer.result(name(index), isWrite: false)[member: "token"] else {
            throw .refused("\(name(index)): etcd returns no token for ETCDCTL_USER.")
        }
        ToolOutput.hide(new)
        state.withLock { $0.token = new }
        return new
    }

    private func call(
        _ method: String,
        _ body: JSONValue,
        at index: Int,
        token: String?,
        within limit: Duration,
        isWrite: Bool
    ) async throws(DocumentStoreError) -> EtcdAnswer {
        var exchange = StoreExchange(name: name(index), transport: transport)
        (exchange.limits.read, exchange.limits.write) = (limit, limit)
        let request = try request(method, body, at: index, token: token)
        let answer = isWrite ? try await exchange.write(request) : try await exchange.read(request)
        return EtcdAnswer(answer)
    }
}

/// A response of the gateway.
struct EtcdAnswer {
    let status: Int
    /// The code of gRPC; 0 for success.
    let code: Int
    /// The error message.
    let message: String
    private let value: JSONValue?

    init(_ answer: StoreExchange.Answer) {
        status = answer.status
        value = try? JSONReader().value(from: answer.body)
        if case .integer(let code)? = value?[member: "code"] { self.code = code } else { code = 0 }
        if case .string(let text)? = value?[member: "message"] ?? value?[member: "error"] {
            message = ServerWords(text).description
        } else {
            message = status == 200 ? "" : answer.excerpt.description
        }
    }

    /// The result.
    ///
    /// - Throws: ``DocumentStoreError`` for an error, in words.
    func result(_ name: String, isWrite: Bool) throws(DocumentStoreError) -> JSONValue {
        if status == 200, code == 0, let value { return value }
        let said = "\(name): etcd says: \(message) (HTTP \(status))."
        switch code {
        // Invalid argument, precondition, out of range: also a user without a name and a request that is too large.
        case 3 where message.firstRange(of: "authentication failed") != nil:
            throw .refused("\(name): etcd does not accept the name and the password in ETCDCTL_USER.")
        case 3 where message.firstRange(of: "user name is empty") != nil, 16:
            throw .refused("\(name): etcd requires a user; set ETCDCTL_USER to NAME:PASSWORD.")
        case 3 where message.firstRange(of: "too large") != nil:
            throw .refused("\(name): the file is larger than etcd accepts, usually 1.5 MB.")
        case 7: throw .refused("\(name): the user in ETCDCTL_USER is not allowed to do this with the key.")
        case 8 where message.firstRange(of: "larger than max") != nil:
            throw .refused("\(name): the file is larger than etcd accepts, usually 1.5 MB.")
        case 8 where message.firstRange(of: "space exceeded") != nil:
            throw .refused("\(name): etcd's database is full; compact and defragment it, and disarm the alarm.")
        case 3, 5, 9, 11, 12: throw .refused(said)
        default: break
        }
        if [200, 301, 302, 404].contains(status), !isWrite {
            throw .refused("\(name) is not the API of etcd 3.4 or later (HTTP \(status)).")
        }
        throw isWrite ? .unknown("\(said) The write may have been done.") : .unavailable(said)
    }
}
