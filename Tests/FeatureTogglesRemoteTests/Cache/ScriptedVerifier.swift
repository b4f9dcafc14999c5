import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Accepts documents of the form `edition|expiry|document` until it is told to distrust them.
final class ScriptedVerifier: DocumentVerifier {
    private let trusts = Mutex(true)

    func distrust() { trusts.withLock { $0 = false } }

    func verify(
        _ document: RemoteDocument,
        highestRevision: UInt64?
    ) throws(RemoteSourceError) -> VerifiedDocument {
        let parts = document.text.split(separator: UInt8(ascii: "|"), maxSplits: 2)
        guard trusts.withLock({ $0 }), parts.count == 3,
            let revision = UInt64(String(decoding: parts[0], as: UTF8.self)), revision >= highestRevision ?? 0
        else { throw RemoteSourceError(.untrusted, "its signature is not trusted, or it is older") }
        return VerifiedDocument(
            document: RemoteDocument(text: Array(parts[2]), revision: document.revision, format: document.format),
            revision: revision,
            expiresAt: Int64(String(decoding: parts[1], as: UTF8.self))
        )
    }
}
