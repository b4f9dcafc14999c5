import FeatureTogglesRemote
import Testing
import ToggleBase

@testable import FeatureTogglesSigning

struct SignedEnvelopeTests {
    private static let signature = String(repeating: "A", count: 86) + "=="
    private static let fields: [(name: String, text: String)] = [
        ("v", "1"), ("environment", #""production""#), ("revision", "7"), ("issuedAt", "1800000000"),
        ("expiresAt", "null"), ("keyId", #""first""#), ("alg", #""Ed25519""#), ("payload", #""e30=""#),
        ("signature", "\"\(signature)\""),
    ]

    /// Returns an envelope with some fields replaced, or omitted for `nil`.
    private static func envelope(_ changes: [String: String?] = [:], extra: String = "") -> String {
        let members = fields.compactMap { field -> String? in
            guard let change = changes[field.name] else { return "\"\(field.name)\":\(field.text)" }
            return change.map { "\"\(field.name)\":\($0)" }
        }
        return "{\(extra)\(members.joined(separator: ","))}"
    }

    private func refusal(of text: String) -> RemoteSourceError? {
        do throws(RemoteSourceError) {
            _ = try SignedEnvelope(text: Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func readsFields() throws {
        let text = Self.envelope(["expiresAt": "1800000060"])
        let envelope = try SignedEnvelope(text: Array(text.utf8))
        #expect(envelope.environment == "production")
        #expect(envelope.revision == 7)
        #expect(envelope.issuedAt == 1_800_000_000)
        #expect(envelope.expiresAt == 1_800_000_060)
        #expect(envelope.keyID == "first")
        #expect(envelope.payload == Array("{}".utf8))
        #expect(envelope.signature.count == 64)
        let end = try #require(text.firstRange(of: #""signature""#)?.lowerBound)
        #expect(envelope.signedBytes == Array((SignedEnvelope.domain + text[..<end]).utf8))
    }

    @Test func allowsAnyWhiteSpaceAndOrder() throws {
        let text = """
             {
            "payload" : "e30=" ,\t"alg":"Ed25519","keyId":"first","expiresAt":null,"issuedAt":1,\r
             "revision":1,"environment":"production","v":1 , "signature":"\(Self.signature)" }
            """
        #expect(refusal(of: text) == nil)
    }

    @Test(arguments: [
        // Not signed at all.
        (#"{"flags":{}}"#, "the document is not signed, but trusted keys are set; sign it with `toggles sign`"),
        (#"{"$schema":"x","flags":{}}"#, "the document is not signed, but trusted keys"),
        ("<html>", "the document is not signed: it is not a JSON object"),
        ("", "the document is not signed: it is not"),
        ("[]", "the document is not signed: it is not a JSON object"), ("\u{FEFF}{}", "it is not a JSON object"),
        ("{}", "byte 1 of the envelope: expected a member in double quotes"),
        // Other versions and algorithms.
        (envelope(["v": "2"]), "‘v’ is 2, but only version 1 is supported here"),
        (envelope(["alg": #""none""#]), "‘alg’ is ‘none’; only Ed25519 is accepted"),
        (envelope(["alg": #""ed25519""#]), "only Ed25519 is accepted"),
        (envelope(["alg": #""""#]), "‘alg’ is ‘’"), (envelope(["alg": "null"]), "‘alg’ in double quotes"),
        // Missing, duplicate, unknown, and misplaced members.
        (envelope(["keyId": nil]), "the envelope has no ‘keyId’"),
        (envelope(["signature": nil]), "the envelope has no ‘signature’"),
        (envelope(["expiresAt": nil]), "the envelope has no ‘expiresAt’"),
        (envelope(extra: #""revision":9,"#), "the envelope has ‘revision’ twice"),
        (envelope(extra: #""comment":"x","#), "the envelope has a member ‘comment’"),
        (envelope(extra: "\"signature\":\"\(signature)\","), "‘v’ follows ‘signature’"),
        // Names and texts.
        (envelope(["environment": #""""#]), "‘environment’ is ‘’; it must have 1 to 64"),
        (envelope(["environment": #""prod\u0075ction""#]), "‘environment’ has an escape"),
        (envelope(["environment": "\"pr\nod\""]), "a control character or a line break"),
        (envelope(["environment": "\"prodücti\""]), "characters other than ASCII"),
        (envelope(["keyId": "\"\(String(repeating: "k", count: 65))\""]), "‘keyId’ has more than 64 bytes"),
        (envelope(["keyId": #""a b""#]), "‘keyId’ is ‘a b’"),
        (envelope(["keyId": "7"]), "‘keyId’ in double quotes"),
        // Numbers.
        (envelope(["revision": "0"]), "‘revision’ is 0; it must be between 1 and 9007199254740991"),
        (envelope(["revision": "9007199254740992"]), "it must be between 1 and 9007199254740991"),
        (envelope(["revision": "9223372036854775807"]), "it must be between 1 and"),
        (envelope(["revision": "18446744073709551616"]), "‘revision’ is too large"),
        (envelope(["revision": "-1"]), "‘revision’ is not a whole number"),
        (envelope(["revision": "1.0"]), "a comma or }"),
        (envelope(["revision": "1e3"]), "a comma or }"), (envelope(["revision": "07"]), "leading zeros"),
        (envelope(["revision": #""7""#]), "‘revision’ is not a whole number"),
        (envelope(["revision": "NaN"]), "‘revision’ is not a whole number"),
        (envelope(["issuedAt": "253402300800"]), "which is after the year 9999"),
        (envelope(["issuedAt": "null"]), "‘issuedAt’ is not a whole number"),
        (envelope(["expiresAt": "1800000000"]), "which is not after ‘issuedAt’"),
        (envelope(["expiresAt": "nullx"]), "a comma or }"),
        // Base64.
        (envelope(["payload": #""e30""#]), "‘payload’ is not base64"),
        (envelope(["payload": #""e31=""#]), "is not base64"),
        (envelope(["payload": #""e3 =""#]), "is not base64"), (envelope(["payload": #""====""#]), "is not base64"),
        (envelope(["payload": #""e30=e30=""#]), "is not base64"), (envelope(["payload": #""e3-_""#]), "is not base64"),
        (envelope(["payload": "{}"]), "‘payload’ in double quotes"),
        (envelope(["signature": #""AAAA""#]), "‘signature’ has 3 bytes instead of 64"),
        (envelope(["signature": "\"\(String(repeating: "A", count: 92))\""]), "more than the 64 bytes allowed"),
        // Ends.
        (envelope() + "x", "nothing after the envelope"), (envelope() + envelope(), "nothing after the envelope"),
        (envelope() + "\0", "nothing after the envelope"),
        (envelope().replacing("}", with: ",}"), "a member in double quotes"),
    ])
    func rejectsInvalidEnvelope(text: String, sentence: String) throws {
        let refusal = try #require(self.refusal(of: text))
        #expect(refusal.message.contains(sentence), "\(refusal.message)")
        #expect(refusal.code == (sentence.contains("bytes allowed") ? .tooLarge : .untrusted))
    }

    @Test func limitsPayload() throws {
        let limits = FlagDocument.Limits.standard
        let key = try SigningKey()
        let signer = try DocumentSigner(key: key, environment: "production")
        let largest = [UInt8](repeating: 0x20, count: limits.size)
        let text = try signer.sign(largest, revision: 1, issuedAt: 0)
        #expect(text.count <= limits.envelopeSize)
        #expect(try SignedEnvelope(text: text).payload.count == limits.size)
        #expect(throws: SigningError.self) { try signer.sign(largest + [0x20], revision: 1, issuedAt: 0) }

        let padded = text + [UInt8](repeating: 0x20, count: limits.envelopeSize - text.count + 1)
        let refusal = #expect(throws: RemoteSourceError.self) { try SignedEnvelope(text: padded) }
        #expect(refusal?.code == .tooLarge)
        let oneMore = Base64.encode([UInt8](repeating: 0x20, count: limits.size + 3))
        let large = Self.envelope(["payload": "\"\(String(decoding: oneMore, as: UTF8.self))\""])
        #expect(self.refusal(of: large)?.code == .tooLarge)
    }

    @Test func rejectsDeepNesting() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(refusal(of: deep) != nil)
        #expect(refusal(of: Self.envelope(["payload": deep])) != nil)
        #expect(refusal(of: String(repeating: #"{"v":"#, count: 100_000)) != nil)
    }
}
