package import ArgumentParser

/// The arguments of `toggles remove`.
package struct RemoveArguments: CompanionArguments {
    package static let companion = Companion.lint
    package static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a toggle from the code and the manifest.",
        discussion: """
            Prints a diff of what would change, then the places that you need to look at
            yourself, and a verdict: safe if nothing is left of the toggle, caution if you
            should read something, or blocked if a place keeps the toggle alive. With
            --write, it changes the files, all of them or none.

            --keep names the side that stays. It's never guessed: a default in the code
            says nothing about what users have.

            The remote parameter has to stay as long as users run a version that reads it.
            With --supported or --policy, or ‘releases:’ under ‘lint:’ in the manifest, the
            command says which versions these are, and --parameter refuses until then.

            EXAMPLES
              toggles remove new_checkout --keep on
              toggles remove new_checkout --keep on --write
              toggles remove checkout_button --keep treatment | git apply
              toggles remove book_store --keep complete --check
              toggles remove search_ranking_2 --parameter --write
              toggles remove search_ranking_2 --parameter --supported 2.4

            EXIT CODES
              0  safe
              1  caution or blocked
              2  wrong usage, errors in the manifest or the document, or a file that cannot
                 be read or written
            """
    )

    @OptionGroup package var options: ProjectOptions

    @OptionGroup package var releases: ReleaseOptions

    @Argument(
        help: "The toggle's key, or its name in code. With --parameter, the name of the parameter.",
        completion: .declaredKeys
    )
    package var key: String

    @Option(help: ArgumentHelp("The value that stays.", valueName: "on|off|variant"), completion: .keptValues)
    package var keep: String?

    @Flag(help: "Change the files. Git must be able to restore each of them.")
    package var write = false

    @Flag(help: "Print only the verdict.")
    package var check = false

    @Flag(help: "Print JSON.")
    package var json = false

    @Flag(help: "Also remove the tests and the code that only the removed side used.")
    package var deep = false

    @Flag(help: "Write what can be removed, even if a place keeps the toggle alive.")
    package var partial = false

    @Flag(help: "Also change files that git couldn't restore as they are now.")
    package var force = false

    @Flag(help: "Remove the remote parameter with this name from the document instead, if no toggle reads it.")
    package var parameter = false

    package init() {}

    package func validate() throws {
        if write, check { throw ValidationError("--check writes nothing; leave out --write.") }
        if json, check { throw ValidationError("--json contains the verdict; leave out --check.") }
        if partial, !write { throw ValidationError("--partial requires --write.") }
        if force, !write { throw ValidationError("--force requires --write.") }
        if parameter, keep != nil || deep || partial || check || json {
            throw ValidationError(
                "--parameter removes a parameter of the document, which has no other options than --write and --force."
            )
        }
    }
}
