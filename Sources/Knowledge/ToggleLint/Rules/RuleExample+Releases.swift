extension RuleExample {
    /// The manifest at the tag of a release.
    package struct Release: Sendable {
        /// The version, `2.4`.
        package var version: String
        /// The unindented entries of the field `toggles`.
        package var toggles: String

        package init(_ version: String, _ toggles: String) {
            self.version = version
            self.toggles = toggles
        }
    }

    /// The releases as lines: a version, followed by the indented entries of its manifest.
    package var releaseLines: [String] {
        releases.flatMap { release in
            [release.version] + release.toggles.split(separator: "\n").map { "  \($0)" }
        }
    }

    /// The title of the lines: `toggles.yaml in released versions, of which users may run 2.2 and later`.
    package var releaseTitle: String {
        "toggles.yaml in released versions, of which users may run \(supported) and later"
    }
}
