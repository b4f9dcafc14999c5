package import ToggleBase

/// The released versions of an app, and the files that change from one to the next.
package struct ReleaseTimeline: Sendable {
    /// A tag in version control.
    package struct Tag: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The identifier of its folder of files.
        package var tree: String
        /// The committer's time, in seconds since 1970.
        package var seconds: Int64

        package init(name: String, tree: String, seconds: Int64) {
            self.name = name
            self.tree = tree
            self.seconds = seconds
        }
    }

    /// A released version.
    package struct Version: Sendable, Hashable {
        /// The tag.
        package var tag: String
        /// The version.
        package var version: ReleaseVersion
        /// The day of its commit.
        package var day: CalendarDate?

        /// The version as its tag states it, without the build.
        package var name: String { version.number.description }
        /// The version, for comparisons.
        package var number: AppVersion { version.number }
    }

    /// A file that a version adds, changes, or removes.
    package struct Change: Sendable, Hashable {
        /// The path, relative to the root of the project.
        package var path: String
        /// The identifier of the content; `nil` if the version lacks the file.
        package var blob: String?

        package init(path: String, blob: String?) {
            self.path = path
            self.blob = blob
        }
    }

    /// The versions, lowest first.
    package var versions: [Version]
    /// The identifiers of their folders.
    package var trees: [String]
    /// The changed files of each version, compared with the version before.
    package var changes: [[Change]] = []

    /// Orders the tags that mark releases.
    ///
    /// - Parameters:
    ///   - tags: All tags.
    ///   - pattern: The form of the tags that mark releases.
    package init(_ tags: [Tag], pattern: ReleasePattern) {
        let found = tags.compactMap { tag in pattern.version(of: tag.name).map { (tag: tag, version: $0) } }
        let ordered = found.sorted { left, right in
            if ReleaseVersion.precedes(left.version, right.version) { return true }
            if ReleaseVersion.precedes(right.version, left.version) { return false }
            return (left.tag.seconds, left.tag.name) < (right.tag.seconds, right.tag.name)
        }
        versions = ordered.map { tag, version in
            Version(tag: tag.name, version: version, day: CalendarDate(secondsSince1970: tag.seconds))
        }
        trees = ordered.map(\.tag.tree)
    }
}
