import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles

struct ToggleTableTests {
    /// Returns the words for a table in the order of its entries.
    private static func words(_ table: borrowing ToggleTable, _ values: [UInt64: UInt64]) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: table.entryCount)
        for (identifier, word) in values {
            if let position = table.position(of: identifier) { words[position] = word }
        }
        return words
    }

    @Test func emptyTableReturnsFallback() {
        let table = ToggleTable(identifiers: [])
        #expect(table.word(of: 17, fallback: 7) == 7)
        #expect(table.position(of: 17) == nil)
        #expect(table.position(of: 0) == nil)
    }

    @Test func collidingIdentifiersAreFoundByProbing() {
        // All have the low bits of the last entry, so that probing wraps around.
        let identifiers = (1...8).map { UInt64($0) << 32 | 0xFF1 }
        let table = ToggleTable(identifiers: identifiers)
        let positions = identifiers.compactMap { table.position(of: $0) }
        #expect(Set(positions).count == identifiers.count)
        #expect(positions.first == table.entryCount - 1)
        table.publish(Self.words(table, Dictionary(uniqueKeysWithValues: identifiers.map { ($0, $0 + 1) })))
        #expect(identifiers.allSatisfy { table.word(of: $0, fallback: 0) == $0 + 1 })
        #expect(table.word(of: 9 << 32 | 0xFF1, fallback: 42) == 42)
    }

    @Test func duplicateIdentifiersShareAnEntry() {
        let table = ToggleTable(identifiers: [17, 17, 33])
        #expect(Set([17, 33].compactMap { table.position(of: $0) }).count == 2)
        table.publish(Self.words(table, [17: 5, 33: 6]))
        #expect(table.word(of: 17, fallback: 0) == 5)
        #expect(table.word(of: 33, fallback: 0) == 6)
    }

    @Test(arguments: [1, 2, 3, 7, 100, 5_000])
    func onlyGivenIdentifiersAreFound(count: Int) {
        func identifier(_ number: Int) -> UInt64 {
            ToggleIdentifier.make(category: .ops, type: .int, key: "toggle_\(number)")
        }
        let identifiers = (0..<count).map(identifier)
        let table = ToggleTable(identifiers: identifiers)
        #expect(table.entryCount >= 2 * count)
        #expect(Set(identifiers.compactMap { table.position(of: $0) }).count == count)
        table.publish(Self.words(table, Dictionary(uniqueKeysWithValues: identifiers.map { ($0, ~$0) })))
        #expect(identifiers.allSatisfy { table.word(of: $0, fallback: 0) == ~$0 })
        #expect((count..<count + 1_000).allSatisfy { table.word(of: identifier($0), fallback: 3) == 3 })
        #expect((count..<count + 1_000).allSatisfy { table.position(of: identifier($0)) == nil })
    }

    @Test(arguments: [1, 2, 3])
    func everyPublicationIsReadWithAnyCopyCount(copies: Int) {
        let identifiers: [UInt64] = [17, 33, 49]
        let table = ToggleTable(identifiers: identifiers, copies: copies)
        #expect(table.word(of: 17, fallback: 9) == 0)
        for round in 1...10 as ClosedRange<UInt64> {
            table.publish(Self.words(table, [17: round, 33: round * 2, 49: round * 3]))
            #expect(identifiers.map { table.word(of: $0, fallback: 0) } == [round, round * 2, round * 3])
        }
    }

    @Test func wrongWordCountIsHarmless() {
        let table = ToggleTable(identifiers: [17])
        table.publish([])
        #expect(table.word(of: 17, fallback: 9) == 0)
        table.publish(Array(repeating: 4, count: 1_000))
        #expect(table.word(of: 17, fallback: 9) == 4)
        #expect(table.word(of: 33, fallback: 9) == 9)
    }

    /// Publishes as fast as possible, so that readers are suspended between two loads while the copy that they read is
    /// overwritten.
    @Test func readersNeverSeeEarlyOrOlderWords() async {
        let shared = SharedTable(identifiers: (1...40).map { UInt64($0) * 16 + 1 })
        let (first, last) = (17 as UInt64, 40 * 16 + 1 as UInt64)
        let regressions = await withTaskGroup(of: Int.self) { group in
            for pair in [(first, last), (last, first), (first, first)] {
                group.addTask { await onThread { shared.regressions(reading: pair) } }
            }
            group.addTask {
                await onThread { shared.publish(50_000) }
                return 0
            }
            return await group.reduce(0, +)
        }
        #expect(regressions == 0)
    }
}

/// A table that several tasks share.
private final class SharedTable: Sendable {
    let table: ToggleTable
    let isOver = Mutex(false)

    init(identifiers: [UInt64]) {
        table = ToggleTable(identifiers: identifiers)
    }

    /// Returns how often a word was older than one that was read before it.
    func regressions(reading pair: (UInt64, UInt64)) -> Int {
        var (regressions, before) = (0, 0 as UInt64)
        while !isOver.withLock({ $0 }) {
            let one = table.word(of: pair.0, fallback: .max)
            let other = table.word(of: pair.1, fallback: .max)
            if one < before || other < one { regressions += 1 }
            before = other
        }
        return regressions
    }

    /// Publishes increasing numbers, from 1 to a last one.
    func publish(_ last: UInt64) {
        for number in 1...last { table.publish(Array(repeating: number, count: table.entryCount)) }
        isOver.withLock { $0 = true }
    }
}

extension ToggleTable {
    /// Publishes words in the order of the entries.
    fileprivate func publish(_ words: [UInt64]) {
        publish(words, at: Array(words.indices))
    }
}
