import Foundation
import ToggleHTTP

/// Text that contains certificates (RFC 7468).
enum PEM {
    /// Returns the certificates in a text, as DER.
    ///
    /// - Throws: ``HTTPTransportError`` if there is no certificate, or one is damaged.
    static func certificates(_ text: [UInt8]) throws(HTTPTransportError) -> [Data] {
        let begin = "-----BEGIN CERTIFICATE-----"
        let end = "-----END CERTIFICATE-----"
        var certificates: [Data] = []
        var lines: [Substring]?
        for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix(begin) {
                lines = []
            } else if line.hasPrefix(end) {
                guard let content = lines, let data = Data(base64Encoded: content.joined()), !data.isEmpty else {
                    throw HTTPTransportError(.unsupported, "certificate \(certificates.count + 1) is not valid base64")
                }
                certificates.append(data)
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        guard !certificates.isEmpty, lines == nil else {
            throw HTTPTransportError(
                .unsupported,
                "the text contains no complete certificate; use PEM, which begins with ‘\(begin)’"
            )
        }
        return certificates
    }
}
