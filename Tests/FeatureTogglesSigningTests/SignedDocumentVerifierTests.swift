import FeatureTogglesRemote
import Testing

@testable import FeatureTogglesSigning

struct SignedDocumentVerifierTests {
    private let signing: Signing

    init() throws {
        signing = try Signing()
    }

    @Test func extractsDocumentUnchanged() throws {
        let text = try signing.envelope(expiresAt: Signing.now + 60)
        let document = RemoteDocument(text: Array(text.utf8), revision: "etag", format: .values)
        let verified = try signing.verifier().verify(document, highestRevision: nil)
        #expect(verified.document == RemoteDocument(text: Signing.document, revision: "etag", format: .values))
        #expect(verified.revision == 7)
        #expect(verified.expiresAt == Signing.now + 60)
    }

    @Test func doesNotParseDocument() throws {
        let junk: [UInt8] = [0, 0xFF, 0x7B] + Array("{\"flags\": NaN".utf8)
        let text = try signing.envelope(junk)
        #expect(
            try signing.verifier().verify(RemoteDocument(text: Array(text.utf8)), highestRevision: nil).document.text
                == junk
        )
    }

    @Test func acceptsEachTrustedKey() throws {
        for key in [signing.first, signing.second] {
            #expect(try signing.verifier().refusal(of: signing.envelope(by: key)) == nil)
        }
    }

    @Test func rejectsUnknownKey() throws {
        let refusal = try signing.verifier().refusal(of: signing.envelope(by: signing.stranger))
        #expect(refusal?.contains("signed with the key ‘stranger’, but the trusted keys are ‘first’, ‘second’") == true)
    }

    @Test func rejectsUnknownKeyWithTrustedIdentifier() throws {
        let impostor = try SigningKey(id: "first")
        let refusal = try signing.verifier().refusal(of: signing.envelope(by: impostor))
        #expect(refusal?.contains("its signature by the key ‘first’") == true)
    }

    @Test func rejectsOtherEnvironment() throws {
        let refusal = try signing.verifier().refusal(of: signing.envelope(environment: "staging"))
        #expect(refusal?.contains("meant for ‘staging’, but this is ‘production’") == true)
    }

    @Test(arguments: [
        ("shop", "shop", nil), (nil, nil, nil),
        ("shop", "bank", "it is meant for the app ‘shop’, but this is ‘bank’"),
        ("shop", nil, "it is meant for the app ‘shop’, but this verifier has no audience"),
        (nil, "bank", "it names no app, but this is ‘bank’"),
    ])
    func rejectsDocumentOfOtherApp(signed: String?, expected: String?, sentence: String?) throws {
        let envelope = try signing.envelope(audience: signed)
        let refusal = try signing.verifier(audience: expected).refusal(of: envelope)
        #expect(refusal == sentence.map { "the signed document is not accepted: \($0)" })
        // The audience is part of the signed bytes.
        guard signed != nil else { return }
        let moved = envelope.replacing("\"shop\"", with: "\"bank\"")
        #expect(try signing.verifier(audience: "bank").refusal(of: moved)?.contains("its signature by the key") == true)
        #expect(throws: SigningError.self) { try signing.envelope(audience: "a\"b") }
        #expect(throws: SigningError.self) { try signing.verifier(audience: "") }
    }

    @Test(arguments: [
        (nil, true), (0, true), (6, true), (7, true), (8, false), (UInt64.max, false),
    ])
    func rejectsLowerRevision(highest: UInt64?, isAccepted: Bool) throws {
        let refusal = try signing.verifier().refusal(of: signing.envelope(revision: 7), highestRevision: highest)
        #expect((refusal == nil) == isAccepted)
        if !isAccepted { #expect(refusal?.contains("sign it as a new revision") == true) }
    }

    @Test func acceptsOldContentAsNewRevision() throws {
        let verifier = try signing.verifier()
        let text = try signing.envelope(Signing.document, revision: 9)
        #expect(verifier.refusal(of: text, highestRevision: 8) == nil)
    }

    @Test(arguments: [
        (-86_400, true), (0, true), (300, true), (301, false), (86_400, false),
    ])
    func rejectsFutureDocumentBeyondTolerance(offset: Int64, isAccepted: Bool) throws {
        let text = try signing.envelope(issuedAt: Signing.now + offset)
        #expect((try signing.verifier(clockTolerance: 300).refusal(of: text) == nil) == isAccepted)
    }

    @Test(arguments: [0, Int64.max, Int64.min, -1])
    func extremeClocksDoNotTrap(now: Int64) throws {
        _ = try signing.verifier(clockTolerance: .max, now: now).refusal(of: signing.envelope())
        _ = try signing.verifier(clockTolerance: .min, now: now).refusal(of: signing.envelope())
    }

    @Test func acceptsExpiredDocument() throws {
        let text = try signing.envelope(issuedAt: Signing.now - 100, expiresAt: Signing.now - 50)
        let verified = try signing.verifier().verify(RemoteDocument(text: Array(text.utf8)), highestRevision: nil)
        #expect(verified.expiresAt == Signing.now - 50)
    }

    @Test func onlyNextGenerationExceedsHighestRevision() throws {
        let fastForward = try signing.envelope(revision: SignedEnvelope.highestRevision)
        let before = try signing.verifier()
        let stuck = try before.verify(RemoteDocument(text: Array(fastForward.utf8)), highestRevision: nil).revision
        #expect(stuck == SignedEnvelope.highestRevision)
        let next = try signing.envelope(by: signing.second, revision: 1)
        #expect(before.refusal(of: next, highestRevision: stuck) != nil)

        let after = try SignedDocumentVerifier(
            environment: "production",
            keys: [signing.first.trustedKey(), signing.second.trustedKey(generation: 1)]
        ) { Signing.now }
        let verified = try after.verify(RemoteDocument(text: Array(next.utf8)), highestRevision: stuck)
        #expect(verified.revision > stuck)
        let refusal = after.refusal(of: fastForward, highestRevision: verified.revision)
        #expect(refusal?.contains("but 1 of generation 1 was accepted before") == true)
    }

    @Test func rejectsKeysWithSameIdentifier() throws {
        let twin = try SigningKey(id: "first")
        #expect {
            try SignedDocumentVerifier(
                environment: "production",
                keys: [signing.first.trustedKey(), twin.trustedKey()]
            )
        } throws: { error in
            (error as? SigningError)?.message == "two keys have the identifier ‘first’; give each its own"
        }
    }

    @Test func rejectsMissingKeysAndEnvironment() {
        #expect(throws: SigningError.self) { try SignedDocumentVerifier(environment: "production", keys: []) }
        #expect(throws: SigningError.self) {
            try SignedDocumentVerifier(environment: "", keys: [signing.first.trustedKey()])
        }
    }

    /// Checks that each byte of an envelope matters, except white space after the signed bytes.
    @Test func rejectsEveryChangedByte() throws {
        let verifier = try signing.verifier()
        let text = Array(try signing.envelope(Array("{}".utf8), expiresAt: Signing.now + 60).utf8)
        for index in text.indices where !(text[index] == UInt8(ascii: "\n") && index >= text.count - 3) {
            for flip in [UInt8(1), 0x20, 0x80] {
                var changed = text
                changed[index] ^= flip
                #expect(verifier.refusal(of: changed) != nil, "byte \(index) flipped by \(flip)")
            }
        }
    }

    @Test func rejectsEveryShorterText() throws {
        let verifier = try signing.verifier()
        let text = Array(try signing.envelope(Array("{}".utf8)).utf8)
        for count in 0..<text.count - 1 {
            #expect(verifier.refusal(of: Array(text[..<count])) != nil, "the first \(count) bytes")
        }
    }

    @Test func rejectsEveryDuplicatedByte() throws {
        let verifier = try signing.verifier()
        let text = Array(try signing.envelope(Array("{}".utf8)).utf8)
        let end = text.lastIndex(of: UInt8(ascii: "\"")) ?? 0
        let signed = try SignedEnvelope(text: text).signedBytes.count - SignedEnvelope.domain.utf8.count
        // Additional white space after the signed bytes is allowed.
        for index in 0...end where index < signed || text[index] != UInt8(ascii: " ") {
            #expect(verifier.refusal(of: Array(text[...index] + text[index...])) != nil, "byte \(index) twice")
        }
    }
}
