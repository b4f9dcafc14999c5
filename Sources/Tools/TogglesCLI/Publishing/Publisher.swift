import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates
import ToggleBase
import ToggleDocuments
import ToggleManifest
import ToggleTool

/// Publishes a new document to a target, and prints each step.
struct Publisher {
    /// What to publish.
    struct Request {
        /// The document, without a signature.
        var document: [UInt8]
        /// The path of the document in findings.
        var path: String
        /// The command, without its options.
        var command: String
        /// The commit that contains the document.
        var commit: String?
        /// The revision that the document has elsewhere, from which the first publication to a new target continues.
        var revision: Int?
        /// Whether the document was checked already.
        var isChecked = false
        /// Whether to publish the document even if it is unchanged.
        var isRepeated = false
        /// Whether it's an older revision of the same target.
        var isReverting = false
        /// The reason for a confirmation, in addition to the publication itself.
        var concern: String?
        /// Checks after the confirmation that the source of the document is still the same.
        var revalidate: () throws -> Void = {}
    }

    let target: PublishingTarget
    let options: PublishingOptions
    /// The check of the document.
    let check: DocumentCheck
    /// Whether to stop before the first write.
    let isDryRun: Bool
    /// Whether the user has confirmed everything.
    let isConfirmed: Bool
    /// Whether to print nothing, because the console owns the terminal.
    let isQuiet: Bool

    private let signing: DocumentSigning
    private let publication: Publication

    /// Creates a publisher.
    ///
    /// - Throws: ``ToolError`` if an option or a reason is missing.
    init(
        to target: PublishingTarget,
        _ options: PublishingOptions,
        check: DocumentCheck,
        isDryRun: Bool,
        isConfirmed: Bool,
        isQuiet: Bool = false
    ) throws {
        self.target = target
        self.options = options
        self.check = check
        self.isDryRun = isDryRun
        self.isConfirmed = isConfirmed
        self.isQuiet = isQuiet
        signing = DocumentSigning(options: options, target: target)
        publication = Publication(
            to: target.address,
            in: target.store,
            isUnconditional: options.unconditional,
            words: target.words
        )
        try signing.requireOptions(isDryRun: isDryRun)
        if options.output != nil, !isDryRun {
            throw ToolError.usage("--output needs --dry-run: the document is written to a file instead of the target.")
        }
        // The console only shows a target until the user changes something.
        if !isQuiet { try requireReason() }
    }

    /// Refuses a path into a folder that doesn't exist, which is more often a typo than a new place.
    private func requireFolder() throws(ToolError) {
        guard target.environment == nil, case .file(let path) = target.address,
            !ToolFiles.exists(PathText.folder(of: path))
        else { return }
        throw ToolError.usage(
            "Nothing was published: the folder ‘\(PathText.folder(of: path))’ doesn't exist. Correct the path, or create it."
        )
    }

    private func requireReason() throws(ToolError) {
        guard target.environment?.needsReason == true, options.reason == nil, !isDryRun else { return }
        throw ToolError.usage(
            "Nothing was published: ‘\(target.environment?.name ?? "")’ needs a reason; pass --reason 'why'."
        )
    }

    /// Reads the target, and prints what is there.
    ///
    /// - Throws: ``ToolError`` if it can't be read, or its document is signed and there is no key.
    func state() throws -> Publication.State {
        try requireFolder()
        let publication = publication
        let state = try BlockingWork.value { try await publication.state() }
        if let current = state.current {
            let revision = PublishedDocument(current.bytes).revision
            print("read", "\(target.title): \(revision.map { "revision \($0), " } ?? "")tag \(current.tag)")
        } else {
            print("read", "\(target.title): there is no document")
        }
        if let entry = state.interrupted {
            print("", "interrupted: \(entry.title); it is completed first")
        } else if state.isForeign, state.last != nil {
            print("", "something other than toggles publish has changed it; it becomes revision \(state.revision)")
        }
        if !isDryRun { try signing.requireKey(over: state.document) }
        return state
    }

