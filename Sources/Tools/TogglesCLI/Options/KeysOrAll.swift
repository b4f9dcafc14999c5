import ArgumentParser

/// The toggles that a command resets: some of them, or all.
struct KeysOrAll: ParsableArguments {
    @Argument(help: "The toggles' keys.", completion: .toggleKeys)
    var keys: [String] = []

    @Flag(help: "Apply the command to all toggles.")
    var all = false

    func validate() throws {
        if all != keys.isEmpty {
            throw ValidationError(
                all ? "Name keys or write --all, not both." : "Name at least one key, or write --all."
            )
        }
    }
}
