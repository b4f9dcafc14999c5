import FeatureToggles
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
            case 401: (.unauthorized, "wants other credentials")
            case 403: (.unauthorized, "does not let these credentials in")
            case 404: (.notFound, "has no such document")
            case 410: (.notFound, "has the document no more")
            case 408: (.timedOut, "says that the request took too long")
            case 425, 429: (.throttled, "is asked too often")
            case 500...599: (.serverFailed, "is in trouble")
            case 304: (.invalidResponse, "says that nothing changed, though it was not asked that")
            case 204, 205: (.invalidResponse, "answers without a document")
            case 200...299: (.invalidResponse, "answers with something else than the document")
            case 300...399: (.invalidResponse, "redirects in a way that cannot be followed")
            default: (.invalidResponse, "does not accept the request")
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
        guard let first else { throw RemoteSourceError(.invalidResponse, "\(name) answers with nothing") }
        if first == UInt8(ascii: "<") {
            throw RemoteSourceError(
                .invalidResponse,
                """
                \(name) answers with a page\(type.map { " (\($0))" } ?? "") instead of a document; is this machine \
                behind a portal that wants a login?
                """
            )
        }
        if answer.headers["Content-Encoding"] != nil, Self.isCutOff(answer.body) {
            throw RemoteSourceError(.invalidResponse, "\(name) answers with a compressed document that is cut off")
        }
        guard let type, !type.isEmpty, !Self.documentTypes.contains(type), !type.hasSuffix("+json") else { return }
        throw RemoteSourceError(
            .invalidResponse,
            "\(name) answers with the content type ‘\(type.prefix(80))’; a document is ‘application/json’"
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
    ]
}
