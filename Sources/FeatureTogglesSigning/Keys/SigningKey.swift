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
    // The 32 bytes of each half: before swift-crypto 4, its keys are not sendable.
    private let privateBytes: [UInt8]
    private let publicBytes: [UInt8]
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
        privateBytes = Array(key.rawRepresentation)
        publicBytes = Array(key.publicKey.rawRepresentation)
        self.id = try TrustedKey(bytes: publicBytes, id: id).id
    }

    /// The public half.
    ///
    /// - Parameter generation: Which generation of keys it is trusted in.
    /// - Returns: The key, with this one's identifier.
    /// - Throws: ``SigningError`` for a generation past the last one.
    public func trustedKey(generation: UInt64 = 0) throws(SigningError) -> TrustedKey {
        try TrustedKey(bytes: publicBytes, id: id, generation: generation)
    }

    /// The content of a private key file (PEM, PKCS #8), which other tools read, too.
    ///
    /// An identifier that is not the derived one stands on a line above the key, which they skip.
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
    /// The identifier, and nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