    /// Publishes a document.
    ///
    /// - Parameters:
    ///   - request: What to publish.
    ///   - state: The target as it was read.
    /// - Throws: ``ToolError`` if the document has errors, the user doesn't confirm, or the store fails.
    func publish(_ request: Request, over state: Publication.State) throws {
        try requireReason()
        if !request.isChecked { try checkDocument(request) }
        var last = state.revision
        if state.current == nil, state.last == nil {
            // Readers that know the document from elsewhere accept only a higher revision.
            last = request.revision ?? PublishedDocument(request.document).revision ?? 0
            if last > 0 { print("", "its revisions continue after \(last)") }
        }
        let revision = last + 1
        guard PublishedDocument.revisions.contains(revision) else {
            throw ToolError.usage(
                """
                \(target.title) has revision \(last), after which there is no other. Restore it from a backup, or publish to \
                another place. Nothing was published.
                """
            )
        }
        let publication = publication
        let report: @Sendable (Publication.Step) -> Void = { [isQuiet] step in if !isQuiet { Self.print(step) } }
        if let old = state.document, !request.isRepeated, old.hasContent(request.document),
            old.isSigned == signing.isSigning
        {
            guard state.interrupted != nil, !isDryRun else {
                if !isQuiet { ToolOutput.print("The document is unchanged; nothing was published.") }
                return
            }
            try BlockingWork.value { _ = try await publication.complete(state, report) }
            return try notify()
        }
        var request = request
        request.document = try renewed(request, over: state.document?.document)
        let stamped = PublishedDocument.stamped(request.document, revision)
        guard stamped.count <= check.limits.size else {
            throw ToolError(
                "\(request.path) has more than the \(check.limits.size) bytes that apps accept. Nothing was published.",
                code: .findings
            )
        }
        let (lines, difference) = difference(from: state.document?.document, to: request.document)
        for (index, line) in lines.enumerated() { print(index == 0 ? "change" : "", line) }
        if isDryRun { return try endDryRun(request, revision, state) }
        try confirm(request, revision)
        try request.revalidate()
        let document = try signing.signed(stamped, revision: revision)
        if !request.isRepeated { try signing.requireSameSigner(of: document, as: state.document) }
        if signing.isSigning { print("sign", "revision \(revision)") }
        try signing.requireListedSigner(of: document)
        try signing.requireSecondSignature(of: request.document, in: document, revision: revision)
        try probeIfFirst(state)
        let entry = HistoryEntry(
            revision: revision,
            previous: state.revision > 0 ? state.revision : nil,
            seconds: ToolFiles.secondsSince1970,
            author: Author.current,
            reason: options.reason,
            command: request.command,
            commit: request.commit,
            lines: lines,
            difference: difference,
            replaces: state.document?.bytes,
            document: document
        )
        try BlockingWork.value { try await publication.publish(entry, over: state, report) }
        try notify()
    }

    // MARK: - Steps

    /// Returns the document, in which an older update policy has a new creation time if it's published on purpose.
    ///
    /// Apps keep the policy with the later time, so an older one would have no effect.
    ///
    /// - Throws: ``ToolError`` if the policy is older than the one that it replaces.
    private func renewed(_ request: Request, over old: [UInt8]?) throws -> [UInt8] {
        func time(_ text: [UInt8]) -> UInt64? {
            UpdatePolicyDocument.accept(text, schemes: check.schemes, utcOffset: check.utcOffset).document?.createdAt
        }
        guard let before = old.flatMap(time), let now = time(request.document), now < before else {
            return request.document
        }
        guard request.isReverting, let root = try? JSONReader().document(from: request.document).root else {
            throw ToolError.usage(
                """
                Nothing was published: the update policy was created at \(CreationTime.text(now)), before the one at \
                \(target.title) (\(CreationTime.text(before))), so apps would ignore it. Write a later ‘created_at’.
                """
            )
        }
        let present = UInt64(clamping: max(ToolFiles.secondsSince1970, 0)) * 1_000
        let text = CreationTime.text(max(present, before + 1_000))
        print("renew", "created_at: \(text), because apps ignore a policy that is older than the present one")
        return JSONEditor(request.document).edits(setting: [("created_at", Array("\"\(text)\"".utf8))], in: root)
            .applied(to: request.document)
    }

    private func checkDocument(_ request: Request) throws {
        let result = check.run(request.document, path: request.path)
        for diagnostic in result.diagnostics { ToolOutput.printError(lines: diagnostic.description) }
        guard !result.hasErrors else {
            throw ToolError("\(request.path) has errors. Nothing was published.", code: .findings)
        }
        print("check", "no errors")
    }

