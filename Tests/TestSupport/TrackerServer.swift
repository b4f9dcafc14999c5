import Foundation
package import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A tracker on the loopback interface that stores issues like GitHub and GitLab, three per page.
///
/// With replies to every request, it can be any server.
package final class TrackerServer: Sendable {
    package struct Request: Sendable {
        package let method: String
        package let target: String
        package let headers: [String: String]
        package let body: JSONValue
    }

    /// A response that replaces the usual one.
    package struct Reply: Sendable {
        let status: Int
        let headers: [String: String]
        let body: String
        let method: String

        /// Creates a response to requests with a method.
        package init(status: Int, headers: [String: String] = [:], body: String = "{}", method: String = "GET") {
            (self.status, self.headers, self.body, self.method) = (status, headers, body, method)
        }
    }

    private struct State {
        var issues: [JSONObject] = []
        var labels: [String: JSONObject] = [:]
        var requests: [Request] = []
    }

    package let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())
    private let reply: @Sendable (Request) -> Reply?
    static let pageSize = 3

    package init(_ reply: @escaping @Sendable (Request) -> Reply? = { _ in nil }) throws {
        self.reply = reply
        #if canImport(Glibc)
        listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
                guard bind(descriptor, pointer, size) == 0, listen(descriptor, 16) == 0 else { return -1 }
                return getsockname(descriptor, pointer, &size)
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                guard let self else {
                    _ = close(connection)
                    return
                }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        _ = close(listener)
    }

    package var address: String { "http://127.0.0.1:\(port)" }
    package var issues: [JSONObject] { state.withLock { $0.issues } }
    package var requests: [Request] { state.withLock { $0.requests } }

    package var labels: [String] { state.withLock { $0.labels.keys.sorted() } }

    /// Adds the label of another run.
    package func addLabel(_ name: String, description: String) {
        state.withLock { $0.labels[name] = ["name": .string(name), "description": .string(description)] }
    }

    package func add(_ issue: JSONObject) { state.withLock { $0.issues.append(issue) } }

    /// Handles one request per connection.
    private func serve(_ connection: Int32) {
        defer { _ = close(connection) }
        guard let request = Self.read(connection) else { return }
        state.withLock { $0.requests.append(request) }
        var (status, headers, body) = (200, ["Content-Type": "application/json"], "[]")
        if let refusal = reply(request), refusal.method == request.method {
            (status, body) = (refusal.status, refusal.body)
            headers.merge(refusal.headers) { $1 }
        } else if let answer = answer(toLabels: request) {
            (status, body) = answer
        } else if request.method == "POST", case .object(var issue) = request.body {
            state.withLock { state in
                let number = state.issues.count + 1
                issue["html_url"] = .string("\(address)/issues/\(number)")
                issue["web_url"] = issue["html_url"]
                state.issues.append(issue)
            }
            (status, body) = (201, JSONWriter().text(.object(issue)))
        } else if request.target.contains("/users?username=") {
            body = request.target.hasSuffix("=alice") ? #"[{ "id": 7 }]"# : "[]"
        } else {
            let page = request.target.split(separator: "&page=").last.flatMap { Int($0) } ?? 1
            let all = issues
            let rest = all.dropFirst((page - 1) * Self.pageSize)
            body = JSONWriter().text(.array(rest.prefix(Self.pageSize).map { .object($0) }))
            let isLast = rest.count <= Self.pageSize
            if request.headers["private-token"] != nil {
                headers["x-next-page"] = isLast ? "" : "\(page + 1)"
            } else if !isLast {
                headers["Link"] = "<https://elsewhere.example/steal?page=2>; rel=\"next\""
            }
        }
        var text = "HTTP/1.1 \(status) Status\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        let bytes = Array((text + "\r\n" + body).utf8)
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
    }

    /// Stores labels with unique names.
    private func answer(toLabels request: Request) -> (Int, String)? {
        let path = request.target.components(separatedBy: "/labels")
        guard path.count == 2 else { return nil }
        let isGitLab = request.headers["private-token"] != nil
        return state.withLock { state in
            switch (request.method, request.body) {
            case ("POST", .object(let label)):
                guard case .string(let name)? = label["name"] else { return (400, "{}") }
                guard state.labels[name] == nil else { return (isGitLab ? 409 : 422, "{}") }
                state.labels[name] = label
                return (201, JSONWriter().text(.object(label)))
            case ("DELETE", _):
                return (state.labels.removeValue(forKey: String(path[1].dropFirst())) == nil ? 404 : 204, "")
            default:
                guard let label = state.labels[String(path[1].dropFirst())] else { return (404, "{}") }
                return (200, JSONWriter().text(.object(label)))
            }
        }
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    headers[parts[0].lowercased()] = String(parts.last?.drop { $0 == " " } ?? "")
                }
                let length = headers["content-length"].flatMap { Int($0) } ?? 0
                let words = (lines.first ?? "").split(separator: " ")
                if words.count == 3, bytes.count >= end.upperBound + length {
                    let body = Array(bytes[end.upperBound..<(end.upperBound + length)])
                    let value = (try? JSONReader().value(from: body)) ?? .null
                    return Request(method: String(words[0]), target: String(words[1]), headers: headers, body: value)
                }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }
}
