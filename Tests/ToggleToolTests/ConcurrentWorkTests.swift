import Testing
import ToggleBase

@testable import ToggleTool

struct ConcurrentWorkTests {
    @Test func resultCanBeReadSeveralTimes() {
        let work = ConcurrentWork { (1...1_000).reduce(0, +) }
        #expect(work.value == 500_500)
        #expect(work.value == 500_500)
    }

    @Test func workIsDoneOnceForSeveralReaders() async {
        let count = Mutex(0)
        let work = ConcurrentWork {
            count.withLock { $0 += 1 }
            return count.withLock { $0 }
        }
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { work.value } }
            for await value in group { #expect(value == 1) }
        }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1_001])
    func elementsKeepTheirOrder(count: Int) {
        #expect(Array(0..<count).mappedByTwoThreads { $0 * 2 } == (0..<count).map { $0 * 2 })
    }
}
