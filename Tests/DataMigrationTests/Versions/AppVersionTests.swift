import Testing
import ToggleBase

struct AppVersionTests {
    @Test(arguments: [
        ("3.9.1", "3.10.0"), ("1.0", "1.0.1"), ("0", "0.0.1"), ("2.0.0-beta.2", "2.0.0-beta.10"),
        ("2.0.0-beta.10", "2.0.0"),
        ("2.0.0-1", "2.0.0-alpha"), ("1.2.3", "1.2.3.1"), ("1.2.3.9", "1.2.3.10"), ("1.2.3.0.0.0.0.1", "1.2.3.1"),
        ("9", "10"), ("2.0-alpha", "2.0-alpha.1"), ("v1.9", "V2"),
    ])
    func lowerVersionComesFirst(lower: String, higher: String) throws {
        let (lower, higher) = (try #require(AppVersion(lower)), try #require(AppVersion(higher)))
        #expect(lower < higher)
        #expect(!(higher < lower))
        #expect(lower != higher)
    }

    @Test(arguments: [("1.2", "1.2.0"), ("v1", "1.0.0.0"), ("1.2.3+5", "1.2.3+6"), ("01.2", "1.2")])
    func equivalentVersionsAreEqual(left: String, right: String) throws {
        let (left, right) = (try #require(AppVersion(left)), try #require(AppVersion(right)))
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(!(left < right) && !(right < left))
    }

    @Test(arguments: [
        "", "v", "1.", ".1", "1..2", "a", "1.x", "1 .2", "-1", "1.2-", "1.2-a..b", "1+", "１.2", "1.2.3.4.5.6.7.8.9",
        "1234567890123456789", "1.2-é",
    ])
    func invalidVersionIsRejected(text: String) {
        #expect(AppVersion(text) == nil)
    }
}
