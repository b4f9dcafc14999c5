import FeatureToggles
package import FeatureTogglesRemote

extension HTTPLoader {
    /// What an answer without a document means.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields.
    ///   - details: What the server says about it, if it does.
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
        let pause = RetryAfter.pause(headers, now: surroundings.now())
        let words = details.map { ": " + String($0.prefix(200)) } ?? ""
        return RemoteSourceError(code, "\(name) \(meaning) (HTTP \(status))\(words)", retryAfter: pause)
    }

    /// Looks whether what came can be a document at all, before anybody parses it.
    ///
    /// - Throws: ``RemoteSourceError`` for an empty body, and for what is plainly something else, such as the page of a captive
    ///   portal.
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

    /// Whether a JSON text ends inside a string, an array or an object.
    ///
    /// Not every library that undoes compression tells when its input ended early.
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

    /// What servers call JSON, and what those call it that do not know.
    private static let documentTypes: Set<String> = [
        "application/json", "text/json", "application/x-json", "text/plain", "application/octet-stream",
        "binary/octet-stream",
    ]
}
