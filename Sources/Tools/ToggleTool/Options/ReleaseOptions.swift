package import ArgumentParser
package import ToggleBase
package import ToggleLint

/// The options that select released versions.
package struct ReleaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The form of the tags that mark releases, such as 'v{version}' or 'app-store/{version}-{build}'. Default: the one \
            in the manifest, or else the usual forms.
            """,
            valueName: "pattern"
        ),
        transform: readPattern
    )
    package var tags: ReleasePattern?

    @Option(
        help: ArgumentHelp(
            "The oldest version that users may run. Default: the one in the manifest.",
            valueName: "version"
        ),
        transform: readVersion
    )
    package var supported: AppVersion?

    @Option(
        help: "The update policy, or a document with one, that says which versions users may run.",
        completion: .file(extensions: ["json"])
    )
    package var policy: String?

    package init() {}

    package func validate() throws {
        if supported != nil, policy != nil {
            throw ValidationError("--supported and --policy both state which versions users may run; pass one of them.")
        }
    }

    private static func readPattern(_ text: String) throws -> ReleasePattern {
        guard let pattern = ReleasePattern(text) else {
            throw ValidationError("‘\(text)’ is not a form of tags; \(ReleasePattern.advice).")
        }
        return pattern
    }

    private static func readVersion(_ text: String) throws -> AppVersion {
        guard let version = AppVersion(text) else {
            throw ValidationError("‘\(text)’ is not a version; write one to eight numbers, as in 2.4.")
        }
        return version
    }
}
