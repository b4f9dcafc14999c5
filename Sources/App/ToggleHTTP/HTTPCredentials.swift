/// Credentials for a server that requires them.
///
/// The token is requested before each HTTP request, so that a refreshed token is used at once. It is sent only to the
/// host of the source's URL, and not after a redirect to another host. It appears in no name, message, or description.
///
/// ```swift
/// let options = HTTPOptions(credentials: .bearer { try await session.accessToken() })
/// ```
public struct HTTPCredentials: Sendable, CustomStringConvertible, CustomReflectable {
    /// The name of the header field.
    let header: String
    /// The text before the token.
    let prefix: String
    /// Returns the token.
    let token: @Sendable () async throws -> String
    /// Returns the token without waiting; `nil` if the app may have to wait for it.
    var current: (@Sendable () throws -> String)?

    /// Returns credentials with a token in the field `Authorization`, after the word `Bearer`.
    ///
    /// - Parameter token: Returns the token. If it throws, nothing is sent, and the fetch fails with an error that
    ///   allows another attempt. A token that is known without waiting is part of what identifies the source
    ///   (``HTTPOptions/identity``).
    /// - Returns: The credentials.
    public static func bearer(_ token: @escaping @Sendable () throws -> String) -> HTTPCredentials {
        HTTPCredentials(header: "Authorization", prefix: "Bearer ", token: token, current: token)
    }

    /// Returns credentials with a token that the app waits for, in the field `Authorization`, after the word `Bearer`.
    ///
    /// - Parameter token: Returns the token. If it throws, nothing is sent, and the fetch fails with an error that
    ///   allows another attempt.
    /// - Returns: The credentials.
    public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> HTTPCredentials {
        HTTPCredentials(header: "Authorization", prefix: "Bearer ", token: token)
    }

    /// Returns credentials with a key in a header field.
    ///
    /// - Parameters:
    ///   - header: The name of the header field.
    ///   - key: Returns the key. If it throws, nothing is sent, and the fetch fails with an error that allows another
    ///     attempt. A key that is known without waiting is part of what identifies the source
    ///     (``HTTPOptions/identity``).
    /// - Returns: The credentials.
    public static func apiKey(
        header: String = "X-API-Key",
        _ key: @escaping @Sendable () throws -> String
    ) -> HTTPCredentials {
        HTTPCredentials(header: header, prefix: "", token: key, current: key)
    }

    /// Returns credentials with a key that the app waits for, in a header field.
    ///
    /// - Parameters:
    ///   - header: The name of the header field.
    ///   - key: Returns the key. If it throws, nothing is sent, and the fetch fails with an error that allows another
    ///     attempt.
    /// - Returns: The credentials.
    public static func apiKey(
        header: String = "X-API-Key",
        _ key: @escaping @Sendable () async throws -> String
    ) -> HTTPCredentials {
        HTTPCredentials(header: header, prefix: "", token: key)
    }

    /// The kind of the credentials, without the secret.
    public var description: String { "credentials in the header ‘\(header)’" }

    /// A mirror without children, so that printing or dumping the credentials doesn't reveal the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
