import ToggleBase

/// Keys as text: base64 of the bytes, or PEM in the format of other tools (RFC 8410).
enum KeyText {
    static let keyLength = 32
    /// The maximum length of a text, in bytes.
    static let maximumLength = 4_096

    private static let identifierLabel = "toggles-key-id:"
    private static let publicLabel = "PUBLIC KEY"
    private static let privateLabel = "PRIVATE KEY"
    /// The bytes before the 32 bytes of an Ed25519 key in DER: SubjectPublicKeyInfo, and PKCS #8 version 1.
    private static let publicPrefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]
    private static let privatePrefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    static func publicKey(from text: String) throws(SigningError) -> [UInt8] {
        let kind = "public key"
        if text.contains(privateLabel) {
            throw SigningError(.invalidKey, "this is a private key; use the public one, and keep this one secret")
        }
        if text.contains("-----") { return try key(from: text, label: publicLabel, prefix: publicPrefix, kind: kind) }
        guard text.utf8.count <= maximumLength, let bytes = Base64.bytes(trimmed(text)),
            bytes.count == keyLength
        else {
            throw SigningError(
                .invalidKey,
                "this is not a \(kind): write the 44 base64 characters or the PEM text from `toggles keys new`"
            )
        }
        return bytes
    }

    static func privateKey(from text: String) throws(SigningError) -> [UInt8] {
        if text.contains("BEGIN \(publicLabel)") {
            throw SigningError(.invalidKey, "this is a public key; signing requires the private one")
        }
        return try key(from: text, label: privateLabel, prefix: privatePrefix, kind: "private key")
    }

    /// Returns the identifier above a key in PEM, where PEM parsers skip all text (RFC 7468, section 2).
    static func identifier(in text: String) -> String? {
        guard text.utf8.count <= maximumLength else { return nil }
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----") { return nil }
            if line.hasPrefix(identifierLabel) { return trimmed(line.dropFirst(identifierLabel.count)) }
        }
        return nil
    }

    static func file(ofPublicKey bytes: [UInt8], id: String?) -> String { file(publicLabel, publicPrefix + bytes, id) }
    static func file(ofPrivateKey bytes: [UInt8], id: String?) -> String {
        file(privateLabel, privatePrefix + bytes, id)
    }

    private static func file(_ label: String, _ bytes: [UInt8], _ id: String?) -> String {
        let content = Base64.text(bytes)
        let comment = id.map { "\(identifierLabel) \($0)\n" } ?? ""
        return comment + "-----BEGIN \(label)-----\n\(content)\n-----END \(label)-----\n"
    }

    private static func key(
        from text: String,
        label: String,
        prefix: [UInt8],
        kind: String
    ) throws(SigningError) -> [UInt8] {
        let lines =
            text.utf8.count > maximumLength
            ? [] : text.split(whereSeparator: \.isNewline).map { trimmed($0) }.drop { !$0.hasPrefix("-----") }
        guard lines.count >= 3, lines.first == "-----BEGIN \(label)-----", lines.last == "-----END \(label)-----",
            let bytes = Base64.bytes(lines.dropFirst().dropLast().joined())
        else {
            throw SigningError(.invalidKey, "this is not a \(kind) in PEM, which begins with -----BEGIN \(label)-----")
        }
        guard bytes.starts(with: prefix), bytes.count == prefix.count + keyLength else {
            throw SigningError(.invalidKey, "this \(kind) is not an Ed25519 key; `toggles keys new` creates one")
        }
        return Array(bytes.dropFirst(prefix.count))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
