import Testing
import ToggleBase

@testable import ForcedUpdates

struct CreationTimeTests {
    @Test(
        arguments: [
            ("1970-01-01", 0), ("1970-01-01T00:00:01Z", 1_000), ("2000-02-29", 951_782_400_000),
            ("2026-11-21T10:00:00Z", 1_795_255_200_000), ("2026-11-21 10:00:00", 1_795_255_200_000),
            ("2026-11-21T10:00", 1_795_255_200_000), ("2026-11-21T10:00:00.5Z", 1_795_255_200_500),
            ("2026-11-21T10:00:00.123456789Z", 1_795_255_200_123), ("2026-11-21T11:00:00+01:00", 1_795_255_200_000),
            ("2026-11-21T05:30:00-0430", 1_795_255_200_000), ("2026-11-21t10:00:00z", 1_795_255_200_000),
            ("2026-11-21 11:00:00 +01", 1_795_255_200_000), ("9999-12-31", 253_402_214_400_000),
        ] as [(String, UInt64)]
    )
    func validTimeIsParsed(text: String, milliseconds: UInt64) {
        #expect(CreationTime.milliseconds(.string(text)) == milliseconds)
    }

    @Test(
        arguments: [
            // The day of the time zone.
            ("2026-03-01", 9 * 3_600, 1_772_290_800_000), ("2026-03-01", -4 * 3_600 - 1_800, 1_772_339_400_000),
            ("2026/03/01 00:00:00", 9 * 3_600, 1_772_290_800_000), ("2026-03-01T00:00", 9 * 3_600, 1_772_290_800_000),
            // A time with an offset of its own, and a number.
            ("2026-03-01T00:00Z", 9 * 3_600, 1_772_323_200_000), ("2026-03-01 01:00 +01", 9 * 3_600, 1_772_323_200_000),
        ] as [(String, Int, UInt64)]
    )
    func timeWithoutOffsetIsInTimeZone(text: String, seconds: Int, milliseconds: UInt64) {
        let offset = Duration.seconds(seconds)
        #expect(CreationTime.milliseconds(.string(text), offset: offset) == milliseconds)
        #expect(CreationTime.milliseconds(.integer(1_772_323_200), offset: offset) == 1_772_323_200_000)
        let policy = Array(#"{"created_at": "\#(text)", "details": []}"#.utf8)
        #expect(UpdatePolicyDocument.read(policy, utcOffset: offset).document?.createdAt == milliseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-29", "2026-00-10", "2026-1-1", "21.11.2026", "2026-11-21T",
        "2026-11-21T25:00",
        "2026-11-21T10:00:00+", "2026-11-21T10:00:00ZZ", "2026-11-21T10:00:00.Z", "1969-12-31",
        "1970-01-01T00:00+01:00",
        "２０２６-11-21",
    ])
    func invalidTimeIsRejected(text: String) {
        #expect(CreationTime.milliseconds(.string(text)) == nil)
    }

    /// An earlier time would make apps refuse the corrected policy.
    @Test func correctedTimeIsNotEarlier() {
        #expect(CreationTime.corrected("2021/03/28 10:00:00") == "2021-03-28T10:00:00Z")
        #expect(CreationTime.corrected("2021/03/28 10:00:00.001") == "2021-03-28T10:00:01Z")
        #expect(CreationTime.corrected("2021-03-28 10:00:00") == nil)
        #expect(CreationTime.corrected("2021/03/28 10:00:00", offset: .seconds(32_400)) == "2021-03-28T01:00:00Z")
    }

    @Test func largeNumbersAreMilliseconds() {
        #expect(CreationTime.milliseconds(.integer(1_795_255_200)) == 1_795_255_200_000)
        #expect(CreationTime.milliseconds(.integer(1_795_255_200_000)) == 1_795_255_200_000)
        #expect(CreationTime.milliseconds(.integer(.max)) == UInt64(Int.max))
        #expect(CreationTime.milliseconds(.integer(-1)) == nil)
        #expect(CreationTime.milliseconds(.number(1.5)) == nil)
    }

    @Test(arguments: [0, 951_782_400_000, 1_795_255_200_000, 253_402_214_400_000, 1_709_164_800_000, 4_107_542_399_000])
    func timeRoundTripsThroughText(milliseconds: UInt64) {
        #expect(CreationTime.milliseconds(CreationTime.text(milliseconds)) == milliseconds)
    }

    /// 2026-11-21T10:00:00Z.
    private static let now: Int64 = 1_795_255_200

    @Test(arguments: [
        (
            "1795255200000",
            """
            1795255200000 is too large for seconds and is read as milliseconds since 1970, 2026-11-21T10:00:00Z; write \
            "2026-11-21T10:00:00Z", or 1795255200 in seconds
            """
        ),
        (
            "1795255200000000",
            """
            1795255200000000 is too large for seconds and is read as milliseconds since 1970, 58859-05-16T16:00:00Z; write \
            "2026-11-21T10:00:00Z", or 1795255200 in seconds
            """
        ),
        (
            "999999999999",
            """
            999999999999 is too large for seconds and is read as milliseconds since 1970, 2001-09-09T01:46:39Z; write it as \
            in "2026-11-21T10:00:00Z"
            """
        ),
        (
            "0",
            #"0 is read as seconds since 1970, 1970-01-01T00:00:00Z, which is long ago; write it as in "2026-11-21T10:00:00Z""#
        ),
        (
            "20261121",
            #"20261121 is read as seconds since 1970, 1970-08-23T12:05:21Z, which is long ago; write "2026-11-21""#
        ),
        (
            "7",
            #"7 is read as seconds since 1970, 1970-01-01T00:00:07Z, which is long ago; write it as in "2026-11-21T10:00:00Z""#
        ),
        (
            #""2026-11-23""#,
            """
            ‘created_at’ is 2026-11-23T00:00:00Z, 1 day from now; apps treat the policy as created when they receive it, so an old copy would count as the newest; write when it was created
            """
        ),
        (
            "4000000000",
            """
            ‘created_at’ is 2096-10-02T07:06:40Z, 69 years from now; apps treat the policy as created when they receive it, so an old copy would count as the newest; write when it was created
            """
        ),
        (#""2026-11-22T09:59:59Z""#, nil), ("1795255200", nil), (#""1999-01-01""#, nil),
    ])
    func implausibleTimeIsAWarning(value: String, message: String?) {
        let text = Array(#"{"created_at": \#(value), "details": []}"#.utf8)
        let reading = UpdatePolicyDocument.read(text, now: Self.now)
        #expect(reading.diagnostics.map(\.message) == (message.map { [$0] } ?? []))
        #expect(reading.diagnostics.allSatisfy { $0.severity == .warning && $0.place == "created_at" })
        #expect(reading.document != nil)
        // Apps accept the policy without warnings.
        #expect(UpdatePolicyDocument.read(text).diagnostics.isEmpty)
    }

    @Test(arguments: [Int64.min, 0, .max])
    func anyClockIsAccepted(now: Int64) {
        for value in ["0", "9223372036854775807", #""9999-12-31""#, #""1970-01-01""#] {
            let text = Array(#"{"created_at": \#(value), "details": []}"#.utf8)
            #expect(UpdatePolicyDocument.read(text, now: now).document != nil)
        }
    }

    @Test func quotedNumberHasItsOwnAdvice() {
        let text = Array(#"{"created_at": "1795255200", "details": []}"#.utf8)
        #expect(
            UpdatePolicyDocument.read(text).diagnostics.first?.message.hasSuffix("write the number without quotes")
                == true
        )
    }
}
