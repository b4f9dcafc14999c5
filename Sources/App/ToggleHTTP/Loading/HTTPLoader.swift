package import FeatureTogglesRemote
package import Foundation
import ToggleBase

/// The loading that all sources share: time limits, redirects, credentials, size.
package struct HTTPLoader: Sendable {
    package let address: HTTPAddress
    let options: HTTPOptions
    let transport: any HTTPTransport
    let clock: HTTPClock
    /// The name of the server in messages.
    package let name: String
    /// The origin that may receive the credentials and the app's header fields.
    private let home: String

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - address: The address to load from.
    ///   - name: The name in messages; `nil` for the address without the parts that may be secret.
    ///   - home: A URL of the server that the credentials are meant for; `nil` if it is the address.
    ///   - options: Credentials, time limits, redirects.
    ///   - transport: The transport that sends the requests.
    ///   - clock: The clock.
    package init(
        address: HTTPAddress,
        name: String? = nil,
        home: URL? = nil,
        options: HTTPOptions,
        transport: any HTTPTransport,
        clock: HTTPClock
    ) {
        self.address = address
        self.name = name ?? address.name
        self.home = (home ?? address.url).origin
        self.options = options
        self.transport = transport
        self.clock = clock
    }

    /// What distinguishes the document from others at the same address: the app's name for it, or the header fields and
    /// credentials, hashed.
    var identity: String {
        // Not fields that change when the app, the system, or its language does.
        let fields = options.headers.fields.map { (name: $0.name.lowercased(), value: $0.value) }
            .filter { !["accept", "accept-language", "user-agent"].contains($0.name) }
        var parts = fields.map { "\($0.name): \($0.value)" }.sorted()
        if let basic = address.basicCredentials { parts.append(basic) }
        if let credentials = options.credentials, let token = try? credentials.current?() {
            parts.append("\(credentials.header.lowercased()): \(token)")
        }
        if let name = options.identity { parts = ["name", name] }
        if parts.isEmpty { return address.identity }
        let bytes = Array(parts.map { "\($0.utf8.count) \($0)" }.joined().utf8)
        // Two hashes, because a collision in 64 bits could show one customer the document of another.
        let hash = [bytes, bytes.reversed()].map { String(ContentHash.of($0), radix: 16) }.joined(separator: "-")
        return "\(address.identity) \(hash)"
    }

    /// Returns a loader for another URL with the same options and credentials.
    ///
    /// Credentials are sent only to the server of this loader's address, whatever the other URL is.
    package func at(_ url: URL, name: String? = nil) -> HTTPLoader {
        HTTPLoader(
            address: HTTPAddress(url, credentials: address.basicCredentials),
            name: name,
            home: address.url,
            options: options,
            transport: transport,
            clock: clock
        )
    }

    /// Sends a request and reads the whole response, whatever its status.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: The maximum size of the response's body in bytes, by default that of a signed document.
    /// - Returns: The response.
    /// - Throws: ``FeatureToggles/RemoteSourceError`` if no response arrived in time, or if it is too large.
    package func load(
        _ request: HTTPTransportRequest,
        limit: Int = FlagDocument.Limits.standard.envelopeSize
    ) async throws(RemoteSourceError) -> HTTPAnswer {
        // Outside of the time limit, which is the server's.
        let secrets = try await secrets(for: request)
        let answer = await clock.within(options.timeout) { () async -> Result<HTTPAnswer, RemoteSourceError> in
            do throws(RemoteSourceError) {
                let response = try await open(request, secrets: secrets)
                return .success(
                    HTTPAnswer(
                        status: response.status,
                        headers: response.headers,
                        body: try await body(of: response, limit: limit)
                    )
                )
            } catch {
                return .failure(error)
            }
        }
        guard let answer else {
            throw RemoteSourceError(.timedOut, "\(name) did not respond completely within \(options.timeout)")
        }
        return try answer.get()
    }

    /// Sends a request, follows redirects, and returns the first response that isn't a redirect, as soon as its head
    /// arrives.
    ///
    /// Every request of this module passes through this method.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - secrets: The header fields for the server that the credentials are meant for.
    /// - Returns: The response.
    /// - Throws: ``FeatureToggles/RemoteSourceError`` if no response arrives in time, or for a redirect that isn't followed.
    func open(
        _ request: HTTPTransportRequest,
        secrets: HTTPHeaders
    ) async throws(RemoteSourceError) -> HTTPTransportResponse {
        var request = request
        var plain = request.headers
        plain["User-Agent"] = "swift-feature-toggles"
        for _ in 0...max(0, options.maximumRedirects) {
            request.headers = plain
            if request.url.origin == home {
                for field in secrets.fields { request.headers[field.name] = field.value }
            }
            let response = try await head(of: request)
            guard Self.redirects.contains(response.status) else { return response }
            request.url = try target(of: response, from: request)
        }
        throw RemoteSourceError(
            .invalidResponse,
            "\(name) redirects more than \(max(0, options.maximumRedirects)) times, perhaps in a loop"
        )
    }

    private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

    private func head(of request: HTTPTransportRequest) async throws(RemoteSourceError) -> HTTPTransportResponse {
        let response = await clock.within(options.responseTimeout) { [transport] in
            do throws(HTTPTransportError) {
                return Result<HTTPTransportResponse, RemoteSourceError>.success(try await transport.send(request))
            } catch {
                return .failure(failure(error))
            }
        }
        guard let response else {
            throw RemoteSourceError(.timedOut, "\(name) did not start to respond within \(options.responseTimeout)")
        }
        return try response.get()
    }

    /// Returns the header fields that are sent only to the server that the credentials are meant for.
    ///
    /// - Parameter request: The request, which gets none if it's for another server.
    /// - Returns: The app's header fields and the credentials.
    /// - Throws: An error if there are no valid credentials, or if the app doesn't return any in time.
    func secrets(for request: HTTPTransportRequest) async throws(RemoteSourceError) -> HTTPHeaders {
        if let problem = address.problem { throw RemoteSourceError(.notFound, problem) }
        var headers = HTTPHeaders()
        guard request.url.origin == home else { return headers }
        for field in options.headers.fields {
            guard HTTPHeaders.isSendable(name: field.name, value: field.value) else {
                throw RemoteSourceError(
                    .invalidResponse,
                    "the header ‘\(field.name)’ for \(name) has characters that are not allowed in a header"
                )
            }
            headers[field.name] = field.value
        }
        if let basic = address.basicCredentials { headers["Authorization"] = basic }
        guard let credentials = options.credentials else { return headers }
        let token = try await token(of: credentials)
        guard HTTPHeaders.isSendable(name: credentials.header, value: token), !token.isEmpty else {
            throw RemoteSourceError(
                .unauthorized,
                "the token for \(name) is empty or has characters that are not allowed in a header, such as a line break"
            )
        }
        headers[credentials.header] = credentials.prefix + token
        return headers
    }

    /// Returns a text of the server without the secrets of a request, which it may repeat.
    ///
    /// The text is shown in the client's state, which logs and the state file contain. Without the secrets, because their
    /// closure fails, the text is left out.
    func withoutSecrets(_ text: String?, of request: HTTPTransportRequest) async -> String? {
        guard var text, let fields = try? await secrets(for: request).fields else { return nil }
        for field in fields {
            // Without the scheme, such as Bearer.
            let parts = field.value.split(separator: " ").dropFirst().map(String.init)
            for secret in [field.value] + parts where secret.count > 3 {
                text = text.replacingOccurrences(of: secret, with: "…")
            }
        }
        return text
    }

    /// Returns the app's token, or throws if the app doesn't return it in time, even if its closure can't be canceled.
    private func token(of credentials: HTTPCredentials) async throws(RemoteSourceError) -> String {
        let cancellation = RemoteSourceError(.cancelled, "the request was canceled")
        let (results, result) = AsyncStream<Result<String, RemoteSourceError>>.makeStream()
        let request = Task { [name] in
            do {
                result.yield(.success(try await credentials.token()))
            } catch {
                // The error's own message might contain the secret.
                let failure = RemoteSourceError(.unreachable, "no credentials for \(name): \(type(of: error))")
                result.yield(.failure(Task.isCancelled ? cancellation : failure))
            }
        }
        let timer = Task { [name, clock, limit = options.responseTimeout] in
            do {
                try await clock.sleep(min(limit, .longestWait))
            } catch {
                return
            }
            let message = "no credentials for \(name): the app's closure did not return a token within \(limit)"
            result.yield(.failure(RemoteSourceError(.unreachable, message)))
        }
        defer {
            request.cancel()
            timer.cancel()
        }
        for await first in results { return try first.get() }
        // Only if this task is canceled.
        throw cancellation
    }

    private func target(
        of response: HTTPTransportResponse,
        from request: HTTPTransportRequest
    ) throws(RemoteSourceError) -> URL {
        guard let location = response.headers["Location"]?.trimmed, !location.isEmpty else {
            throw RemoteSourceError(
                .invalidResponse,
                "\(name) redirects (HTTP \(response.status)) without a location"
            )
        }
        guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL, HTTPAddress(url).problem == nil
        else {
            throw RemoteSourceError(
                .invalidResponse,
                "\(name) redirects (HTTP \(response.status)) to a location that is not an HTTP URL"
            )
        }
        if request.url.scheme?.lowercased() == "https", url.scheme?.lowercased() != "https" {
            throw RemoteSourceError(
                .invalidResponse,
                "\(name) redirects to \(HTTPAddress(url).name), which is not encrypted; the redirect is not followed"
            )
        }
        // A body contains data about a user, so it must not be sent to a host that the app didn't choose.
        if request.method == .post,
            response.status == 303 || url.host()?.lowercased() != request.url.host()?.lowercased()
        {
            throw RemoteSourceError(
                .invalidResponse,
                "\(name) redirects to \(HTTPAddress(url).name); use that URL if it is the right one"
            )
        }
        return HTTPAddress(url).url
    }

    private func body(of response: HTTPTransportResponse, limit: Int) async throws(RemoteSourceError) -> [UInt8] {
        func tooLarge() -> RemoteSourceError {
            RemoteSourceError(.tooLarge, "\(name) sent more than the \(limit) bytes allowed")
        }
        if let length = response.headers["Content-Length"].flatMap({ Int($0) }), length > limit,
            response.headers["Content-Encoding"] == nil
        {
            throw tooLarge()
        }
        var bytes: [UInt8] = []
        while true {
            let part: [UInt8]?
            do throws(HTTPTransportError) {
                part = try await response.body.next()
            } catch {
                throw failure(error)
            }
            guard let part else { return bytes }
            guard bytes.count + part.count <= limit else { throw tooLarge() }
            bytes.append(contentsOf: part)
        }
    }

    /// Converts a transport's error to a source's error.
    func failure(_ error: HTTPTransportError) -> RemoteSourceError {
        let code: RemoteSourceError.Code =
            switch error.code {
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .tooLarge: .tooLarge
            case .malformed, .unsupported: .invalidResponse
            default: .unreachable
            }
        return RemoteSourceError(code, "\(name): \(error.message)")
    }
}
