import Testing
import ToggleBase

@testable import ToggleLint

struct ReleasePatternTests {
    @Test(arguments: [
        ("2.4", "2.4"), ("v2.4.1", "2.4.1"), ("V2.4.1", "2.4.1"), ("release/2.4", "2.4"), ("releases/v2.4.1", "2.4.1"),
        ("release-2.4.1", "2.4.1"), ("2.4.0-rc1", "2.4.0-rc.1"), ("v2.4.0rc2", "2.4.0-rc.2"), ("2.4b3", "2.4-b.3"),
        ("2.4.0-beta.2", "2.4.0-beta.2"), ("app-store/2.4.1-1234", "2.4.1"), ("appstore/2.4.1(1234)", "2.4.1"),
        ("2.4.1+1234", "2.4.1"), ("v2.4.1-build7", "2.4.1"), ("Release-1.9.1-b125", "1.9.1"),
        ("builds/2.4.1_88", "2.4.1"), ("7.140.0-1", "7.140.0"),
        ("v3", "3"), ("2024.01.3", "2024.1.3"), ("ios/2.4.1", "2.4.1"), ("v2.4.1-hotfix", "2.4.1"),
    ]) func usualTagsAreVersions(tag: String, version: String) {
        #expect(ReleasePattern.usual.version(of: tag)?.number.description == version)
    }

    @Test(arguments: [
        "main", "nightly-2026-01-01", "3", "20260101", "android-2.4", "firefox-v134.0", "", "v", "v2.4.", "v2..4",
        "2.4/x",
        "docs/2.4", "v1.2.3.4.5.6.7.8.9", "v99999999999999999999",
    ]) func otherTagsAreNoVersions(tag: String) {
        #expect(ReleasePattern.usual.version(of: tag) == nil)
    }

    @Test(arguments: [
        ("firefox-v{version}", "firefox-v134.0", "134.0"), ("{version}-ios", "2.4.1-ios", "2.4.1"),
        ("mac-{version}-build-{build}", "mac-6.1.4-build-6120", "6.1.4"), ("*/{version}", "teams/shop/2.4", "2.4"),
        ("{version}*", "2.4.1 final", "2.4.1"), ("app@{version}", "app@2.4.0-rc.1", "2.4.0-rc.1"),
        ("{version}", "7", "7"),
    ]) func patternFindsVersion(pattern: String, tag: String, version: String) throws {
        #expect(try #require(ReleasePattern(pattern)).version(of: tag)?.number.description == version)
    }

    @Test(arguments: ["", "v", "{version}{version}", "*{version}***", "{build}", "{Version}"])
    func patternNeedsOneVersion(text: String) {
        #expect(ReleasePattern(text) == nil)
    }

    @Test func otherAppsTagsDontMatch() throws {
        let pattern = try #require(ReleasePattern("firefox-v{version}"))
        #expect(pattern.version(of: "focus-v134.0") == nil)
        #expect(pattern.version(of: "v134.0") == nil)
    }

    @Test func prereleasesAndBuildsAreOrdered() {
        let names = [
            "2.4.0-rc2", "2.4.1", "2.4.0", "2.4.0-rc10", "2.10.0", "2.4.1-9", "2.4.1-10", "2.3", "2.4.0-beta1",
        ]
        let tags = names.map { ReleaseTimeline.Tag(name: $0, tree: $0, seconds: 0) }
        let timeline = ReleaseTimeline(tags, pattern: .usual)
        #expect(
            timeline.versions.map(\.tag) == [
                "2.3", "2.4.0-beta1", "2.4.0-rc2", "2.4.0-rc10", "2.4.0", "2.4.1", "2.4.1-9", "2.4.1-10", "2.10.0",
            ]
        )
        #expect(timeline.trees == timeline.versions.map(\.tag))
    }
}
