import FeatureToggles
import Testing

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
    func momentIsRead(text: String, milliseconds: UInt64) {
        #expect(CreationTime.milliseconds(.string(text)) == milliseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-29", "2026-00-10", "2026-1-1", "21.11.2026", "2026-11-21T",
        "2026-11-21T25:00",
        "2026-11-21T10:00:00+", "2026-11-21T10:00:00ZZ", "2026-11-21T10:00:00.Z", "1969-12-31",
        "1970-01-01T00:00+01:00",
        "２０２６-11-21",
    ])
    func otherTextIsNone(text: String) {
        #expect(CreationTime.milliseconds(.string(text)) == nil)
    }

    @Test func numbersAreSecondsAndLargeOnesMilliseconds() {
        #expect(CreationTime.milliseconds(.integer(1_795_255_200)) == 1_795_255_200_000)
        #expect(CreationTime.milliseconds(.integer(1_795_255_200_000)) == 1_795_255_200_000)
        #expect(CreationTime.milliseconds(.integer(.max)) == UInt64(Int.max))
        #expect(CreationTime.milliseconds(.integer(-1)) == nil)
        #expect(CreationTime.milliseconds(.number(1.5)) == nil)
    }
}
