import Foundation
import Testing

@testable import FeatureTogglesSigning

struct KeyTests {
    /// A key pair from the specification of Ed25519 (RFC 8032, section 7.1, test 1), with its signature of no bytes.
    private static let secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    private static let publicKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    private static let signature = """
        e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24\
        655141438e7a100b
        """

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    @Test func signsAsSpecified() throws {
        let key = try SigningKey(fileText: KeyText.file(ofPrivateKey: Self.bytes(Self.secret), id: nil))
        let trusted = try key.trustedKey()
        #expect(trusted.bytes == Self.bytes(Self.publicKey))
        #expect(trusted.accepts(Self.bytes(Self.signature), over: []))
        #expect(!trusted.accepts(Self.bytes(Self.signature), over: [0]))
    }

    @Test func localizedDescriptionOfErrorIsItsMessage() {
        let error: any Error = SigningError(.invalidKey, "the key is too short")
        #expect(error.localizedDescription == "the key is too short")
    }

    @Test func derivesIdentifierFromPublicKey() throws {
        let trusted = try TrustedKey(bytes: Self.bytes(Self.publicKey))
        #expect(trusted.id == "21fe31dfa154a261")
        #expect(try TrustedKey(bytes: Self.bytes(Self.publicKey), id: "mine").id == "mine")
    }

    @Test func keysRoundTripAsText() throws {
        let key = try SigningKey()
        let trusted = try key.trustedKey()
        #expect(try TrustedKey(trusted.text) == trusted)
        #expect(try TrustedKey(" \(trusted.text)\n") == trusted)
        #expect(try TrustedKey(trusted.fileText) == trusted)
        #expect(try TrustedKey(trusted.fileText.replacing("\n", with: "\r\n")) == trusted)
        #expect(try SigningKey(fileText: key.fileText).trustedKey() == trusted)
        let named = try SigningKey(id: "mine")
        #expect(try SigningKey(fileText: named.fileText).id == "mine")
        #expect(try SigningKey(fileText: named.fileText, id: "yours").id == "yours")
        #expect(try TrustedKey(named.trustedKey().fileText) == named.trustedKey())
    }

    @Test func hidesPrivateKey() throws {
        let key = try SigningKey(id: "mine")
        let secret = key.fileText.split(separator: "\n")[2]
        for text in ["\(key)", String(reflecting: key)] {
            #expect(!text.contains(secret) && !text.contains("PrivateKey"))
        }
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("PrivateKey"))
    }

    @Test(arguments: [
        ("", "this is not a public key"), ("AAAA", "this is not a public key"),
        ("not base64", "this is not a public key"),
        (String(repeating: "A", count: 43) + "=", "accepts signatures that anyone can make"),
        ("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "accepts signatures that anyone can make"),
        ("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA=", "accepts signatures that anyone can make"),
        (String(repeating: "A", count: 10_000), "this is not a public key"),
        ("-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----", "this is a private key; use the public one"),
        ("-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", "this is not a public key in PEM"),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "this public key is not an Ed25519 key"),
    ])
    func rejectsInvalidPublicKey(text: String, sentence: String) {
        let error = #expect(throws: SigningError.self) { try TrustedKey(text) }
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }

    @Test func rejectsInvalidIdentifiersAndGenerations() throws {
        let bytes = Self.bytes(Self.publicKey)
        for id in ["", "a b", "ä", String(repeating: "k", count: 65)] {
            #expect(throws: SigningError.self) { try TrustedKey(bytes: bytes, id: id) }
        }
        #expect(throws: SigningError.self) { try TrustedKey(bytes: bytes, generation: 1_024) }
        #expect(throws: SigningError.self) { try TrustedKey(bytes: bytes + [0]) }
    }

    @Test func signerRejectsInvalidFields() throws {
        let signer = try DocumentSigner(key: SigningKey(), environment: "production")
        #expect(throws: SigningError.self) { try signer.sign([], revision: 0, issuedAt: 0) }
        #expect(throws: SigningError.self) { try signer.sign([], revision: 1 << 53, issuedAt: 0) }
        #expect(throws: SigningError.self) { try signer.sign([], revision: 1, issuedAt: -1) }
        #expect(throws: SigningError.self) { try signer.sign([], revision: 1, issuedAt: 5, expiresAt: 5) }
        #expect(throws: SigningError.self) { try signer.sign([], revision: 1, issuedAt: 5, expiresAt: .max) }
        #expect(throws: SigningError.self) { try DocumentSigner(key: SigningKey(), environment: "a\"b") }
    }

    @Test func keyFilesAreReadableOnlyByOwner() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.private.pem").path(percentEncoded: false)
        let key = try SigningKey()
        try key.write(toFile: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try SigningKey(file: path).id == key.id)
        // Key files are never overwritten.
        #expect(throws: SigningError.self) { try SigningKey().write(toFile: path) }
        #expect(try SigningKey(file: path).id == key.id)
        for mode in [0o640, 0o604, 0o620, 0o644] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let error = #expect(throws: SigningError.self) { try SigningKey(file: path) }
            #expect(error?.message.contains("run ‘chmod 600 \(path)’") == true)
        }
        #expect(throws: SigningError.self) { try SigningKey(file: path + ".missing") }
        #expect(throws: SigningError.self) { try TrustedKey(file: path + ".missing") }
    }

    @Test func bothKeyFilesAreWrittenOrNone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path(percentEncoded: false)
        try Data().write(to: folder.appending(path: "a.private.pem"))
        let error = #expect(throws: SigningError.self) {
            try SigningKey().write(toFile: "\(path)/a.private.pem", publicKeyFile: "\(path)/a.public.pem")
        }
        #expect(error?.message.contains("a.private.pem’: it exists, and keys are never overwritten") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a.private.pem"])
        let key = try SigningKey()
        try key.write(toFile: "\(path)/b.private.pem", publicKeyFile: "\(path)/b.public.pem")
        #expect(try TrustedKey(file: "\(path)/b.public.pem").text == key.trustedKey().text)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                == ["a.private.pem", "b.private.pem", "b.public.pem"]
        )
    }
}
