import Foundation
import ToggleBase

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// A public key whose signatures an app accepts.
///
/// An app should ship with at least two: the one in use, and one whose private key is stored safely offline. Then
/// losing or replacing the first doesn't require a new version of the app.
public struct TrustedKey: Sendable, Hashable {
    /// The key's identifier in envelopes.
    public let id: String
    /// The key: 32 bytes.
    public let bytes: [UInt8]
    /// The generation of the key, from 0 to 1,023.
    ///
    /// Revisions of a later generation are higher than all revisions of earlier ones. Start a new generation after a
    /// private key was stolen, or after a revision was signed that is too high to be followed by another. The next
    /// version of the app then trusts new keys of the next generation, whose revisions start again. It rejects
    /// documents of the previous generation once it has received one of the new generation.
    ///
    /// A key must never change its generation. The envelope doesn't contain the generation, so for an app version that
    /// moves an old key to the next generation, every document ever signed with it is newer than all of the previous
    /// generation.
    public let generation: UInt64

    /// The highest generation.
    public static let lastGeneration: UInt64 = 1_023

    /// Parses a key.
    ///
    /// - Parameters:
    ///   - text: The 32 bytes in base64, or the content of a public key file (PEM).
    ///   - id: The key's identifier in envelopes; `nil` for the one above the key in the file, or without it the one
    ///     that ``KeyID/of(_:)`` derives, like in the tools.
    ///   - generation: The key's generation; above 0 only for a key that has not signed anything before.
    /// - Throws: ``SigningError`` if the text is not a public key, or the key is too weak to protect anything.
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
    ///   - id: The key's identifier in envelopes; `nil` for the derived one.
    ///   - generation: The key's generation; above 0 only for a key that has not signed anything before.
    /// - Throws: ``SigningError`` if the bytes are not a public key, or the key is too weak to protect anything.
    public init(bytes: [UInt8], id: String? = nil, generation: UInt64 = 0) throws(SigningError) {
        guard bytes.count == KeyText.keyLength,
            (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil
        else {
            throw SigningError(
                .invalidKey,
                "a public key has \(KeyText.keyLength) bytes, but this one has \(bytes.count)"
            )
        }
        guard !WeakKeys.contains(bytes) else {
            throw SigningError(
                .invalidKey,
                "this public key accepts signatures that anyone can make; use one created by `toggles keys new`"
            )
        }
        if let id, !SignedEnvelope.isName(id) {
            throw SigningError(
                .invalidKey,
                "‘\(id)’ is not a valid identifier: write 1 to 64 letters, digits, dots, ‘_’, and ‘-’"
            )
        }
        guard generation <= Self.lastGeneration else {
            throw SigningError(.invalidKey, "generation \(generation) exceeds the last one, \(Self.lastGeneration)")
        }
        self.bytes = bytes
        self.id = id ?? KeyID.of(bytes)
        self.generation = generation
    }

    /// The key in base64, as written in an app's source code.
    public var text: String { Base64.text(bytes) }

    /// The content of a public key file (PEM), which other tools can also read.
    ///
    /// An identifier other than the derived one is on a line above the key, which other tools skip.
    public var fileText: String { KeyText.file(ofPublicKey: bytes, id: id == KeyID.of(bytes) ? nil : id) }

    /// Whether a signature over bytes was made with the private key.
    func accepts(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}

/// Derives identifiers for keys without an explicit one.
public enum KeyID {
    /// Returns the first eight bytes of the SHA-256 hash of a public key, in hexadecimal.
    ///
    /// - Parameter publicKey: The 32 bytes.
    /// - Returns: 16 hexadecimal digits.
    public static func of(_ publicKey: [UInt8]) -> String {
        SHA256.hash(data: publicKey).prefix(8).map { byte in
            (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        }
        .joined()
    }
}

/// Public keys of small order, for which signatures valid for many messages exist without a private key.
private enum WeakKeys {
    /// The encodings without the sign bit: y is 0, 1, -1, or that of a point of order 8; 0 and 1 also with p added.
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
