import ToggleBase
import ToggleManifest
import ToggleTool

/// Signs documents, and checks second signatures, through `toggles-remote`.
struct DocumentSigning {
    /// The options with the key.
    let options: PublishingOptions
    /// The target.
    let target: PublishingTarget

    /// The environment that documents are signed for.
    private var environment: String? { options.environment ?? target.environment?.name }
    private var audience: String? { options.audience ?? target.environment?.audience }

    /// The keys of which one must make the first signature; empty if any key may.
    ///
    /// Without keys that apps trust, those of a second signature count for both, so that an unknown key never counts.
    private var signers: [String] {
        guard let environment = target.environment else { return [] }
        return environment.keys.isEmpty ? environment.secondSignature : environment.keys
    }

    /// Whether the document is signed.
    var isSigning: Bool { options.signingKey != nil }

    /// Checks the options before anything is read or written.
    ///
    /// - Throws: ``ToolError`` if one is missing.
    func requireOptions(isDryRun: Bool) throws(ToolError) {
        guard isSigning else {
            if !isDryRun, !signers.isEmpty {
                let count = target.environment?.secondSignature.isEmpty == false ? "two signatures" : "a signature"
                throw ToolError.usage(
                    """
                    Nothing was published: \(target.title) needs \(count). Pass the private key file with --key, or set \
                    TOGGLES_SIGNING_KEY to its path.
                    """
                )
            }
            guard options.keyID == nil, options.audience == nil, options.days == nil, options.environment == nil else {
                throw ToolError.usage(
                    "--key-id, --environment, --audience, and --days are for signing; add --key with a private key file."
                )
            }
            return
        }
        guard environment != nil else {
            throw ToolError.usage("To sign the document, say for which environment with --environment NAME.")
        }
    }

    /// Checks that apps that trust only signed documents don't get one without a signature.
    ///
    /// - Throws: ``ToolError`` if the document at the target is signed, and the new one wouldn't be.
    func requireKey(over document: PublishedDocument?) throws(ToolError) {
        guard needsKey(over: document), !isSigning else { return }
        throw ToolError.usage(
            """
            Nothing was published: the document at \(target.title) is signed, so apps expect a signature. Pass the private \
            key file with --key, or set TOGGLES_SIGNING_KEY to its path.
            """
        )
    }

    /// Returns whether the next document must be signed, because the one at the target is.
    func needsKey(over document: PublishedDocument?) -> Bool {
        document?.isSigned == true || !signers.isEmpty
    }

    /// Checks that a document is signed by the same key and for the same apps as the one that it replaces.
    ///
    /// - Throws: ``ToolError`` if apps that trust the former one would reject it.
    func requireSameSigner(of bytes: [UInt8], as old: PublishedDocument?) throws(ToolError) {
        guard let old, old.isSigned, isSigning else { return }
        let members = [("keyId", "key"), ("environment", "environment"), ("audience", "audience")]
        let changes = members.compactMap { name, word in
            let (before, after) = (Self.text(name, in: old.bytes), Self.text(name, in: bytes))
            return before == after ? nil : "the \(word) ‘\(after ?? "none")’ instead of ‘\(before ?? "none")’"
        }
        guard !changes.isEmpty else { return }
        throw ToolError.usage(
            """
            Nothing was published: the document at \(target.title) is signed differently, and this one would have \
            \(changes.joined(separator: ", ")). Apps that don't trust that reject it. If it's intended, pass --again.
            """
        )
    }

    /// Returns the signed document; the document itself if there is no key.
    ///
    /// - Throws: ``ToolError`` if it can't be signed.
    func signed(_ document: [UInt8], revision: Int) throws -> [UInt8] {
        guard let key = options.signingKey, let environment else { return document }
        var arguments = ["sign", "-", "--key", key, "--environment", environment, "--revision", "\(revision)"]
        for (option, value) in [
            ("--key-id", options.keyID), ("--audience", audience), ("--days", options.days.map { "\($0)" }),
        ] {
            if let value { arguments += [option, value] }
        }
        // The document was checked here, and can be an update policy.
        return try run(arguments + ["--unchecked"], input: document, "The document can't be signed")
    }

