import Testing
import ToggleBase

struct UTCOffsetTests {
    @Test(arguments: [
        ("Z", 0), ("z", 0), ("+09:00", 32_400), ("+0900", 32_400), ("+09", 32_400), ("-04:30", -16_200),
        ("-00:30", -1_800),
        ("+00:00", 0), ("+14:00", 50_400), ("-23:59", -86_340),
    ])
    func offsetIsParsed(text: String, seconds: Int) {
        #expect(UTCOffset.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "+", "9", "09:00", "+9", "+9:00", "+24:00", "+09:60", "+09:0", "+090", "+09:000", "+09:00 ", " +09:00",
        "+0:900",
        "UTC", "JST", "Asia/Tokyo", "ZZ", "+０９:00", "+09:00Z",
    ])
    func otherTextIsRejected(text: String) {
        #expect(UTCOffset.seconds(text) == nil)
    }
}
