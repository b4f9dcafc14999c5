import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// A private key that signs documents.
///
/// It has no description, so that it can't appear in a log by accident.
public struct SigningKey: Sendable {
    // The 32 bytes of each half, because the keys of swift-crypto before version 4 are not sendable.
    private let privateBytes: [UInt8]
    private let publicBytes: [UInt8]
    /// The key's identifier in envelopes.
    public let id: String

    /// Generates a key from the system's random numbers.
    ///
    /// - Parameter id: The key's identifier in envelopes; `nil` for the derived one.
    /// - Throws: ``SigningError`` if the identifier is invalid.
    public init(id: String? = nil) throws(SigningError) {
        try self.init(Curve25519.Signing.PrivateKey(), id: id)
    }

    /// Parses a key.
    ///
    /// - Parameters:
    ///   - fileText: The content of a private key file (PEM, PKCS #8).
    ///   - id: The key's identifier in envelopes; `nil` for the one above the key in the file, or the derived one
    ///     without it.
    /// - Throws: ``SigningError`` if the text is not a private key.
    public init(fileText: String, id: String? = nil) throws(SigningError) {
        let bytes = try KeyText.privateKey(from: fileText)
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else {
            throw SigningError(.invalidKey, "this is not an Ed25519 private key")
        }
        try self.init(key, id: id ?? KeyText.identifier(in: fileText))
    }

    private init(_ key: Curve25519.Signing.PrivateKey, id: String?) throws(SigningError) {
        privateBytes = Array(key.rawRepresentation)
        publicBytes = Array(key.publicKey.rawRepresentation)
        self.id = try TrustedKey(bytes: publicBytes, id: id).id
    }

    /// Returns the public key.
    ///
    /// - Parameter generation: The generation of trusted keys that it belongs to.
    /// - Returns: The public key, with this key's identifier.
    /// - Throws: ``SigningError`` if the generation exceeds the last one.
    public func trustedKey(generation: UInt64 = 0) throws(SigningError) -> TrustedKey {
        try TrustedKey(bytes: publicBytes, id: id, generation: generation)
    }

    /// The content of a private key file (PEM, PKCS #8), which other tools can also read.
    ///
    /// An identifier other than the derived one is on a line above the key, which other tools skip.
    public var fileText: String {
        let derived = KeyID.of(publicBytes)
        return KeyText.file(ofPrivateKey: privateBytes, id: id == derived ? nil : id)
    }

    func signature(over bytes: [UInt8]) throws(SigningError) -> [UInt8] {
        do {
            return Array(try Curve25519.Signing.PrivateKey(rawRepresentation: privateBytes).signature(for: bytes))
        } catch {
            throw SigningError(.invalidKey, "the key cannot sign: \(error)")
        }
    }
}

extension SigningKey: CustomReflectable {
    /// A mirror with the identifier and without the key.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
