import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// A private key, to sign documents with.
///
/// It has no description, so that no log shows it by accident.
public struct SigningKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey
    /// What envelopes call the key.
    public let id: String

    /// Makes a new key from the system's randomness.
    ///
    /// - Parameter id: What envelopes call it; `nil` takes the derived one.
    /// - Throws: ``SigningError`` when the identifier cannot be one.
    public init(id: String? = nil) throws(SigningError) {
        try self.init(Curve25519.Signing.PrivateKey(), id: id)
    }

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - fileText: The content of a private key file (PEM, PKCS #8).
    ///   - id: What envelopes call it; `nil` takes the one that the file has above its key, else the derived one.
    /// - Throws: ``SigningError`` when the text is no such key.
    public init(fileText: String, id: String? = nil) throws(SigningError) {
        let bytes = try KeyText.privateKey(from: fileText)
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else {
            throw SigningError(.invalidKey, "this is no private key of Ed25519")
        }
        try self.init(key, id: id ?? KeyText.identifier(in: fileText))
    }

    private init(_ key: Curve25519.Signing.PrivateKey, id: String?) throws(SigningError) {
        self.key = key
        self.id = try TrustedKey(bytes: Array(key.publicKey.rawRepresentation), id: id).id
    }

    /// The public half.
    ///
    /// - Parameter generation: Which generation of keys it is trusted in.
    /// - Returns: The key, with this one's identifier.
    /// - Throws: ``SigningError`` for a generation past the last one.
    public func trustedKey(generation: UInt64 = 0) throws(SigningError) -> TrustedKey {
        try TrustedKey(bytes: Array(key.publicKey.rawRepresentation), id: id, generation: generation)
    }

    /// The content of a private key file (PEM, PKCS #8), which other tools read, too.
    ///
    /// An identifier that is not the derived one stands on a line above the key, which they skip.
    public var fileText: String {
        let derived = KeyID.of(Array(key.publicKey.rawRepresentation))
        return KeyText.file(ofPrivateKey: Array(key.rawRepresentation), id: id == derived ? nil : id)
    }

    func signature(over bytes: [UInt8]) throws(SigningError) -> [UInt8] {
        do {
            return Array(try key.signature(for: bytes))
        } catch {
            throw SigningError(.invalidKey, "the key cannot sign: \(error)")
        }
    }
}

extension SigningKey: CustomReflectable {
    /// The identifier, and nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
