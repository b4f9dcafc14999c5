package import ArgumentParser
package import ToggleLint

/// The arguments of `toggles tickets`.
package struct TicketsArguments: CompanionArguments {
    package static let companion = Companion.lint
    package static let configuration = CommandConfiguration(
        commandName: "tickets",
        abstract: "Prints or files tickets for removing toggles.",
        discussion: """
            Each expired toggle gets a ticket, and so does each one that no code of the app
            reads. With --since, each toggle that was declared, or promoted from release to
            ops, since that commit gets one, too. Permanent toggles don't.

            Without --github or --gitlab, the tickets are printed. Otherwise, they're filed
            there, once for each toggle. An existing ticket, open or closed, is recognized
            by its label and by a comment in its body, <!-- toggles:ticket KEY -->.

            EXAMPLES
              toggles tickets
              toggles tickets --since HEAD~1 --json
              toggles tickets --since v2.3 --for promoted,expired --github acme/shop
              toggles tickets --gitlab acme/shop --owner payments=@alice \\
                --owner payments=team-pay

            EXIT CODES
              0  success
              1  some tickets could not be filed, or the manifest has errors
              2  wrong usage, or input that cannot be read

            ENVIRONMENT
              TOGGLES_TOKEN                  the access token; otherwise GITHUB_TOKEN
                                             or GITLAB_TOKEN
              GITHUB_API_URL, CI_API_V4_URL  the URL of the API, unless --api is given
            """
    )

    @OptionGroup package var options: ProjectOptions

    @Option(help: "The commit to compare with, such as HEAD~1, a tag, or a branch.")
    package var since: String?

    @Option(
        name: .customLong("for"),
        help: """
            The kinds of toggles that get a ticket, separated by commas: promoted, born (declared since the commit), \
            expired, unused.
            """,
        completion: .list(RemovalTicket.Occasion.allCases.map(\.rawValue)),
        transform: Self.occasions
    )
    package var occasions: Set<RemovalTicket.Occasion> = Set(RemovalTicket.Occasion.allCases)

    @Flag(help: "Print JSON.")
    package var json = false

    @Option(help: ArgumentHelp("File the tickets on GitHub.", valueName: "owner/repository"))
    package var github: String?

    @Option(help: ArgumentHelp("File the tickets on GitLab.", valueName: "group/project"))
    package var gitlab: String?

    @Option(help: "The root URL of the API, for self-hosted servers.")
    package var api: String?

    @Option(help: "The label that the command adds to tickets, and uses to find them.")
    package var label = "toggle-removal"

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "The user or label for an owner of toggles. May be repeated.",
            valueName: "owner=@person"
        ),
        transform: Self.addressee
    )
    package var owner: [(name: String, value: String)] = []

    @Flag(help: "Print the tickets, without sending any requests.")
    package var dryRun = false

    package init() {}

    package func validate() throws {
        if github != nil, gitlab != nil { throw ValidationError("Write --github or --gitlab, not both.") }
        if github == nil, gitlab == nil, api != nil || !owner.isEmpty {
            throw ValidationError("\(api == nil ? "--owner" : "--api") requires --github or --gitlab.")
        }
        if label.isEmpty || label.contains(",") { throw ValidationError("--label is one label, without commas.") }
    }

    private static func occasions(_ text: String) throws -> Set<RemovalTicket.Occasion> {
        try Set(
            text.split(separator: ",").map { word in
                guard let occasion = RemovalTicket.Occasion(rawValue: String(word)) else {
                    throw ValidationError(
                        "‘\(word)’ is not a kind of toggle that gets a ticket; write promoted, born, expired, or unused."
                    )
                }
                return occasion
            }
        )
    }

    private static func addressee(_ text: String) throws -> (name: String, value: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, !parts[1].contains(","), parts[1] != "@" else {
            throw ValidationError("‘\(text)’ does not assign an owner; write OWNER=@PERSON or OWNER=LABEL.")
        }
        return (parts[0], parts[1])
    }
}
