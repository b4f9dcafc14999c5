import FeatureTogglesHTTP
import Testing

@testable import ToggleHTTP

struct RetryAfterTests {
    /// 2024-02-07T12:00:00Z.
    private static let now: Int64 = 1_707_307_200

    @Test(
        arguments: [
            ("120", 120), ("0", 0), (" 5 ", 5), ("1.5", 2), ("2.0", 2),
            ("99999999", 31_622_400), ("99999999999999999999999999", 31_622_400), ("9223372036854775807.5", 31_622_400),
            ("Wed, 07 Feb 2024 12:00:30 GMT", 30), ("Wednesday, 07-Feb-24 12:00:30 GMT", 30),
            ("Wed Feb  7 12:00:30 2024", 30), ("2024-02-07T12:00:30Z", 30), ("2024-02-07T12:00:30.999Z", 30),
            ("2024-02-07T13:00:30+01:00", 30), ("2024-02-07T06:30:30-0530", 30), ("2024-02-07T12:01Z", 60),
            ("2024-02-07T12:00:30", 30), ("Wed, 07 Feb 2024 11:00:00 GMT", 0), ("1970-01-01T00:00:00Z", 0),
            ("9999-12-31T23:59:59Z", 31_622_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 31_622_400),
        ] as [(String, Int)]
    )
    func parsesAllForms(text: String, seconds: Int) {
        #expect(RetryAfter.pause(["Retry-After": text], now: Self.now) == .seconds(seconds))
    }

    @Test(
        arguments: [
            "", "-1", "-99999999999999999999", "soon", "1e9", "0x10", "12 seconds", "NaN", "٣", "2024-02-30T12:00:00Z",
            "2024-02-07T25:00:00Z", "2024-02-07T12:00:00+99:99", "Wed, 07 Foo 2024 12:00:30 GMT",
            "Wed, 07 Feb 2024 12:00:30 CET", "Wed, 07 Feb 99999999999999999999 12:00:30 GMT", "T", "T:", ":", ",,,,,,",
            "10000-01-01T00:00:00Z",
        ]
    )
    func ignoresInvalidValue(text: String) {
        #expect(RetryAfter.pause(["Retry-After": text], now: Self.now) == nil)
    }

    @Test func ignoresMissingField() {
        #expect(RetryAfter.pause([:], now: Self.now) == nil)
    }

    @Test func dateIsRelativeToServerClock() {
        let headers: HTTPHeaders = [
            "Retry-After": "Wed, 07 Feb 2024 12:00:30 GMT", "Date": "Wed, 07 Feb 2024 12:00:20 GMT",
        ]
        #expect(RetryAfter.pause(headers, now: Self.now + 86_400) == .seconds(10))
    }
}
