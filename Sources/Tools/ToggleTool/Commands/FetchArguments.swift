package import ArgumentParser

/// The arguments of `toggles fetch`.
package struct FetchArguments: CompanionArguments {
    package static let companion = Companion.remote
    package static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetches a remote document as an app would, and describes it.",
        discussion: """
            The address determines the source. For a path or a file: URL, the command reads
            a file. For an http: or https: URL, it fetches a document. For an ofrep+http:
            or ofrep+https: URL, it requests the values for a context from an OFREP server.
            For an s3: or etcd: URL, it reads an object of a bucket, or a key of etcd.
            A bearer token comes from the environment, so that it isn't visible in lists of
            processes.

            EXAMPLES
              toggles fetch https://flags.example.com/shop.json
              toggles fetch https://flags.example.com/shop.json --raw > flags.json
              TOGGLES_TOKEN=… toggles fetch https://flags.example.com/shop.json
              toggles fetch s3://flags/shop.json --endpoint https://store.example.com
              toggles fetch ofrep+https://flags.example.com \\
                --context targetingKey=ada --context plan=pro

            EXIT CODES
              0  the document is valid
              1  some or all of the document is invalid
              2  there was no document, or wrong usage

            ENVIRONMENT
              TOGGLES_TOKEN  the bearer token to send
              TOGGLES_CACERT, TOGGLES_CERT, TOGGLES_KEY
                files with an authority and a client certificate for https: URLs
            """
    )

    @Argument(help: "The address of the document.")
    package var url: String

    @Option(help: "A header field to send, as 'Name: value'. May be repeated.")
    package var header: [String] = []

    @Option(help: "The environment variable with the bearer token. Default: TOGGLES_TOKEN, if it is set.")
    package var token: String?

    @Option(help: "The endpoint of a store that is compatible with S3, for an s3: address.")
    package var endpoint: String?

    @OptionGroup package var context: ContextOptions

    @Option(help: "The timeout for the whole fetch, in seconds.")
    package var timeout: Double = 30

    @Flag(help: "Print only the document, byte for byte unless the output is a terminal.")
    package var raw = false

    @Flag(help: "Print JSON.")
    package var json = false

    package init() {}
}
