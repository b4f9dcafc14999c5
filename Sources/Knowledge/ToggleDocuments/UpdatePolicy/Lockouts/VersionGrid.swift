import ForcedUpdates
import ToggleBase

/// The versions of the app and the system at which the decision of a policy may change: those that it names and their
/// neighbors.
///
/// Between two of them, the decision is the same for all released versions. A prerelease that the policy names is
/// included, with the next one.
struct VersionGrid: Sendable {
    /// Versions of the app, from old to new.
    let app: [AppVersion]
    /// Versions of the system, from old to new.
    let os: [AppVersion]

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
    private static func points(around boundaries: [VersionBoundary]) -> [AppVersion] {
        let named = boundaries.map { ReleaseNumbers($0.version) }
        let count = ReleaseNumbers.count(of: boundaries.lazy.map(\.version))
        // Larger than all named numbers, so that 13.99.99 is the last version before 14.
        let last = min(max(99, (named.map(\.largest).max() ?? 0) + 1), AppVersion.maximumNumber)
        var points: Set<ReleaseNumbers> = [.first, ReleaseNumbers(repeating: last, count: count)]
        var prereleases: Set<AppVersion> = []
        for (boundary, version) in zip(boundaries, named) {
            points.insert(version)
            if let previous = version.previous(of: count, last: last) { points.insert(previous) }
            let next: ReleaseNumbers?
            switch boundary {
            case .version(let named):
                if named.isPrerelease {
                    prereleases.formUnion(Self.prereleases(named, of: version))
                    continue
                }
                next = version.next(count)
            case .beginning(_, count: let length): next = version.next(length)
            }
            guard let next else { continue }
            points.insert(next)
            if let previous = next.previous(of: count, last: last) { points.insert(previous) }
        }
        let releases = points.sorted().map(\.version)
        guard !prereleases.isEmpty else { return releases }
        return (releases + prereleases).sorted()
    }

    /// Returns a prerelease and the next one.
    private static func prereleases(_ version: AppVersion, of release: ReleaseNumbers) -> [AppVersion] {
        var next = version.prerelease
        if case .number(let last)? = next.last, last < AppVersion.maximumNumber {
            next[next.count - 1] = .number(last + 1)
        } else {
            next.append(.number(1))
        }
        return [release.prerelease(version.prerelease), release.prerelease(next)]
    }
}
