// run.sh compiles this file, the core, and the envelope as one module.

/// Reads an input of libFuzzer as a signed envelope, as base64, and as a document of values.
///
/// Nothing may trap, and an envelope must have only one interpretation.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEnvelope(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    if let bytes = Base64.decode(text) {
        precondition(Base64.encode(bytes) == text, "bytes have two encodings")
    }
    precondition(Base64.decode(Base64.encode(text)) == text, "bytes change in a round trip")
    if let values = try? ValuesDocument(text: text, format: .values) {
        for parameter in values.keys.prefix(20) {
            for type in [ToggleType.bool, .int, .double, .string, .json, .variants(["a"])] {
                let toggle = ToggleDefinition(key: parameter, category: .ops, type: type, defaultValue: .null)
                _ = values.answer(for: toggle, parameter: parameter)
            }
        }
    }
    checkEnvelope(text)
    return 0
}

private func checkEnvelope(_ text: [UInt8]) {
    do throws(RemoteSourceError) {
        let envelope = try SignedEnvelope(text: text)
        let domain = Array(SignedEnvelope.domain.utf8)
        precondition(envelope.signedBytes.starts(with: domain), "the domain is not signed")
        let signed = envelope.signedBytes.dropFirst(domain.count)
        precondition(text.starts(with: signed), "the signed bytes are not those of the text")
        precondition(text.dropFirst(signed.count).starts(with: Array("\"signature\"".utf8)), "wrong end")
        precondition(envelope.signature.count == 64 && envelope.payload.count <= FlagDocument.Limits.standard.size)
        precondition((1...SignedEnvelope.highestRevision).contains(envelope.revision))
        precondition(SignedEnvelope.isName(envelope.environment) && SignedEnvelope.isName(envelope.keyID))
        // Any JSON reader must return the same values.
        guard case .object(let json)? = try? JSONReader(maximumDepth: 1).value(from: text) else {
            preconditionFailure("the envelope is not JSON")
        }
        precondition(json["environment"] == .string(envelope.environment) && json["keyId"] == .string(envelope.keyID))
        precondition(json["revision"] == .integer(Int(envelope.revision)))
        precondition(json["issuedAt"] == .integer(Int(envelope.issuedAt)))
        precondition(json["expiresAt"] == envelope.expiresAt.map { .integer(Int($0)) } ?? .null)
        precondition(json.members.count == 9, "there are duplicate or unknown members")
    } catch {
        precondition(!error.message.isEmpty)
        precondition(error.code == .untrusted || error.code == .tooLarge)
    }
}
