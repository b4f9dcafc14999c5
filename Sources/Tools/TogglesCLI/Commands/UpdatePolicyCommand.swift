import ArgumentParser

/// The command `toggles update-policy`.
struct UpdatePolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update-policy",
        abstract: "Shows which versions of an app an update policy allows.",
        discussion: """
            An update policy is either plain JSON that apps fetch from a CDN, or a flag of
            a remote document. To find errors in one, use `toggles check`.

            EXAMPLES
              toggles update-policy test --app 3.2.0 --os 17.1 policy.json
              toggles update-policy test --matrix policy.json
            """,
        subcommands: [UpdatePolicyTestCommand.self]
    )
}
