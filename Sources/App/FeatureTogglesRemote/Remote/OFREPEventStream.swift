import ToggleBase

/// The address at which an OFREP server announces changes with server-sent events.
///
/// The address may contain secrets. It is neither logged nor stored on disk, and its descriptions don't show it.
package struct OFREPEventStream: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The whole URL, or `nil` if only the path and query are known.
    package let url: String?
    /// The scheme, host, and port before the path, or `nil` for those of the server that sent the response.
    package let origin: String?
    /// The path and query, if the server provides them separately.
    package let requestURI: String?
    /// How long an inactive app may continue listening, in seconds.
    ///
    /// The client doesn't continue at all. It ends the connection when the app enters the background, where the system
    /// may suspend it at any moment, and listens and fetches again when the app returns.
    package let inactivityDelay: Int

    /// Parses an entry of `eventStreams`, or returns `nil` if its kind is unknown or it has no address.
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

    /// A description without the address.
    package var description: String { "server-sent events" }

    /// A mirror without children, so that printing the value or its container doesn't reveal the address.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
