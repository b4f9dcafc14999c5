package import ArgumentParser

/// The options that say more about the keys of `--key` and about the documents that they sign.
package struct TrustOptions: ParsableArguments {
    @Option(
        help: """
            The identifiers of the keys in envelopes, in the order of --key. Default: those in the files, or else \
            derived ones.
            """
    )
    package var keyID: [String] = []

    @Option(help: "The generation of the keys in the app.")
    package var generation: UInt64 = 0

    @Option(help: "The expected app. Default: accept only documents that name no app.")
    package var audience: String?

    package init() {}

    /// Checks that the options fit the keys.
    ///
    /// - Throws: `ValidationError` if they don't.
    func validate(for keys: [String]) throws {
        if !keyID.isEmpty, keyID.count != keys.count {
            throw ValidationError("Write --key-id for each --key or for none.")
        }
    }
}