    /// Checks that a key that the environment lists signed a document.
    ///
    /// - Parameter bytes: The file to publish.
    /// - Throws: ``ToolError`` if another key signed it.
    func requireListedSigner(of bytes: [UInt8]) throws {
        guard !signers.isEmpty else { return }
        if case .failure(let reason) = try signer(of: bytes, among: signers, environment: environment) {
            let field = target.environment?.keys.isEmpty == false ? "keys" : "second_signature"
            throw ToolError(
                """
                Nothing was published. \(target.title) accepts only signatures by the keys in ‘\(field)’, and this one is \
                not trusted\(reason.text)
                """,
                code: .findings
            )
        }
    }

    /// Checks the signature of a second person, if the environment needs one.
    ///
    /// - Parameters:
    ///   - document: The new document.
    ///   - bytes: The file to publish.
    ///   - revision: Its revision.
    /// - Throws: ``ToolError`` if the signature is missing, not trusted, or belongs to something else.
    func requireSecondSignature(of document: [UInt8], in bytes: [UInt8], revision: Int) throws {
        guard let keys = target.environment?.secondSignature, !keys.isEmpty else { return }
        let name = target.environment?.name ?? ""
        guard let path = options.secondSignature else {
            let audience = audience.map { " --audience \($0.quotedForShell)" } ?? ""
            throw ToolError.usage(
                """
                Nothing was published: \(target.title) needs the signature of a second person. That person runs `toggles \
                sign DOCUMENT --key KEY --environment \(name)\(audience) --revision \(revision) --output second.json`; then \
                pass --second-signature second.json. For another command than publish, --output writes the document to sign.
                """
            )
        }
        let second = try ToolFiles.read(path, limit: 1 << 22)
        let envelope = PublishedDocument(second)
        guard envelope.isSigned, envelope.hasContent(document) else {
            throw ToolError.usage(
                "Nothing was published: ‘\(path)’ is not a signature of this document. Let it be signed again."
            )
        }
        guard envelope.revision == revision else {
            throw ToolError.usage(
                """
                Nothing was published: ‘\(path)’ is signed for revision \(envelope.revision ?? 0), but this would be \
                revision \(revision). Let it be signed again.
                """
            )
        }
        switch try signer(of: second, among: keys, environment: name) {
        case .failure(let reason):
            throw ToolError(
                "Nothing was published. The second signature is not trusted\(reason.text)",
                code: .findings
            )
        case .success(let key):
            // The key itself is compared, whose name in an envelope can be any.
            guard case .failure = try signer(of: bytes, among: [key], environment: environment) else {
                throw ToolError.usage("Nothing was published: both signatures are by the same key.")
            }
        }
    }

    /// Why an envelope isn't trusted, with a separator before it.
    private struct Distrust: Error {
        var text: String
    }

    /// Returns the key that signed an envelope.
    private func signer(
        of envelope: [UInt8],
        among keys: [String],
        environment: String?
    ) throws -> Result<String, Distrust> {
        var reason = Distrust(text: ".")
        for key in keys {
            // An envelope can name its key in any way, so the name says nothing.
            var arguments = ["verify", "-", "--environment", environment ?? "", "--key", key]
            if let name = Self.text("keyId", in: envelope) { arguments += ["--key-id", name] }
            if let audience { arguments += ["--audience", audience] }
            let (ending, _, standardError) = try result(of: arguments, input: envelope)
            let line = standardError.split(separator: "\n").first.map { ": \($0)" } ?? "."
            switch ending {
            case .exited(0): return .success(key)
            case .exited(1): reason.text = line
            default: throw ToolError.usage("Nothing was published. The key ‘\(key)’ can't be used\(line)")
            }
        }
        return .failure(reason)
    }

    private static func text(_ member: String, in envelope: [UInt8]) -> String? {
        guard case .string(let text)? = (try? JSONReader().value(from: envelope))?[member: member] else { return nil }
        return text
    }

    private func run(_ arguments: [String], input: [UInt8], _ failure: String) throws -> [UInt8] {
        let (ending, output, standardError) = try result(of: arguments, input: input)
        guard ending == .exited(0) else {
            let reason = standardError.split(separator: "\n").first.map { ": \($0)" } ?? "."
            throw ToolError(
                "Nothing was published. \(failure)\(reason)",
                code: ending == .exited(1) ? .findings : .usage
            )
        }
        return output
    }

    private func result(
        of arguments: [String],
        input: [UInt8]
    ) throws -> (ending: ChildProcess.Ending, output: [UInt8], standardError: String) {
        try ChildProcess(try Companion.remote.path(), arguments, input: input, seconds: 60).output(limit: 1 << 24)
    }
}
