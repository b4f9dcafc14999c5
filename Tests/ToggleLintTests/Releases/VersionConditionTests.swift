import Testing
import ToggleBase

@testable import ToggleLint

struct VersionConditionTests {
    private static let later = #"{"sem_ver": [{"var": "appVersion"}, ">=", "2.4.0"]}"#

    @Test(arguments: [
        (later, "2.3", false), (later, "2.4", true),
        (#"{"sem_ver": ["2.4.0", "<=", {"var": ["appVersion"]}]}"#, "2.3", false),
        (#"{"!": [\#(later)]}"#, "2.3", true), (#"{"and": [{"var": "beta"}, \#(later)]}"#, "2.3", false),
        (#"{"or": [{"var": "beta"}, \#(later)]}"#, "2.4", true), ("true", "1", true),
        (#"{"sem_ver": [{"var": "appVersion"}, "^", "2.0.0"]}"#, "2.9", true),
        (#"{"sem_ver": [{"var": "appVersion"}, "~", "2.0.0"]}"#, "2.9", false),
    ]) func conditionOnVersionIsDecided(condition: String, version: String, holds: Bool) throws {
        let value = try JSONReader().value(from: Array(condition.utf8))
        #expect(VersionCondition.holds(value, for: try #require(AppVersion(version))) == holds)
    }

    @Test(arguments: [
        #"{"var": "beta"}"#, #"{"and": [{"var": "beta"}, \#(later)]}"#,
        #"{"sem_ver": [{"var": "osVersion"}, ">", "1"]}"#,
        #"{"sem_ver": [{"var": "appVersion"}, "?", "1"]}"#, #"{"sem_ver": []}"#, #"{"!": []}"#, "[]",
    ]) func otherConditionIsUnknown(condition: String) throws {
        let value = try JSONReader().value(from: Array(condition.utf8))
        #expect(VersionCondition.holds(value, for: try #require(AppVersion("2.4"))) == nil)
    }
}
