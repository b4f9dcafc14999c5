import ArgumentParser

/// The command `toggles update-policy`.
struct UpdatePolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update-policy",
        abstract: "Says which versions of an app an update policy lets go on.",
        discussion: """
            An update policy is the plain JSON that apps get from a CDN, or a flag of a remote
            document. ‘toggles check’ says what is wrong with one.

            EXAMPLES
              toggles update-policy test --app 3.2.0 --os 17.1 policy.json
              toggles update-policy test --matrix policy.json
            """,
        subcommands: [UpdatePolicyTestCommand.self]
    )
}
