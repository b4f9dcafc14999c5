import Foundation
import ToggleBase
import ToggleHTTP

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Signature version 4 of Amazon Web Services, in header fields of requests without a query.
///
/// - SeeAlso: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
struct S3Signature: Sendable {
    let accessKey: String
    let secretKey: String
    let region: String
    var service = "s3"
    /// The time of the signature, in seconds since 1970.
    let time: Int64

    /// The time as it is written in `x-amz-date`.
    var timestamp: String {
        let (year, month, day) = CalendarDate.fields(daysSince1970: time / 86_400)
        let date = [year, Int64(month), Int64(day)].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        return "\(date)T\(SystemTime.clock(time, separator: ""))Z"
    }

    private var scope: String { "\(timestamp.prefix(8))/\(region)/\(service)/aws4_request" }

    /// Returns the value of the field `Authorization`.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path with the encoding that is sent.
    ///   - headers: The fields to sign, with `Host`.
    ///   - payloadHash: The hash of the body from ``hash(_:)``.
    /// - Returns: The value.
    func authorization(
        _ method: String,
        path: String,
        headers: HTTPHeaders,
        payloadHash: String
    ) -> String {
        let fields = Dictionary(grouping: headers.fields) { $0.name.lowercased() }
            .mapValues { $0.map { Self.collapsed($0.value) }.joined(separator: ",") }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        let names = fields.map(\.key).joined(separator: ";")
        // There is no query, whose line is empty.
        var lines = [method, path, ""]
        lines += fields.map { "\($0.key):\($0.value)" }
        lines += ["", names, payloadHash]
        let requestHash = Self.hash(Array(lines.joined(separator: "\n").utf8))
        let text = ["AWS4-HMAC-SHA256", timestamp, scope, requestHash].joined(separator: "\n")
        let key = [String(timestamp.prefix(8)), region, service, "aws4_request"]
            .reduce(SymmetricKey(data: Array("AWS4\(secretKey)".utf8))) { key, part in
                SymmetricKey(data: Array(HMAC<SHA256>.authenticationCode(for: Array(part.utf8), using: key)))
            }
        let signature = Self.hexadecimal(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
        return "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
    }

    /// Returns the SHA-256 of a body.
    static func hash(_ bytes: [UInt8]) -> String { hexadecimal(SHA256.hash(data: bytes)) }

    /// Encodes every byte except unreserved characters.
    static func encoded(_ text: String, keeping kept: String = "") -> String {
        text.utf8.reduce(into: "") { result, byte in
            let character = Character(Unicode.Scalar(byte))
            let isUnreserved = byte < 128 && (character.isLetter || character.isNumber || "-._~".contains(character))
            if isUnreserved || kept.utf8.contains(byte) {
                result.append(character)
            } else {
                result += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
            }
        }
    }

    private static func collapsed(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
