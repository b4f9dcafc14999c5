import ToggleBase
package import ToggleLint
import ToggleManifest

/// The manifests of the released versions of an app.
package struct ReleaseReading {
    /// The versions, with their changed files.
    package let timeline: ReleaseTimeline
    /// The toggles in their manifests.
    package let toggles: ReleasedToggles
    /// The indices of the versions without a manifest.
    package let without: [Int]

    /// Reads the manifests at each tag of a release.
    ///
    /// - Parameters:
    ///   - repository: The repository.
    ///   - manifests: The manifests of the application.
    ///   - pattern: The form of the tags that mark releases.
    ///   - support: The versions that users may run; `nil` if that is unknown.
    ///   - takes: Returns whether another file matters, according to its path.
    /// - Throws: ``ToolError`` if there are no such tags, or git fails.
    package init(
        _ repository: GitRepository,
        manifests: ReleaseManifests,
        pattern: ReleasePattern,
        support: ReleasedToggles.Support?,
        takes: (String) -> Bool = { _ in false }
    ) throws {
        do {
            timeline = try repository.releases(pattern) { manifests.takes($0) || takes($0) }
            guard !timeline.versions.isEmpty else {
                throw ToolError.usage(Self.noReleases(pattern, among: try repository.tags(), repository))
            }
            let (runs, without, unreadable) = try manifests.read(timeline, from: repository)
            var toggles = ReleasedToggles(versions: timeline.versions, runs: runs, support: support)
            toggles.unreadable = unreadable
            self.toggles = toggles
            self.without = without
        } catch let error as GitError {
            throw ToolError.usage("Cannot read the released versions: \(error).")
        }
    }

    private static func noReleases(
        _ pattern: ReleasePattern,
        among tags: [ReleaseTimeline.Tag],
        _ repository: GitRepository
    ) -> String {
        guard let newest = tags.max(by: { $0.seconds < $1.seconds })?.name else {
            return """
                The repository has no tags, which mark releases. `git fetch --tags` fetches those of its remote, and `git tag \
                v2.4.1 COMMIT` adds one.
                """
        }
        let shown = pattern.text.map { "has the form \($0.quoted)" } ?? "looks like a version"
        let digits = newest.prefix { !$0.isNumber }
        let rest = newest.dropFirst(digits.count).drop { $0.isNumber || $0 == "." }
        let proposal = digits.count == newest.count ? "v{version}" : digits + "{version}" + (rest.isEmpty ? "" : "*")
        return """
            None of the \(tags.count.counted("tag")) of the repository \(shown); the newest one is \(newest.quoted). Pass \
            --tags with their form, such as \(proposal.quotedForShell).
            """
    }
}

extension ReleasedToggles.Support {
    /// The versions from the oldest one that an option or the manifest states; `nil` if neither does.
    package init?(_ options: ReleaseOptions?, _ configuration: LintConfiguration) {
        if let version = options?.supported {
            self.init(from: version, source: "--supported \(version)")
        } else if let text = configuration.releases.supported, let version = AppVersion(text) {
            self.init(from: version, source: "‘supported: \(text)’ in the manifest")
        } else {
            return nil
        }
    }
}
