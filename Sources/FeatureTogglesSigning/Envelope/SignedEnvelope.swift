/// A document with who signed it, for which environment and audience, which edition it is and how long it is meant to be used.
///
/// It is JSON of one object whose last member is the signature. What is signed are the bytes before that member, as they
/// came: nothing is written anew in order to be verified. `Documentation/SignedDocuments.md` has the format byte by byte.
///
/// Reading one says nothing about whether it can be trusted; ``SignedDocumentVerifier`` does.
public struct SignedEnvelope: Sendable, Hashable {
    /// The version of the format: 1, the only one.
    public static let version = 1
    /// The algorithm: `Ed25519`, the only one.
    public static let algorithm = "Ed25519"
    /// What the signed bytes begin with, so that no signature made for another purpose is one of a document.
    public static let domain = "swift-feature-toggles signed document v1\n"
    /// The highest revision: the largest whole number that every JSON reader keeps exactly.
    public static let highestRevision: UInt64 = 1 << 53 - 1
    /// The latest moment that a date can be, the end of the year 9999, in seconds since 1970.
    public static let latestDate: Int64 = 253_402_300_799

    /// For which environment the document is meant, such as `production`.
    public let environment: String
    /// For which app the document is meant, such as `shop`; `nil` for every app that trusts the key.
    public let audience: String?
    /// The number of this edition, from 1 to ``highestRevision``.
    public let revision: UInt64
    /// When it was signed, in seconds since 1970.
    public let issuedAt: Int64
    /// From when on it is out of date, in seconds since 1970; `nil` for never.
    public let expiresAt: Int64?
    /// The identifier of the key that it was signed with.
    public let keyID: String
    /// The document, byte for byte.
    public let payload: [UInt8]
    /// The signature: 64 bytes.
    public let signature: [UInt8]
    /// The bytes that the signature is over.
    public let signedBytes: [UInt8]

    /// Whether a text can be an environment, an audience or the identifier of a key.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it has 1 to 64 of the ASCII letters, digits, `.`, `_` and `-`.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    }

    /// Throws when an environment or an audience cannot be one.
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
