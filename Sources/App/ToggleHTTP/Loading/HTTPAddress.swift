package import Foundation

/// The URL of a source, and the part of it that may be shown.
package struct HTTPAddress: Sendable {
    /// The URL, without user name and password.
    package let url: URL
    /// The URL for messages, without user name, password, query, and fragment, any of which may be secret.
    package let name: String
    /// The user name and password from the URL, encoded for a header field.
    let basicCredentials: String?
    /// The identity of the address, which also distinguishes addresses with the same name, but not passwords.
    ///
    /// It is not for messages, and doesn't contain the password.
    package let identity: String

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - credentials: The user name and password for a URL that contains none, encoded for a header field.
    package init(_ url: URL, credentials: String? = nil) {
        var components = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true)
        if let user = components?.user {
            basicCredentials = "Basic " + Data("\(user):\(components?.password ?? "")".utf8).base64EncodedString()
        } else {
            basicCredentials = credentials
        }
        components?.password = nil
        components?.fragment = nil
        identity = components?.string ?? url.absoluteString
        components?.user = nil
        self.url = components?.url ?? url
        let hasQuery = components?.query != nil
        components?.query = nil
        let plain = components?.string ?? "\(url.scheme ?? "")://\(url.host() ?? "")"
        name = String((hasQuery ? plain + "?…" : plain).prefix(512))
    }

    /// Whether the server is on this machine.
    package var isLoopback: Bool {
        let host = url.host()?.lowercased() ?? ""
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The reason why the URL can't be used, or `nil` if it can.
    package var problem: String? {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            return "‘\(name)’ is not an HTTP URL; write https://host/path"
        }
        guard let host = url.host(), !host.isEmpty else { return "‘\(name)’ has no host; write https://host/path" }
        return nil
    }
}

extension URL {
    /// The scheme, host, and port, which must match for secrets to be sent.
    package var origin: String {
        let scheme = scheme?.lowercased() ?? ""
        let port = port ?? (scheme == "https" ? 443 : 80)
        return "\(scheme)://\(host()?.lowercased() ?? ""):\(port)"
    }
}
