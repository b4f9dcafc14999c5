/// Who asks: what a server wants to see before it answers.
///
/// The token is asked for before each request, so that one that was refreshed is used at once. It goes to the host of the
/// source's URL only, not after a redirect to another one, and appears in no name, message or description.
///
/// ```swift
/// let options = HTTPOptions(credentials: .bearer { try await session.accessToken() })
/// ```
public struct HTTPCredentials: Sendable, CustomStringConvertible, CustomReflectable {
    /// The name of the header field.
    let header: String
    /// What stands before the token.
    let prefix: String
    /// Brings the token.
    let token: @Sendable () async throws -> String

    /// A token in the field `Authorization`, after the word `Bearer`.
    ///
    /// - Parameter token: Brings the token. When it throws, nothing is sent, and the fetch fails as one that may be
    ///   tried again.
    /// - Returns: The credentials.
    public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> HTTPCredentials {
        HTTPCredentials(header: "Authorization", prefix: "Bearer ", token: token)
    }

    /// A key in a header field of its own.
    ///
    /// - Parameters:
    ///   - header: The field's name.
    ///   - key: Brings the key. When it throws, nothing is sent, and the fetch fails as one that may be tried again.
    /// - Returns: The credentials.
    public static func apiKey(
        header: String = "X-API-Key",
        _ key: @escaping @Sendable () async throws -> String
    ) -> HTTPCredentials {
        HTTPCredentials(header: header, prefix: "", token: key)
    }

    /// What kind of credentials these are, without the secret.
    public var description: String { "credentials in the header ‘\(header)’" }

    /// No children, so that nothing that prints what it is given prints a secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
