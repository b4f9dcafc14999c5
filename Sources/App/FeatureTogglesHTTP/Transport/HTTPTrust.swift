import ToggleHTTP

/// The certificates to trust when a server identifies itself.
public struct HTTPTrust: Sendable, Hashable {
    /// Certificates in PEM; `nil` for those of the system.
    let certificates: [UInt8]?

    /// Trust in the system's certificates.
    public static let system = HTTPTrust(certificates: nil)

    /// Returns trust in your own certificates only, such as those of a company's certificate authority.
    ///
    /// - Parameter pem: One or more certificates in PEM: the content of a `.pem` or `.crt` file that begins with
    ///   `-----BEGIN CERTIFICATE-----`.
    /// - Returns: Trust in only these certificates.
    public static func certificates(pem: [UInt8]) -> HTTPTrust { HTTPTrust(certificates: pem) }
}

extension HTTPTransportError {
    /// The message of transports for a server whose certificate isn't trusted.
    static let untrusted = """
        the server could not prove its identity: its certificate is expired, for another host, or not trusted here
        """
}
