import ArgumentParser

/// The command `toggles fetch`, which `toggles-fetch` carries out.
struct FetchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetches a remote document as an app would, and says what came (toggles-fetch)."
    )

    @Argument(parsing: .captureForPassthrough, help: "What toggles-fetch takes.")
    var arguments: [String] = []

    func run() throws { try SiblingTool.fetch.run(["fetch"] + arguments) }
}
