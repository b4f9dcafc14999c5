import ArgumentParser
import ToggleBase
import ToggleDocuments
import ToggleManifest
import ToggleTool

/// The command `toggles publish`.
struct PublishCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Checks a remote document, and publishes it to a file, a server, a bucket, or etcd.",
        discussion: """
            A target is a path, a URL (https:, s3://BUCKET/KEY,
            etcd://HOST:2379,HOST2:2379/KEY), or the name of an environment in
            toggles.yaml. Credentials come from the environment, never from arguments.

            The command prints each step: it reads what is there, checks the document,
            shows the difference for users, asks, signs the document if there is a key,
            writes an entry of the history next to the document, replaces the document on
            condition that it's still the one that was read, and reads it back. Outside of
            a terminal, pass --yes.

            If another publisher is faster, nothing is written, and the exit code is 3. If
            a publisher is interrupted, the next one completes what it began. A published
            document contains its revision, as the member ‘revision’ of its ‘metadata’.

            Before the first publication to a store, the command proves with two competing
            writes of a file next to the target that the store honours conditions.

            EXAMPLES
              toggles publish flags.json --to /srv/flags/shop.json
              toggles publish flags.json --to production --reason 'launch' --yes
              toggles publish --from staging --to production
              toggles publish --revert 41 --to production --reason 'errors at checkout'
              toggles publish flags.json --to s3://flags/shop.json --dry-run
              toggles publish flags.json --to https://flags.example.com/shop.json \\
                --key production.private.pem --environment production --days 30
              toggles publish --probe s3://flags/shop.json

            EXIT CODES
              0  the document is published, or unchanged
              1  the document has errors, or the store ignores conditions
              2  wrong usage, or the store refuses the request
              3  another publisher was faster; nothing was published
              4  the store can't be reached, and nothing was published; or after the
                 publication, a URL of --notify can't be reached
              5  the store's answer was lost, and it can't be read back

            ENVIRONMENT
              TOGGLES_AUTHOR       the author in the history. Default: the account in CI,
                                   the name in git's settings, or the user's
              TOGGLES_SIGNING_KEY  the path of the private key file, instead of --key
              TOGGLES_TOKEN        the bearer token for an HTTP server; other stores have
                                   variables of their own
            """
    )

    @Argument(
        help: "The document; - is standard input. Not with --from, --revert, or --probe.",
        completion: .file(extensions: ["json"])
    )
    var document: String?

    @Option(help: "The target.", completion: .targets)
    var to: String?

    @Option(help: "Publish the document of another target.", completion: .targets)
    var from: String?

    @Option(help: ArgumentHelp("Publish an older revision as a new one.", valueName: "revision"))
    var revert: Int?

    @Option(
        help: ArgumentHelp("Only prove that the store of a target honours conditions of writes.", valueName: "target"),
        completion: .targets
    )
    var probe: String?

    @OptionGroup var publishing: PublishingOptions

    @OptionGroup var toggles: OptionalManifestOptions

    @OptionGroup var links: LinkSchemes

    @Flag(help: "Publish the document even if it is unchanged or signed by another key than the one before.")
    var again = false

    @Flag(help: "Stop before the first write, and show what would be done.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    func validate() throws {
        let sources = [document, from, revert.map { "\($0)" }].compactMap(\.self)
        if probe != nil {
            if !sources.isEmpty || to != nil {
                throw ValidationError("--probe publishes nothing; write it without a document and without --to.")
            }
            return
        }
        if to == nil { throw ValidationError("The target is missing; add --to TARGET.") }
        if sources.isEmpty {
            throw ValidationError("Write the document to publish, --from TARGET, or --revert REVISION.")
        }
        if sources.count > 1 { throw ValidationError("Write only one of a document, --from, and --revert.") }
        if let revert, revert < 1 { throw ValidationError("--revert needs a revision, such as 41.") }
    }

    func run() throws {
        let selection = toggles.manifests.selection
        if let probe {
            let target = try PublishingTarget(probe, in: selection, endpoint: publishing.endpoint)
            try Publisher.probe(target)
            return ToolOutput.print("\(target.title): The store honours conditional writes.")
        }
        let target = try PublishingTarget(to ?? "", in: selection, endpoint: publishing.endpoint)
        let modules = try toggles.modules()
        let publisher = try Publisher(
            to: target,
            publishing,
            check: DocumentCheck(
                registry: modules?.registry,
                schemes: links.all,
                utcOffset: modules?.modules.lazy.compactMap(\.declarations.utcOffset).first ?? .zero,
                timestamp: ToolFiles.secondsSince1970
            ),
            isDryRun: dryRun,
            isConfirmed: yes
        )
        // Before the store is read, so that a missing file is reported at once.
        let given = try document.map { (try DocumentInput.read($0), $0) }
        let state = try publisher.state()
        var request = try given.map(request) ?? request(over: state, target, selection)
        request.isRepeated = again
        if modules != nil {
            let old = state.document?.document
            let problems = try ReleasedVersions.problems(with: request.document, replacing: old, selection)
            for problem in problems { ToolOutput.warn("\(problem)") }
            if !problems.isEmpty { request.concern = "released versions of the app may still read what it takes away" }
        }
        try publisher.publish(request, over: state)
    }

    private func request(_ document: [UInt8], _ path: String) throws -> Publisher.Request {
        guard !PublishedDocument(document).isSigned else {
            throw ToolError.usage(
                """
                ‘\(path)’ is a signed document. Publish the document itself with --key, which signs it for its new \
                revision; `toggles verify` with --output extracts it.
                """
            )
        }
        return Publisher.Request(
            document: document,
            path: path == "-" ? "<standard input>" : path,
            command: "publish",
            commit: path == "-" ? nil : Self.commit(of: path)
        )
    }

    private func request(
        over state: Publication.State,
        _ target: PublishingTarget,
        _ selection: ManifestSelection
    ) throws -> Publisher.Request {
        if let revert {
            let entry = try TargetHistory(target).require(revert)
            return Publisher.Request(
                document: PublishedDocument(entry.document).document,
                path: "revision \(revert)",
                command: "publish --revert \(revert)",
                isReverting: true
            )
        }
        let source = try PublishingTarget(from ?? "", in: selection, endpoint: publishing.endpoint)
        guard source.address != target.address else {
            throw ToolError.usage("--from and --to name the same target.")
        }
        let file = try Self.read(source)
        guard let file else { throw ToolError.usage("There is no document at \(source.title).") }
        let published = PublishedDocument(file.bytes)
        let revision = published.revision.map { ", revision \($0)" } ?? ""
        ToolOutput.print("from    \(source.title)\(revision), tag \(file.tag)")
        return Publisher.Request(
            document: published.document,
            path: source.address.text,
            command: "publish --from \(source.environment?.name ?? source.address.text)\(revision)",
            revision: published.revision,
            revalidate: {
                try Self.require(file.tag, at: source)
            }
        )
    }

    private static func require(_ tag: String, at source: PublishingTarget) throws {
        guard try read(source)?.tag == tag else {
            throw ToolError(
                "\(source.title) was changed in the meantime. Nothing was published; run the command again.",
                code: .conflict
            )
        }
    }

    private static func read(_ target: PublishingTarget) throws -> StoredFile? {
        do {
            return try BlockingWork.value { try await target.store.read(target.address) }
        } catch {
            throw ToolError(reading: error, target.address)
        }
    }

    /// Returns the commit that contains a file as it is, or `nil` if no commit does.
    private static func commit(of path: String) -> String? {
        let resolved = PathText.resolved(path)
        let name = PathText.name(of: resolved)
        guard let repository = try? GitRepository(at: PathText.folder(of: resolved)),
            (try? repository.isTracked(name)) == true, (try? repository.isModified(name)) == false
        else { return nil }
        return try? repository.commit("HEAD")
    }
}
