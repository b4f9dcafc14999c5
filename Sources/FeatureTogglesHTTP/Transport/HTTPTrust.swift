/// Whose certificates are believed when a server proves who it is.
public struct HTTPTrust: Sendable, Hashable {
    /// Certificates in PEM; `nil` stands for those of the system.
    let certificates: [UInt8]?

    /// Whom the system believes.
    public static let system = HTTPTrust(certificates: nil)

    /// Only certificates of your own, such as those of a company's authority.
    ///
    /// - Parameter pem: One or more certificates in PEM: the content of a `.pem` or `.crt` file that begins with
    ///   `-----BEGIN CERTIFICATE-----`.
    /// - Returns: Trust in these and nobody else.
    public static func certificates(pem: [UInt8]) -> HTTPTrust { HTTPTrust(certificates: pem) }
}
