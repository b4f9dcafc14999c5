package import FeatureToggles

/// Versions of app and system at which the answer of a policy may change: those that it names and their neighbours.
///
/// Between two of them a policy answers the same to all released versions, so that what holds for the grid holds for every
/// version.
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
        self.init(
            app: document.entries.flatMap(\.appVersions).flatMap(\.boundaries),
            os: document.entries.flatMap(\.osVersions).flatMap(\.boundaries)
        )
    }

    /// Creates the grid of the versions that a policy names.
    package init(app: [Boundary], os: [Boundary]) {
        self.app = Self.points(around: app)
        self.os = Self.points(around: os)
    }

    /// The versions in texts, of which some may be none.
    package init(appTexts: [String], osTexts: [String]) {
        self.init(app: Self.boundaries(appTexts), os: Self.boundaries(osTexts))
    }

    private static func boundaries(_ texts: [String]) -> [Boundary] {
        texts.compactMap { ComparableVersion($0).map { .version($0) } }
    }

    /// Versions, their neighbours, and the first and the last of all, sorted, each once.
    private static func points(around boundaries: [Boundary]) -> [ComparableVersion] {
        let named = boundaries.compactMap { Numbers($0.version) }
        // A number that no version reaches, so that 13.99.99 is the last one before 14.
        let last = max(99, (named.map(\.largest).max() ?? 0) + 1)
        var points: Set<Numbers> = [Numbers(0, 0, 0), Numbers(last, last, last)]
        for boundary in boundaries {
            guard let version = Numbers(boundary.version) else { continue }
            let end =
                switch boundary {
                case .version: version.next
                case .major: version.nextMajor
                case .minor: version.nextMinor
                }
            points.formUnion([version, end] + version.previous(last: last) + end.previous(last: last))
        }
        return points.sorted().compactMap { ComparableVersion($0.text) }
            + boundaries.map(\.version).filter { Numbers($0) == nil }.sorted()
    }
}

extension VersionGrid.Boundary {
    fileprivate var version: ComparableVersion {
        switch self {
        case .version(let version), .major(let version), .minor(let version): version
        }
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

    /// The one before; none before the first.
    func previous(last: Int) -> [Numbers] {
        if patch > 0 { return [Numbers(major, minor, patch - 1)] }
        if minor > 0 { return [Numbers(major, minor - 1, last)] }
        return major > 0 ? [Numbers(major - 1, last, last)] : []
    }

    static func < (left: Numbers, right: Numbers) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
