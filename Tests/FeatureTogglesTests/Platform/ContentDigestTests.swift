import Testing

@testable import FeatureToggles

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
