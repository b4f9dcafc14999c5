import FeatureToggles
package import FeatureTogglesRemote

/// Versions of app and system at which the answer of a policy may change: those that it names and their neighbours.
///
/// Between two of them a policy answers the same to all released versions. A prerelease that the policy names is among them,
/// with the one that people would make next.
package struct VersionGrid: Sendable {
    /// Where the answer of a policy may change.
    package enum Boundary: Sendable {
        /// At a version, or behind it.
        case version(ComparableVersion)
        /// Where a major version begins and ends.
        case major(ComparableVersion)
        /// Where a minor version begins and ends.
        case minor(ComparableVersion)
    }

    /// Versions of the app, from old to new.
    package let app: [ComparableVersion]
    /// Versions of the system, from old to new.
    package let os: [ComparableVersion]

    /// Creates the grid of a policy.
    package init(of document: UpdatePolicyDocument) {
        self.init(app: Self.app(of: document.entries), os: Self.os(of: document.entries))
    }

    /// Where the answers of entries may change, by the version of the app.
    package static func app(of entries: [UpdatePolicyEntry]) -> [Boundary] {
        entries.flatMap(\.appVersions).flatMap(\.boundaries)
    }

    /// Where the answers of entries may change, by the version of the system.
    package static func os(of entries: [UpdatePolicyEntry]) -> [Boundary] {
        entries.flatMap(\.osVersions).flatMap(\.boundaries)
    }

    /// Creates the grid of the versions that a policy names.
    package init(app: [Boundary], os: [Boundary]) {
        self.app = Self.points(around: app)
        self.os = Self.points(around: os)
    }

    /// Versions, their neighbours, and the first and the last of all, sorted, each once.
    private static func points(around boundaries: [Boundary]) -> [ComparableVersion] {
        let named = boundaries.map { ReleaseNumbers($0.version) }
        // A number that no version reaches, so that 13.99.99 is the last one before 14.
        let last = max(DecimalDigits("99"), (named.map(\.largest).max() ?? .zero).next)
        var points: Set<ReleaseNumbers> = [.first, ReleaseNumbers(last, last, last)]
        var prereleases: Set<String> = []
        for (boundary, version) in zip(boundaries, named) {
            points.insert(version)
            if let previous = version.previous(last: last) { points.insert(previous) }
            let end: ReleaseNumbers
            switch boundary {
            case .version(let named):
                if named.isPrerelease {
                    prereleases.formUnion(Self.prereleases(named, of: version))
                    continue
                }
                end = version.next
            case .major: end = version.nextMajor
            case .minor: end = version.nextMinor
            }
            points.insert(end)
            if let previous = end.previous(last: last) { points.insert(previous) }
        }
        let releases = points.sorted().compactMap(\.version)
        guard !prereleases.isEmpty else { return releases }
        return (releases + prereleases.compactMap { ComparableVersion($0) }).sorted()
    }

    /// A prerelease and the one that people would make next.
    private static func prereleases(_ version: ComparableVersion, of release: ReleaseNumbers) -> [String] {
        let text = version.withoutBuild
        guard let dash = text.firstIndex(of: "-") else { return [] }
        var identifiers = text[text.index(after: dash)...].split(separator: ".").map(String.init)
        let own = "\(release.text)-\(identifiers.joined(separator: "."))"
        if let last = identifiers.last, last.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) {
            identifiers[identifiers.count - 1] = DecimalDigits(last).next.text
        } else {
            identifiers.append("1")
        }
        return [own, "\(release.text)-\(identifiers.joined(separator: "."))"]
    }
}

extension VersionGrid.Boundary {
    /// The version that is named.
    var version: ComparableVersion {
        switch self {
        case .version(let version), .major(let version), .minor(let version): version
        }
    }
}
