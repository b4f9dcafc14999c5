package import FeatureTogglesRemote

extension HTTPLoader {
    /// Creates the error for a response without a document.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - details: The server's explanation, if there is one.
    /// - Returns: The error.
    package func failure(status: Int, headers: HTTPHeaders, details: String? = nil) -> RemoteSourceError {
        let (code, meaning): (RemoteSourceError.Code, String) =
            switch status {
            case 401: (.unauthorized, "rejects the credentials")
            case 403: (.unauthorized, "does not allow access with these credentials")
            case 404: (.notFound, "has no such document")
            case 410: (.notFound, "no longer has the document")
            case 408: (.timedOut, "reports that the request took too long")
            case 425: (.throttled, "asks to repeat the request later")
            case 429: (.throttled, "received too many requests")
            case 500...599: (.serverFailed, "reports an error")
            case 304: (.invalidResponse, "responded ‘not modified’ to an unconditional request")
            case 204, 205: (.invalidResponse, "responded without a document")
            case 200...299: (.invalidResponse, "responded with something other than the document")
            case 300...399: (.invalidResponse, "redirects in a way that cannot be followed")
            default: (.invalidResponse, "rejected the request")
            }
        let pause = RetryAfter.pause(headers, now: clock.now())
        let words = details.map { ": " + String($0.prefix(200)) } ?? ""
        return RemoteSourceError(code, "\(name) \(meaning) (HTTP \(status))\(words)", retryAfter: pause)
    }

    /// Checks that a body can be a document at all, before it is parsed.
    ///
    /// - Throws: ``RemoteSourceError`` for an empty body, or one that is clearly something else, such as the page of a
    ///   captive portal.
    package func checkIsDocument(_ answer: HTTPAnswer) throws(RemoteSourceError) {
        let type = answer.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased().trimmed
        let first = answer.body.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        guard let first else { throw RemoteSourceError(.invalidResponse, "\(name) sent an empty response") }
        if first == UInt8(ascii: "<") {
            throw RemoteSourceError(
                .invalidResponse,
                """
                \(name) responded with a page\(type.map { " (\($0))" } ?? "") instead of a document; is this machine \
                behind a captive portal?
                """
            )
        }
        if answer.headers["Content-Encoding"] != nil, Self.isCutOff(answer.body) {
            throw RemoteSourceError(.invalidResponse, "\(name) sent a compressed document that is truncated")
        }
        guard let type, !type.isEmpty, !Self.documentTypes.contains(type), !type.hasSuffix("+json") else { return }
        throw RemoteSourceError(
            .invalidResponse,
            "\(name) responded with the content type ‘\(type.prefix(80))’; a document has ‘application/json’"
        )
    }

    /// Returns whether a JSON text ends inside a string, an array, or an object.
    ///
    /// Not every decompression library reports that its input ended early.
    private static func isCutOff(_ text: [UInt8]) -> Bool {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: depth -= 1
            default: break
            }
        }
        return depth > 0 || isInString
    }

    /// The content types of JSON, and those of servers that don't recognize it.
    private static let documentTypes: Set<String> = [
        "application/json", "text/json", "application/x-json", "text/plain", "application/octet-stream",
        "binary/octet-stream",
        // The App Store's look-up sends JSON with this type.
        "text/javascript",
    ]
}
