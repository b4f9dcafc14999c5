import FeatureToggles

/// Where an OFREP server says by server-sent events that something changed.
///
/// The address may have secrets in it: it is neither logged nor kept on disk, and its descriptions do not show it.
package struct OFREPEventStream: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The whole URL, or `nil` when only the path and the query are known.
    package let url: String?
    /// The scheme, host and port that go before the path; `nil` for those of the server that was asked.
    package let origin: String?
    /// The path and the query, where the server gives them apart from the rest.
    package let requestURI: String?
    /// How long an app that nobody uses may go on listening, in seconds.
    ///
    /// The client does not go on at all: it ends the connection when the app enters the background, where a system may
    /// suspend it at any moment, and listens and asks again when it is back.
    package let inactivityDelay: Int

    /// Reads an entry of `eventStreams`, or answers `nil` for one of a kind that is not known here or without an address.
    init?(_ json: JSONValue) {
        guard case .object(let members) = json, members["type"] == .string("sse") else { return nil }
        let delay: Int? = if case .integer(let seconds)? = members["inactivityDelaySec"] { seconds } else { nil }
        inactivityDelay = delay.map { min(max(1, $0), 86_400) } ?? 120
        if case .string(let url)? = members["url"], members["endpoint"] == nil {
            self.url = url
            origin = nil
            requestURI = nil
        } else if case .object(let endpoint)? = members["endpoint"], members["url"] == nil,
            case .string(let uri)? = endpoint["requestUri"], uri.hasPrefix("/")
        {
            url = nil
            requestURI = uri
            switch endpoint["origin"] {
            case nil, .null?: origin = nil
            case .string(let text)?: origin = text
            default: return nil
            }
        } else {
            return nil
        }
    }

    /// A word, without the address.
    package var description: String { "server-sent events" }

    /// No children, so that nothing that prints what it is given prints the address.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
