import FeatureToggles
import FeatureTogglesRemote
import ForcedUpdates

/// The versions of the app and the system at which the decision of a policy may change: those that it names and their
/// neighbors.
///
/// Between two of them, the decision is the same for all released versions. A prerelease that the policy names is
/// included, with the next one.
struct VersionGrid: Sendable {
    /// Versions of the app, from old to new.
    let app: [ComparableVersion]
    /// Versions of the system, from old to new.
    let os: [ComparableVersion]

    /// Creates the grid of a policy.
    init(of document: UpdatePolicyDocument) {
        self.init(app: Self.app(of: document.entries), os: Self.os(of: document.entries))
    }

    /// Returns where the decisions of entries may change by the version of the app.
    static func app(of entries: [UpdatePolicyEntry]) -> [VersionBoundary] {
        entries.flatMap(\.appVersions).flatMap(\.boundaries)
    }

    /// Returns where the decisions of entries may change by the version of the system.
    static func os(of entries: [UpdatePolicyEntry]) -> [VersionBoundary] {
        entries.flatMap(\.osVersions).flatMap(\.boundaries)
    }

    /// Creates the grid of named versions.
    init(app: [VersionBoundary], os: [VersionBoundary]) {
        self.app = Self.points(around: app)
        self.os = Self.points(around: os)
    }

    /// Returns versions, their neighbors, and the first and the last version, sorted and without duplicates.
    private static func points(around boundaries: [VersionBoundary]) -> [ComparableVersion] {
        let named = boundaries.map { ReleaseNumbers($0.version) }
        // Larger than all named numbers, so that 13.99.99 is the last version before 14.
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

    /// Returns a prerelease and the next one.
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
