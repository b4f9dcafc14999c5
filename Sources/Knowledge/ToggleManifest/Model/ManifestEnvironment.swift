/// A target of the section `environments`, to which documents are published under a name.
package struct ManifestEnvironment: Sendable, Hashable {
    /// A field of an environment, in the order in which they are written.
    enum Field: String, CaseIterable {
        case document, confirm, endpoint, audience, keys
        case secondSignature = "second_signature"
        case notify
    }

    /// The name, such as `production`.
    package let name: String
    /// The address of the document; a path is relative to the manifest.
    package var document: String
    /// Whether a publication needs a reason.
    package var needsReason = false
    /// The endpoint of a compatible object storage.
    package var endpoint: String?
    /// The app that signed documents are for.
    package var audience: String?
    /// The public keys that apps trust, or their files, of which one must have signed the document.
    package var keys: [String] = []
    /// The public keys, or their files, of which another one must have signed the document, too.
    package var secondSignature: [String] = []
    /// The URLs to call after a publication.
    package var notify: [String] = []
}
