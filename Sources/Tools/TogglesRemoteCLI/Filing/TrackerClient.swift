import Foundation
import ToggleBase
import ToggleHTTP
import ToggleTool

/// A client of a tracker's API.
///
/// Redirects are not followed, and the token is sent only to the given address.
struct TrackerClient: Sendable {
    /// A tracker's response.
    struct Answer {
        let value: JSONValue
        let hasNextPage: Bool
    }

    let service: TicketTracker.Service
    let token: String
    let transport: any HTTPTransport
    let timeout: Duration
    let now: @Sendable () -> Int

    /// The size limit for a response, in bytes: a hundred issues of the maximum size.
    private static let limit = 32 << 20

    func send(
        _ method: HTTPTransportRequest.Method,
        _ address: String,
        body: JSONValue? = nil
    ) async throws(TicketError) -> Answer {
        guard let url = URL(string: address) else {
            throw TicketError("‘\(address)’ is not a valid URL.")
        }
        var headers: HTTPHeaders = ["User-Agent": "toggles", "Accept": "application/json"]
        switch service {
        case .gitHub:
            headers["Accept"] = "application/vnd.github+json"
            headers["X-GitHub-Api-Version"] = "2022-11-28"
            headers["Authorization"] = "Bearer \(token)"
        case .gitLab: headers["PRIVATE-TOKEN"] = token
        }
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPTransportRequest(
            method,
            url: url,
            headers: headers,
            body: body.map { JSONWriter().bytes($0) }
        )
        let (status, answer, bytes) = try await exchange(request)
        guard (200..<300).contains(status) else { throw error(status, answer, bytes) }
        let isLast = answer["x-next-page"].map(\.isEmpty) ?? !(answer["Link"] ?? "").contains("rel=\"next\"")
        // The response to a deletion has no content.
        if method == .delete { return Answer(value: .null, hasNextPage: false) }
        guard let value = try? JSONReader().value(from: bytes) else {
            let text = "\(service.rawValue) responds with something other than JSON; is this the URL of its API?"
            throw TicketError(text, status: status)
        }
        return Answer(value: value, hasNextPage: !isLast)
    }

    /// Sends a request within the time limit.
    private func exchange(
        _ request: HTTPTransportRequest
    ) async throws(TicketError) -> (Int, HTTPHeaders, [UInt8]) {
        let (transport, timeout) = (transport, timeout)
        do {
            return try await withThrowingTaskGroup(of: (Int, HTTPHeaders, [UInt8])?.self) { group in
                group.addTask {
                    let response = try await transport.send(request)
                    var bytes: [UInt8] = []
                    while let part = try await response.body.next() {
                        bytes += part
                        if bytes.count > Self.limit {
                            throw HTTPTransportError(.tooLarge, "the response is larger than \(Self.limit) bytes")
                        }
                    }
                    return (response.status, response.headers, bytes)
                }
                group.addTask {
                    try await Task.sleep(for: timeout)
                    return nil
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let answer = first else {
                    throw HTTPTransportError(.timedOut, "no response came within \(timeout.components.seconds) seconds")
                }
                return answer
            }
        } catch {
            let reason = (error as? HTTPTransportError)?.message ?? "\(error)"
            let host = request.url.host ?? ""
            let text = "The request to \(host) failed: \(reason). The next run finds filed tickets by their marker."
            throw TicketError(text)
        }
    }

    // MARK: - Errors

    private func error(_ status: Int, _ headers: HTTPHeaders, _ bytes: [UInt8]) -> TicketError {
        let name = service.rawValue
        let said = Self.message(bytes)
        let (text, isFinal): (String, Bool) =
            switch status {
            case 401: ("\(name) does not accept the token; it is wrong or expired.\(said)", true)
            case 403 where isLimited(headers), 429:
                ("\(name) limits requests\(pause(headers)); run the command again then.", true)
            case 403: ("\(name) does not allow it: the token needs the right to read and write issues.\(said)", true)
            case 404: ("\(name) has no such project, or the token cannot access it.", true)
            case 410: ("The project has no issues: they are disabled on \(name).", true)
            case 400, 422: ("\(name) rejects the ticket.\(said)", false)
            case 300..<400:
                (
                    "\(name) redirects requests (status \(status)): the project was renamed or moved; write its new name.",
                    true
                )
            case 500...: ("\(name) has an internal error (status \(status)); run the command again later.", true)
            default: ("\(name) responds with status \(status).\(said)", true)
            }
        return TicketError(text, isFinal: isFinal, status: status)
    }

    private func isLimited(_ headers: HTTPHeaders) -> Bool {
        headers["x-ratelimit-remaining"] == "0" || headers["Retry-After"] != nil
    }

    /// Returns the end of the pause, in UTC.
    private func pause(_ headers: HTTPHeaders) -> String {
        var moment = headers["x-ratelimit-reset"].flatMap { Int($0) } ?? headers["RateLimit-Reset"].flatMap { Int($0) }
        if let seconds = headers["Retry-After"].flatMap({ Int($0) }), (0...604_800).contains(seconds) {
            moment = now() + seconds
        }
        guard let moment, (0...253_402_300_799).contains(moment) else { return " for now" }
        let (hour, minute) = (moment / 3_600 % 24, moment / 60 % 60)
        let day = Date(timeIntervalSince1970: TimeInterval(moment)).formatted(.iso8601.year().month().day())
        return " until \(day) \(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute) UTC"
    }

    /// Returns the tracker's error message, as one line.
    private static func message(_ bytes: [UInt8]) -> String {
        guard case .object(let object)? = try? JSONReader().value(from: bytes) else { return "" }
        var parts: [String] = []
        for name in ["message", "error", "error_description"] {
            switch object[name] {
            case .string(let text)?: parts.append(text)
            case .object?, .array?: parts.append(JSONWriter(.oneLine).text(object[name] ?? .null))
            default: break
            }
        }
        if case .array(let errors)? = object["errors"] { parts.append(JSONWriter(.oneLine).text(.array(errors))) }
        let words = ServerWords(parts.joined(separator: ", "), limit: 300)
        return words.isEmpty ? "" : " It says: \(words)"
    }
}
