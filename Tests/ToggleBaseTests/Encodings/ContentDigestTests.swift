import Testing
import ToggleBase

struct ContentDigestTests {
    @Test func everyBitChangesDigest() {
        var seen: Set<ContentDigest> = []
        for count in 0..<100 {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(seen.insert(ContentDigest(bytes)).inserted)
            for index in bytes.indices {
                for bit in 0..<8 {
                    var changed = bytes
                    changed[index] = 1 << bit
                    #expect(seen.insert(ContentDigest(changed)).inserted)
                }
            }
        }
    }

    /// Digests in files are compared with those that later versions compute.
    @Test(
        arguments: [
            (0, "bf2d6cbf1cc1215c24dde900cecb5a4f"), (1, "27b6e16d4c4721c4ef99c149090fb56d"),
            (7, "01b400ac4acc132f3648f7d6b81dc2d2"), (8, "fcdf661c7206278d2ab83dc0e22cf4da"),
            (9, "389bc1c0f5e2eb519f38729a0c992767"), (31, "d85d7e3884965363f24b8b0745d6bd88"),
            (32, "5e62a09014ac96eae5b151557be31e33"), (33, "502c785701e5f5f3ecfbb48bfd164edb"),
            (47, "c5c0b1e4eb726f72edc75e6c5b8c0591"), (63, "31ab38916232ff4fa30695e044974111"),
        ]
    )
    func digestNeverChanges(count: Int, text: String) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 1) }
        #expect(ContentDigest(bytes).text == text)
    }

    @Test func blockOrderChangesDigest() {
        let blocks: [[UInt8]] = (0..<4).map { number in (0..<32).map { UInt8($0 * 7 + number * 3) } }
        var seen: Set<ContentDigest> = []
        for first in blocks {
            for second in blocks {
                for third in blocks {
                    let bytes: [UInt8] = first + second + third
                    #expect(seen.insert(ContentDigest(bytes)).inserted)
                }
            }
        }
    }

    @Test(arguments: [0, 1, 31, 32, 33, 64, 95, 1_000])
    func partsHaveSameDigestAsWhole(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var state = ContentDigest.State()
        bytes.withUnsafeBytes { buffer in
            var start = 0
            repeat {
                let end = min(count, start + ContentDigest.State.blockSize)
                state.add(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
                start = end
            } while start < count
        }
        #expect(state.digest == ContentDigest(bytes))
        #expect(state.count == count)
    }
}
