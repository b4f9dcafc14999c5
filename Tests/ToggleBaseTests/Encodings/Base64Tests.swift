import Foundation
import Testing
import ToggleBase

struct Base64Tests {
    @Test(arguments: 0..<70)
    func roundTrips(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
        #expect(Base64.bytes(Base64.text(bytes)) == bytes)
        #expect(Base64.encode(bytes).count == Base64.length(of: count))
    }

    @Test(arguments: ["e30", "e31=", "e3 =", "=", "====", "e===", "e30=e30=", "e3-_", "e30=\n", "Zh==", "🙂"])
    func rejectsOtherTexts(text: String) {
        #expect(Base64.bytes(text) == nil)
    }
}
