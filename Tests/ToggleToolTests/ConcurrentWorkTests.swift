import Testing

@testable import ToggleTool

struct ConcurrentWorkTests {
    @Test func resultCanBeReadSeveralTimes() {
        let work = ConcurrentWork { (1...1_000).reduce(0, +) }
        #expect(work.value == 500_500)
        #expect(work.value == 500_500)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1_001])
    func elementsKeepTheirOrder(count: Int) {
        #expect(Array(0..<count).mappedByTwoThreads { $0 * 2 } == (0..<count).map { $0 * 2 })
    }
}
