/// What the user can do in a second terminal.
struct Hints {
    /// The path of the remote document, if it is a file.
    let document: String?

    static let heading = "To see and override all values, use a second terminal in the package's folder:"

    /// The other lines below the command that opens the console; the lowest rank matters most.
    static let others = [
        (rank: 1, text: "  .build/debug/toggles set search_ranking neural"),
        (rank: 2, text: "  .build/debug/toggles set new_checkout on"),
        (rank: 5, text: "  .build/debug/toggles set discount=0.2 price_display=struck_through"),
        (rank: 3, text: "  .build/debug/toggles unset --all"),
        (rank: 4, text: "Ctrl-C ends the shop."),
    ]

    /// Returns the command that opens the console, as two lines of a shell if one is too long.
    func console(columns: Int) -> [String] {
        let command = "  .build/debug/toggles console"
        guard let document else { return [command] }
        let option = "--document \(Self.quoted(document))"
        let line = "\(command) \(option)"
        return line.count <= columns ? [line] : ["\(command) \\", "    \(option)"]
    }

    /// Returns a path as a shell reads it.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
        return isPlain ? path : "'\(path.replacing("'", with: #"'\''"#))'"
    }
}
