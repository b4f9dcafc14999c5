import TestSupport
import Testing
import ToggleBase

@Suite struct CollectionSearchTests {
    /// A letter that counts comparisons.
    private struct Letter: Equatable {
        let value: Int
        let comparisons: Counter

        static func == (left: Letter, right: Letter) -> Bool {
            left.comparisons.count += 1
            return left.value == right.value
        }
    }

    private final class Counter {
        var count = 0
    }

    @Test(arguments: [
        ([1, 2, 3], [], 0), ([], [], 0), ([], [1], nil), ([1, 2, 3], [3], 2), ([1, 1, 1, 2], [1, 1, 2], 1),
        ([1, 2, 1, 2, 1, 3], [1, 2, 1, 3], 2), ([1, 2], [1, 2, 3], nil), ([1, 2, 1, 1, 2, 1, 2], [1, 2, 1, 2], 3),
    ])
    func firstOccurrenceIsFound(_ text: [Int], _ wanted: [Int], _ index: Int?) {
        #expect(text.firstIndex(of: wanted) == index)
        #expect(([0] + text).dropFirst().firstIndex(of: wanted[...]) == index.map { $0 + 1 })
    }

    @Test func randomTextsAreSearchedAsByComparingEveryPlace() {
        var random = SeededRandom(seed: 7)
        var found = 0
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...1, using: &random) }
            let wanted = (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 0...1, using: &random) }
            let places = 0..<max(0, text.count - wanted.count + 1)
            let expected = places.first { text[$0...].starts(with: wanted) }
            #expect(text.firstIndex(of: wanted) == expected)
            if expected != nil { found += 1 }
        }
        #expect((1_000..<4_500).contains(found))
    }

    /// Texts for which comparing every place takes a time that is proportional to the product of the lengths.
    @Test(arguments: [(1_000, 500), (4_000, 2_000), (4_000, 3_999)])
    func comparisonsAreProportionalToLengths(_ length: Int, _ wantedLength: Int) {
        let counter = Counter()
        func letters(_ values: [Int]) -> [Letter] { values.map { Letter(value: $0, comparisons: counter) } }
        let text = letters(Array(repeating: 1, count: length))
        let wanted = letters(Array(repeating: 1, count: wantedLength - 1) + [2])
        #expect(text.firstIndex(of: wanted) == nil)
        #expect(counter.count <= 4 * (length + wantedLength))
    }
}
