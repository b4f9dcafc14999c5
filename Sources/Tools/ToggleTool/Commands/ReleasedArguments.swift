package import ArgumentParser
import ToggleLint

/// The arguments of `toggles released`.
package struct ReleasedArguments: CompanionArguments {
    package static let companion = Companion.lint
    package static let configuration = CommandConfiguration(
        commandName: "released",
        abstract: "Shows which released versions read a remote parameter, and whether it may be deleted.",
        discussion: """
            Reads the manifests and the code at each release tag. A parameter may leave the
            remote document once neither this checkout nor a version that users may run
            reads it. Which versions they may run follows from the update policy or from
            the oldest supported version; without either, all released versions count.

            A version reads a parameter if it declares the toggle, and its code names it.
            Also lists the versions that can't use a value: because the document serves a
            variant that they don't know, or because the toggle's type has changed.

            EXAMPLES
              toggles released
              toggles released search_ranking --supported 2.4
              toggles released --policy update-policy.json
              toggles released --tags 'app-store/{version}-{build}' --json

            EXIT CODES
              0  success, whatever the answer
              1  a manifest, the document, or the update policy has errors
              2  wrong usage, no tags of releases, or a file that cannot be read
            """
    )

    @OptionGroup package var options: ProjectOptions

    @OptionGroup package var releases: ReleaseOptions

    @Argument(
        help: "The toggle's key, its name in code, or the name of the parameter. Default: all of them.",
        completion: .declaredKeys
    )
    package var key: String?

    @Flag(help: "Print JSON.")
    package var json = false

    package init() {}
}
