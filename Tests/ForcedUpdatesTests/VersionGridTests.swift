import FeatureToggles
import Testing
import ToggleBase

@testable import ForcedUpdates

struct VersionGridTests {
    @Test func gridHasNamedVersionsAndNeighbors() throws {
        let named = try ["3.2.0", "v3.2", "13"].map {
            VersionBoundary.version(try #require(AppVersion($0)))
        }
        #expect(
            VersionGrid.versions(around: named).map(\.description) == [
                "0.0.0", "3.1.99", "3.2.0", "3.2.1", "12.99.99", "13.0.0", "13.0.1", "99.99.99",
            ]
        )
        #expect(VersionGrid.versions(around: []).map(\.description) == ["0.0.0", "99.99.99"])
    }

    @Test(arguments: [
        ("13.*", ["0.0.0", "12.99.99", "13.0.0", "13.99.99", "14.0.0", "99.99.99"]),
        ("4.250.x", ["0.0.0", "4.249.251", "4.250.0", "4.250.251", "4.251.0", "251.251.251"]),
    ])
    func gridHasBothEndsOfAWildcard(pattern: String, versions: [String]) throws {
        #expect(VersionGrid.versions(around: try VersionPattern(pattern).boundaries).map(\.description) == versions)
    }

    @Test(arguments: [
        ("4.0.0-beta.1", ["3.99.99", "4.0.0-beta.1", "4.0.0-beta.2", "4.0.0"]),
        ("4-rc+7", ["3.99.99", "4.0.0-rc", "4.0.0-rc.1", "4.0.0"]),
        ("4.0.0-9", ["3.99.99", "4.0.0-9", "4.0.0-10", "4.0.0"]),
        ("4.0.0-rc-1", ["3.99.99", "4.0.0-rc-1", "4.0.0-rc-1.1", "4.0.0"]),
        ("100000000000000000", ["99999999999999999.100000000000000001.100000000000000001"]),
        (
            "999999999999999999",
            ["999999999999999998.999999999999999999.999999999999999999", "999999999999999999.0.0"]
        ),
        ("1.2.3.4", ["1.2.3.3", "1.2.3.4", "1.2.3.5", "99.99.99.99"]),
        ("1.2.0.0", ["1.1.99.99", "1.2.0", "1.2.0.1", "99.99.99.99"]),
        ("1.2.3.4-rc.1", ["1.2.3.3", "1.2.3.4-rc.1", "1.2.3.4-rc.2", "1.2.3.4"]),
    ])
    func gridHasNamedPrereleases(version: String, points: [String]) throws {
        let grid = VersionGrid.versions(around: [.version(try #require(AppVersion(version)))]).map(\.description)
        #expect(Array(grid.dropFirst().prefix(points.count)) == points)
        #expect(grid.first == "0.0.0")
    }
}
