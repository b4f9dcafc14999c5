import ArgumentParser
import ToggleTool

/// The options of commands that publish a document.
struct PublishingOptions: ParsableArguments {
    @Option(help: "Why this is published, for the history.")
    var reason: String?

    @Option(
        help: """
            The private key file with which to sign the document. Default: the one that the variable \
            TOGGLES_SIGNING_KEY names, if it is set.
            """,
        completion: .file(extensions: ["pem"])
    )
    var key: String?

    @Option(help: "The identifier of the key in the signed document. Default: the one in the key file.")
    var keyID: String?

    @Option(
        help: "The environment that the document is signed for. Default: the name of the environment in toggles.yaml."
    )
    var environment: String?

    @Option(help: "The app that the document is signed for.")
    var audience: String?

    @Option(help: "The number of days until the signed document expires. Default: never.")
    var days: Int64?

    @Option(
        help: ArgumentHelp(
            "The same document, signed by a second person for the new revision.",
            valueName: "file"
        ),
        completion: .file(extensions: ["json"])
    )
    var secondSignature: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("A URL to call after the publication. May be repeated.", valueName: "url")
    )
    var notify: [String] = []

    @Option(
        help: ArgumentHelp("With --dry-run, the file that gets the new document.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var output: String?

    @Option(help: ArgumentHelp("The endpoint of an object storage that is compatible with S3.", valueName: "url"))
    var endpoint: String?

    @Flag(help: "Write without conditions, to a store that ignores them. Only if you are the only publisher.")
    var unconditional = false

    func validate() throws {
        if let days, !(1...36_500).contains(days) {
            throw ValidationError("--days must be between 1 and 36500, not \(days).")
        }
        if let reason, reason.allSatisfy(\.isWhitespace) { throw ValidationError("The reason is empty.") }
        for url in notify + [endpoint].compactMap(\.self) where !url.hasPrefix("https://") && !url.hasPrefix("http://")
        {
            throw ValidationError("‘\(url.withoutUserInfo)’ is not a URL; write it with https://.")
        }
    }

    /// The private key file.
    var signingKey: String? { key ?? ToolFiles.environment["TOGGLES_SIGNING_KEY"].flatMap { $0.isEmpty ? nil : $0 } }

    /// The options with which another command publishes to the same place in the same way.
    var continued: [String] {
        let values = [
            ("--endpoint", endpoint), ("--key", key), ("--key-id", keyID), ("--environment", environment),
            ("--audience", audience), ("--days", days.map { "\($0)" }),
        ]
        return values.flatMap { name, value in value.map { [name, $0] } ?? [] } + notify.flatMap { ["--notify", $0] }
            + (unconditional ? ["--unconditional"] : [])
    }

    /// Whether an option has an effect only on a target.
    var isGiven: Bool {
        reason != nil || key != nil || keyID != nil || environment != nil || audience != nil || days != nil
            || secondSignature != nil || !notify.isEmpty || endpoint != nil || output != nil || unconditional
    }
}
