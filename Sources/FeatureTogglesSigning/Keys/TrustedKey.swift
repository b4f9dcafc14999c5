import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// A public key whose signatures an app accepts.
///
/// Apps ship with two or more: the one in use and one whose private half lies in a safe, so that losing or replacing the
/// first needs no new version of the app.
public struct TrustedKey: Sendable, Hashable {
    /// What envelopes call the key.
    public let id: String
    /// The key: 32 bytes.
    public let bytes: [UInt8]
    /// Which generation of keys it belongs to, from 0 to 1,023.
    ///
    /// Revisions of a later generation are higher than all of earlier ones. When a private key was stolen, or a revision
    /// was signed that is too high to be followed by another, the next version of the app trusts new keys of the next
    /// generation: their revisions begin anew, and documents of the generation before are refused once one of theirs came.
    ///
    /// A key belongs to one generation for ever. The generation is not in the envelope: to a version that puts an old key
    /// into the next generation, every document that was ever signed with it is newer than all of the generation before.
    public let generation: UInt64

    /// The last generation.
    public static let lastGeneration: UInt64 = 1_023

    /// Creates a key from text.
    ///
    /// - Parameters:
    ///   - text: The 32 bytes in base64, or the content of a public key file (PEM).
    ///   - id: What envelopes call the key; `nil` takes the one that the file has above its key, else the one that
    ///     ``KeyID/of(_:)`` derives, as the tools do.
    ///   - generation: Which generation of keys it belongs to; above 0 only for a key that has not signed anything before.
    /// - Throws: ``SigningError`` when the text is no such key, or one that protects nothing.
    public init(_ text: String, id: String? = nil, generation: UInt64 = 0) throws(SigningError) {
        try self.init(
            bytes: KeyText.publicKey(from: text),
            id: id ?? KeyText.identifier(in: text),
            generation: generation
        )
    }

    /// Creates a key from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: The 32 bytes.
    ///   - id: What envelopes call the key; `nil` takes the derived one.
    ///   - generation: Which generation of keys it belongs to; above 0 only for a key that has not signed anything before.
    /// - Throws: ``SigningError`` when the bytes are no such key, or one that protects nothing.
    public init(bytes: [UInt8], id: String? = nil, generation: UInt64 = 0) throws(SigningError) {
        guard bytes.count == KeyText.keyLength,
            (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil
        else {
            throw SigningError(.invalidKey, "a public key has \(KeyText.keyLength) bytes, this has \(bytes.count)")
        }
        guard !WeakKeys.contains(bytes) else {
            throw SigningError(
                .invalidKey,
                "this public key accepts signatures that anybody can make; use one that ‘toggles keys new’ made"
            )
        }
        if let id, !SignedEnvelope.isName(id) {
            throw SigningError(
                .invalidKey,
                "‘\(id)’ is no identifier: write 1 to 64 letters, digits, dots, ‘_’ and ‘-’"
            )
        }
        guard generation <= Self.lastGeneration else {
            throw SigningError(.invalidKey, "generation \(generation) is past the last one, \(Self.lastGeneration)")
        }
        self.bytes = bytes
        self.id = id ?? KeyID.of(bytes)
        self.generation = generation
    }

    /// The key in base64, as it is written in an app's source.
    public var text: String { String(decoding: Base64.encode(bytes), as: UTF8.self) }

    /// The content of a public key file (PEM), which other tools read, too.
    ///
    /// An identifier that is not the derived one stands on a line above the key, which they skip.
    public var fileText: String { KeyText.file(ofPublicKey: bytes, id: id == KeyID.of(bytes) ? nil : id) }

    /// Whether a signature over bytes was made with the private half.
    func accepts(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}

/// What a key is called when nobody gave it a name.
public enum KeyID {
    /// The first eight bytes of the SHA-256 of a public key, in hexadecimal.
    ///
    /// - Parameter publicKey: The 32 bytes.
    /// - Returns: 16 digits.
    public static func of(_ publicKey: [UInt8]) -> String {
        SHA256.hash(data: publicKey).prefix(8).map { byte in
            (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }
        .joined()
    }
}

/// Public keys of small order: for each of them there are signatures that fit many messages, without a private key.
private enum WeakKeys {
    /// The encodings without the sign bit: y of 0, 1, -1, of the points of order 8, and 0 and 1 once more with p added.
    private static let encodings: [[UInt8]] = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]

    static func contains(_ key: [UInt8]) -> Bool {
        var key = key
        if let last = key.indices.last { key[last] &= 0x7F }
        return encodings.contains(key)
    }
}