    /// Returns the difference between two documents in words, and as JSON.
    private func difference(from old: [UInt8]?, to new: [UInt8]) -> (lines: [String], json: JSONValue) {
        let difference: DocumentDiff
        do throws(DocumentDiff.ReadingError) {
            difference = try DocumentDiff(
                old: old ?? Array(#"{"flags": {}}"#.utf8),
                new: new,
                registry: check.registry,
                timestamp: check.timestamp ?? ToolFiles.secondsSince1970
            )
        } catch {
            let size = old.map { "\($0.count.grouped) → " } ?? ""
            let kind = error.isNew || old == nil ? "" : "; the one there is not a document of flags"
            return (["the whole file: \(size)\(new.count.grouped) bytes\(kind)"], [])
        }
        let flags = difference.differences()
        let lines = flags.flatMap { $0.description.split(separator: "\n").map(String.init) }
        return (lines.isEmpty ? ["no flag differs"] : lines, .array(flags.map(\.json)))
    }

    private func confirm(_ request: Request, _ revision: Int) throws {
        guard !isConfirmed else { return }
        let concern = request.concern.map { " This needs confirmation, because \($0)." } ?? ""
        try ToolOutput.confirm(
            "Publish revision \(revision) to \(target.title)?\(concern)",
            otherwise: "publishing to \(target.title) needs confirmation. If it is intended, pass --yes."
        )
    }

    private func endDryRun(_ request: Request, _ revision: Int, _ state: Publication.State) throws {
        if let output = options.output {
            try ToolFiles.write(request.document, to: output)
            print("output", output)
        }
        let sign = signing.isSigning ? "sign it, " : ""
        var needs: [String] = []
        if target.environment?.needsReason == true, options.reason == nil { needs.append("--reason") }
        if !signing.isSigning, signing.needsKey(over: state.document) { needs.append("--key") }
        if let keys = target.environment?.secondSignature, !keys.isEmpty, options.secondSignature == nil {
            needs.append("--second-signature for revision \(revision)")
        }
        if !needs.isEmpty { print("needs", needs.joined(separator: ", ")) }
        let urls = notifications.isEmpty ? "" : ", and call \(notifications.count.counted("URL"))"
        ToolOutput.print(
            """
            Nothing was written. Without --dry-run, this would \(sign)write \
            \(target.address.appending(".history/\(revision).json").text) and \(target.address.text) as revision \
            \(revision)\(urls).
            """
        )
    }

    /// Proves before the first publication that the store honours conditions; files of this machine do.
    private func probeIfFirst(_ state: Publication.State) throws {
        if case .file = target.address { return }
        guard state.current == nil, state.last == nil, !options.unconditional else { return }
        try Self.probe(target)
        print("probe", "the store honours conditional writes")
    }

    /// Proves that the store of a target honours conditions.
    ///
    /// - Throws: ``ToolError`` if it doesn't.
    static func probe(_ target: PublishingTarget) throws {
        let probe = StoreProbe(of: target.store, beside: target.address)
        let problems = try BlockingWork.value { try await probe.problems() }
        guard !problems.isEmpty else { return }
        throw ToolError(
            """
            \(target.title): The store, or a proxy in front of it, ignores conditions of writes, so two publishers would \
            overwrite each other. Nothing was published. If you are sure to be the only publisher, pass --unconditional.
            """ + "\n" + problems.joined(separator: "\n"),
            code: .findings
        )
    }

    private var notifications: [String] { (target.environment?.notify ?? []) + options.notify }

    private func notify() throws {
        var failures: [String] = []
        for url in notifications {
            let name = String(url.prefix { $0 != "?" && $0 != "#" }).withoutUserInfo
            do {
                try BlockingWork.value { try await CompanionStore().notify(url) }
                print("notify", name)
            } catch {
                failures.append(ToolError(writing: error, .http(name), "").message)
            }
        }
        guard !failures.isEmpty else { return }
        throw ToolError(
            "The document was published, but \(failures.joined(separator: "\n"))",
            code: .unavailable
        )
    }

    // MARK: - Output

    private func print(_ step: String, _ text: String) {
        if !isQuiet { Self.print(step, text) }
    }

    private static func print(_ step: String, _ text: String) {
        let padding = String(repeating: " ", count: max(0, 8 - step.count))
        ToolOutput.print("\(TextStyle().bold(step))\(padding)\(text)")
    }

    private static func print(_ step: Publication.Step) {
        switch step {
        case .completed(let entry): print("complete", " revision \(entry.revision) by \(entry.author)")
        case .adopted(let revision): print("history", "revision \(revision): the document that was there before")
        case .recorded(let revision): print("history", "revision \(revision)")
        case .published(let revision):
            print("write", "revision \(revision), and read back")
            ToolOutput.print(
                "Revision \(revision) is published; \(OperatingOptions.nextRefresh)"
            )
        case .replaced(let revision, let later):
            print("write", "revision \(revision)")
            ToolOutput.print("Revision \(revision) was published, and is replaced by \(later.title).")
        }
    }
}
