package import FeatureToggles

/// Versions of app and system at which the answer of a policy may change: those that it names and their neighbours.
///
/// Between two of them a policy answers the same to all released versions, so that what holds for the grid holds for every
/// version.
package struct VersionGrid: Sendable {
    /// Versions of the app, from old to new.
    package let app: [ComparableVersion]
    /// Versions of the system, from old to new.
    package let os: [ComparableVersion]

    /// Creates the grid of a policy.
    package init(of document: UpdatePolicyDocument) {
        self.init(
            app: document.entries.flatMap(\.appVersions).flatMap(\.boundaries),
            os: document.entries.flatMap(\.osVersions).flatMap(\.boundaries)
        )
    }

    /// Creates the grid of the versions that a policy names.
    package init(app: [ComparableVersion], os: [ComparableVersion]) {
        self.app = Self.points(around: app)
        self.os = Self.points(around: os)
    }

    /// The versions in texts, of which some may be none.
    package init(appTexts: [String], osTexts: [String]) {
        self.init(app: appTexts.compactMap { ComparableVersion($0) }, os: osTexts.compactMap { ComparableVersion($0) })
    }

    /// Versions, their neighbours, and the first and the last of all, sorted, each once.
    private static func points(around versions: [ComparableVersion]) -> [ComparableVersion] {
        let named = versions.compactMap { Numbers($0) }
        // A number that no version reaches, so that 13.99.99 is the last one before 14.
        let last = max(99, (named.map(\.largest).max() ?? 0) + 1)
        var points: Set<Numbers> = [Numbers(0, 0, 0), Numbers(last, last, last)]
        for version in named {
            points.formUnion([version, version.next, version.nextMinor, version.nextMajor])
            points.formUnion(version.previous(last: last))
        }
        return points.sorted().compactMap { ComparableVersion($0.text) }
            + versions.filter { Numbers($0) == nil }.sorted()
    }
}

/// The three numbers of a released version, as long as they are not longer than any version's are.
private struct Numbers: Hashable, Comparable {
    let major: Int
    let minor: Int
    let patch: Int

    init(_ major: Int, _ minor: Int, _ patch: Int) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    init?(_ version: ComparableVersion) {
        let body = version.text.drop { $0 == "v" || $0 == "V" }.prefix { $0 != "-" && $0 != "+" }
        var numbers: [Int] = []
        for part in body.split(separator: ".") {
            guard part.utf8.count <= 9, let number = Int(part) else { return nil }
            numbers.append(number)
        }
        guard let major = numbers.first else { return nil }
        self.init(major, numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    }

    var largest: Int { max(major, minor, patch) }
    var text: String { "\(major).\(minor).\(patch)" }
    var next: Numbers { Numbers(major, minor, patch + 1) }
    var nextMinor: Numbers { Numbers(major, minor + 1, 0) }
    var nextMajor: Numbers { Numbers(major + 1, 0, 0) }

    /// The one before, and where a wildcard begins below, the ones before that.
    func previous(last: Int) -> [Numbers] {
        if patch > 0 { return [Numbers(major, minor, patch - 1)] }
        if minor > 0 { return [Numbers(major, minor - 1, last)] }
        return major > 0 ? [Numbers(major - 1, last, last)] : []
    }

    static func < (left: Numbers, right: Numbers) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
