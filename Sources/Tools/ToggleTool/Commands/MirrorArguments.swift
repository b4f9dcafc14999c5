package import ArgumentParser

/// The arguments of `toggles mirror`.
package struct MirrorArguments: CompanionArguments {
    package static let companion = Companion.remote
    package static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Keeps a file up to date with a remote document, for a web server to serve.",
        discussion: """
            The source is a URL, an object of a bucket, a key of etcd, or another file.
            The command runs until a signal such as Ctrl-C ends it. It replaces the file
            as a whole, only with valid documents, and never with an older revision.
            While the source is unreachable or has an invalid document, the file stays
            as it is.

            With --key and --environment, only documents that one of these keys signed
            for this environment are accepted, and the file contains the signed document.

            EXAMPLES
              toggles mirror etcd://10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379/shop.json \\
                /srv/flags/shop.json --key a.public.pem --environment production
              toggles mirror s3://flags/shop.json /srv/flags/shop.json --interval 10
              toggles mirror https://flags.example.com/shop.json /srv/flags/shop.json \\
                --health /run/toggles/shop.json --notify http://127.0.0.1:8080/publish
              toggles mirror s3://flags/shop.json flags.json --once

            EXIT CODES
              0  ended by a signal; with --once, the file is up to date
              1  with --once: the document is invalid, not trusted, or too old
              2  wrong usage, or a file that cannot be written
              4  with --once: the source is unreachable, or has no document

            ENVIRONMENT
              TOGGLES_TOKEN, TOGGLES_USER and TOGGLES_PASSWORD, TOGGLES_HEADER
                credentials for http: and https: URLs
              TOGGLES_CACERT, TOGGLES_CERT, TOGGLES_KEY
                files with an authority and a client certificate for https: URLs
              AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_PROFILE,
              AWS_REGION, AWS_ENDPOINT_URL, AWS_CA_BUNDLE
                credentials and the place of a bucket
              ETCDCTL_USER, ETCDCTL_CACERT, ETCDCTL_CERT, ETCDCTL_KEY
                a user with its password, and files for TLS with etcd
            """
    )

    @Argument(help: "The address of the document.")
    package var source: String

    @Argument(help: "The file to keep up to date.", completion: .file(extensions: ["json"]))
    package var file: String

    @Option(help: "A public key file, or a public key in base64. May be repeated.", completion: .file())
    package var key: [String] = []

    @OptionGroup package var trust: TrustOptions

    @Option(help: "The expected environment.")
    package var environment: String?

    @Option(help: "A revision to accept even if it is lower than that of the file, such as after restoring a backup.")
    package var acceptRevision: UInt64?

    @Option(help: "The URL of server-sent events that announce changes, for an http: or https: source.")
    package var events: String?

    @Option(
        help: """
            The seconds between checks of the source. Default: 30, or 60 for a source that announces its changes.
            """
    )
    package var interval: Double?

    @Option(help: "A URL to post to after each change of the file. May be repeated.")
    package var notify: [String] = []

    @Option(help: "A file for the state of the mirror as JSON.", completion: .file(extensions: ["json"]))
    package var health: String?

    @Option(help: "The endpoint of a store that is compatible with S3, for an s3: source.")
    package var endpoint: String?

    @Flag(help: "Check the source once instead of following it.")
    package var once = false

    package init() {}

    package func validate() throws {
        try trust.validate(for: key)
        if key.isEmpty != (environment == nil) {
            throw ValidationError("Write both --key and --environment, or neither for unsigned documents.")
        }
        if key.isEmpty, trust.audience != nil {
            throw ValidationError("--audience is only for signed documents; add --key.")
        }
        if let interval, !(interval >= 0.1 && interval <= 86_400) {
            throw ValidationError("--interval must be a number of seconds from 0.1 to 86400.")
        }
    }
}
