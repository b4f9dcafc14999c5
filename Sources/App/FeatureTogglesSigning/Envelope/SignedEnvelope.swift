/// A signed document with its environment, audience, edition, dates, and key.
///
/// The envelope is a JSON object whose last member is the signature. The signature covers the bytes before that member
/// exactly as received, so verification re-encodes nothing. `Documentation/SignedDocuments.md` describes the format
/// byte by byte.
///
/// Parsing an envelope doesn't verify it; ``SignedDocumentVerifier`` does.
public struct SignedEnvelope: Sendable, Hashable {
    /// The version of the format: 1, the only one.
    public static let version = 1
    /// The algorithm: `Ed25519`, the only one.
    public static let algorithm = "Ed25519"
    /// The prefix of the signed bytes, which prevents a signature made for another purpose from being valid for a
    /// document.
    public static let domain = "swift-feature-toggles signed document v1\n"
    /// The highest revision: the largest whole number that every JSON parser keeps exactly.
    public static let highestRevision: UInt64 = 1 << 53 - 1
    /// The latest valid date, the end of the year 9999, in seconds since 1970.
    public static let latestDate: Int64 = 253_402_300_799

    /// The environment that the document is meant for, such as `production`.
    public let environment: String
    /// The app that the document is meant for, such as `shop`; `nil` for verifiers without an audience.
    public let audience: String?
    /// The number of this edition, from 1 to ``highestRevision``.
    public let revision: UInt64
    /// When the document was signed, in seconds since 1970.
    public let issuedAt: Int64
    /// When the document expires, in seconds since 1970; `nil` for never.
    public let expiresAt: Int64?
    /// The identifier of the key that signed the document.
    public let keyID: String
    /// The document, byte for byte.
    public let payload: [UInt8]
    /// The signature: 64 bytes.
    public let signature: [UInt8]
    /// The bytes that the signature covers.
    public let signedBytes: [UInt8]

    /// Returns whether a text is a valid environment, audience, or key identifier.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it consists of 1 to 64 ASCII letters, digits, `.`, `_`, and `-`.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    /// Throws an error if an environment or an audience is invalid.
    static func checkNames(
        _ environment: String,
        _ audience: String?,
        code: SigningError.Code
    ) throws(SigningError) {
        let names = [("environment", environment)] + (audience.map { [("audience", $0)] } ?? [])
        for (kind, name) in names where !isName(name) {
            throw SigningError(
                code,
                "‘\(name)’ is not a valid \(kind): write 1 to 64 letters, digits, dots, ‘_’ and ‘-’"
            )
        }
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
