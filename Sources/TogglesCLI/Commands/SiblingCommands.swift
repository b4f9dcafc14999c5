import ArgumentParser

/// The command `toggles keys`, which `toggles-sign` carries out.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Makes keys to sign remote documents with (toggles-sign)."
    )

    @Argument(parsing: .captureForPassthrough, help: "What toggles-sign takes.")
    var arguments: [String] = []

    func run() throws { try SiblingTool.sign.run(["keys"] + arguments) }
}

/// The command `toggles sign`, which `toggles-sign` carries out.
struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Signs a remote document (toggles-sign)."
    )

    @Argument(parsing: .captureForPassthrough, help: "What toggles-sign takes.")
    var arguments: [String] = []

    func run() throws { try SiblingTool.sign.run(["sign"] + arguments) }
}

/// The command `toggles verify`, which `toggles-sign` carries out.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Says whether an app would trust a signed document (toggles-sign)."
    )

    @Argument(parsing: .captureForPassthrough, help: "What toggles-sign takes.")
    var arguments: [String] = []

    func run() throws { try SiblingTool.sign.run(["verify"] + arguments) }
}
