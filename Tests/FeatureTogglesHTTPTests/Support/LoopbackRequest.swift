/// A request that the loopback server received.
struct LoopbackRequest: Sendable {
    let method: String
    /// The path with its query.
    let target: String
    /// The header fields by lowercase name.
    let headers: [String: String]
    private(set) var body: [UInt8] = []
    /// The total number of bytes.
    private(set) var size = 0

    /// Parses a head without the empty line at its end.
    init?(head: [UInt8]) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        method = String(words[0])
        target = String(words[1])
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        self.headers = headers
    }

    func with(body: [UInt8], size: Int) -> LoopbackRequest {
        var request = self
        request.body = body
        request.size = size
        return request
    }
}

/// A response of the loopback server.
struct LoopbackAnswer: Sendable {
    let bytes: [UInt8]

    init(_ status: Int = 200, _ headers: [String: String] = [:], body: [UInt8]) {
        var head = "HTTP/1.1 \(status) Status\r\n"
        if status != 304, status != 204 { head += "Content-Length: \(body.count)\r\n" }
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        bytes = Array(head.utf8) + Array("\r\n".utf8) + body
    }

    init(_ status: Int = 200, _ headers: [String: String] = [:], _ body: String = "") {
        self.init(status, headers, body: Array(body.utf8))
    }
}
