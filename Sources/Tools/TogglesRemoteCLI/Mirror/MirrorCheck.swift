import FeatureTogglesRemote
import FeatureTogglesSigning
import ForcedUpdates
import ToggleBase
import ToggleTool

/// Decides which documents a mirror accepts.
struct MirrorCheck: Sendable {
    /// Verifies signed documents; `nil` for unsigned ones.
    let verifier: SignedDocumentVerifier?
    /// A revision to accept although it is too low, without its generation.
    let acceptedRevision: UInt64?

    /// Why a document isn't accepted.
    struct Rejection: Error {
        let message: String
    }

    /// Checks a document.
    ///
    /// - Parameters:
    ///   - text: The document as it would be served.
    ///   - current: The revision of the current file, if it is known.
    /// - Returns: The revision; `nil` if the document has none.
    /// - Throws: ``Rejection``.
    func revision(of text: [UInt8], after current: UInt64?) throws(Rejection) -> UInt64? {
        let limits = FlagDocument.Limits.standard
        guard text.count <= limits.envelopeSize else {
            throw Rejection(
                message: "the document has \(text.count) bytes, more than the \(limits.envelopeSize) allowed"
            )
        }
        var (document, revision) = (text, UInt64?.none)
        if let verifier {
            do throws(RemoteSourceError) {
                let verified = try verifier.verify(RemoteDocument(text: text), highestRevision: nil)
                (document, revision) = (verified.document.text, verified.revision)
            } catch {
                throw Rejection(message: error.message)
            }
        }
        if let problem = Self.problem(with: document) {
            throw Rejection(
                message: verifier == nil && Self.isSigned(text)
                    ? "the document is signed; pass --key and --environment to verify it" : problem
            )
        }
        if verifier == nil { revision = PublishedDocument(document).revision.map { UInt64($0) } }
        guard let revision, let current, revision < current, revision & Self.numbers != acceptedRevision else {
            return revision
        }
        throw Rejection(
            message: """
                it is revision \(revision & Self.numbers), and the file has \(current & Self.numbers); publish it again as \
                a newer revision, or restart with --accept-revision \(revision & Self.numbers)
                """
        )
    }

    /// The part of a revision without the generation of its key.
    static let numbers: UInt64 = 1 << 53 - 1

    /// Whether a text can be a document, signed or not.
    static func isDocument(_ text: [UInt8]) -> Bool {
        guard case .object(let object)? = try? JSONReader().value(from: text) else { return false }
        return object["flags"] != nil || object["details"] != nil || object["payload"] != nil
    }

    /// Returns why apps would reject a document of flags or an update policy, or `nil`.
    private static func problem(with document: [UInt8]) -> String? {
        if case .object(let object)? = try? JSONReader().value(from: document), object["flags"] == nil,
            object["details"] != nil
        {
            let reading = UpdatePolicyDocument.read(document)
            return reading.document == nil ? reading.diagnostics.first.map { "\($0)" } ?? "it is invalid" : nil
        }
        do throws(RemoteDocumentError) {
            _ = try FlagDocument(text: document)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func isSigned(_ text: [UInt8]) -> Bool {
        guard case .object(let object)? = try? JSONReader().value(from: text) else { return false }
        return object["payload"] != nil && object["signature"] != nil
    }
}
