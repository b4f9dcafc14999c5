import Testing

@testable import FeatureToggles

struct WideContentHashTests {
    /// Known answers of MurmurHash3_x64_128 with seed 0.
    @Test(
        arguments: [
            ("", 0x0000_0000_0000_0000, 0x0000_0000_0000_0000),
            ("The quick brown fox jumps over the lazy dog", 0xE34B_BC7B_BC07_1B6C, 0x7A43_3CA9_C49A_9347),
        ] as [(String, UInt64, UInt64)]
    )
    func knownAnswers(text: String, first: UInt64, second: UInt64) {
        #expect(WideContentHash(Array(text.utf8)) == WideContentHash(first: first, second: second))
    }

    @Test func everyByteCounts() {
        var seen: Set<WideContentHash> = []
        for count in 0..<70 {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(seen.insert(WideContentHash(bytes)).inserted)
            for index in bytes.indices {
                var changed = bytes
                changed[index] = 1
                #expect(seen.insert(WideContentHash(changed)).inserted)
            }
        }
    }
}
