import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles

/// Which toggles were read, as `UsageReport` asks.
struct NoticedReadTests {
    private func read(_ client: ToggleClient) -> [String] {
        zip(client.definitions, client.readToggles()).filter { $1 }.map(\.0.key)
    }

    private func makeClient() -> ToggleClient {
        ToggleClient(registries: [ShopToggles.registry], overrides: .none, context: EvaluationContext())
    }

    @Test func eachKindOfReadIsNoticed() {
        let client = makeClient()
        client.forgetReads()
        #expect(read(client) == [])
        #expect(client.value(of: .pageSize) == 20)
        #expect(read(client) == ["page_size"])
        #expect(client.value(of: .banner) == "Welcome")
        #expect(client.variant(of: .button, for: EvaluationContext(targetingKey: "ada")) == .control)
        #expect(client.scoped(to: EvaluationContext(targetingKey: "ada")).isEnabled(.fastSearch) == false)
        #expect(client.evaluation(of: .discount).value == 0.5)
        #expect(read(client) == ["page_size", "discount", "fast_search", "banner", "button"])
        client.forgetReads()
        #expect(read(client) == [])
        #expect(client.value(of: .pageSize) == 20)
        #expect(read(client) == ["page_size"])
    }

    @Test func explanationsAndListsAreNoReads() {
        let client = makeClient()
        client.forgetReads()
        _ = client.explanations()
        _ = client.evaluations()
        for definition in client.definitions { _ = client.value(of: definition) as JSONValue }
        #expect(client.value(of: .undeclared) == 0)
        #expect(read(client) == [])
    }

    @Test func readsAreNoticedInEveryCopy() {
        let identifiers = (1...50).map { UInt64($0) << 8 | 1 }
        let table = ToggleTable(identifiers: identifiers)
        let positions = identifiers.map { table.position(of: $0) ?? 0 }
        table.hide(identifiers, at: positions)
        #expect(table.word(of: identifiers[7], fallback: 3) == 0)
        // The next copy is made from one with revealed entries.
        table.publish(identifiers.map { $0 + 1 }, at: positions)
        #expect(table.word(of: identifiers[8], fallback: 3) == identifiers[8] + 1)
        #expect(table.unmarkedWords.word(of: identifiers[9], fallback: 3) == identifiers[9] + 1)
        #expect(table.unmarkedWords.homeWord(of: identifiers[10]) == nil)
        table.publish(identifiers.map { $0 + 2 }, at: positions)
        for index in [7, 8, 9] { #expect(table.word(of: identifiers[index], fallback: 3) == identifiers[index] + 2) }
        let revealed = identifiers.indices.filter { table.isRevealed(identifiers[$0], at: positions[$0]) }
        #expect(revealed == [7, 8, 9])
        #expect(identifiers.indices.allSatisfy { table.position(of: identifiers[$0]) == positions[$0] })
        #expect(table.word(of: 999 << 8 | 1, fallback: 3) == 3)
    }

    @Test func concurrentReadsReturnPublishedValues() async {
        let identifiers = (1...64).map { UInt64($0) << 8 | 1 }
        let table = ToggleTable(identifiers: identifiers)
        let positions = identifiers.map { table.position(of: $0) ?? 0 }
        table.fill(identifiers.map { _ in 1 }, at: positions)
        let words = table.unmarkedWords
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    var last: UInt64 = 0
                    for round in 0..<20_000 {
                        let word = words.word(of: identifiers[round % 64], fallback: 0) ?? 0
                        if word < last { return false }
                        last = word
                    }
                    return true
                }
            }
            for value in 2..<200 {
                table.hide(identifiers, at: positions)
                table.publish(identifiers.map { _ in UInt64(value) }, at: positions)
            }
            for await result in group { #expect(result) }
        }
    }
}
