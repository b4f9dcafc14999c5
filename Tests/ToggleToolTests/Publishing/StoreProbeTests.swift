import TestSupport
import Testing
import ToggleTool

@Suite struct StoreProbeTests {
    private let target = RemoteAddress.s3(bucket: "flags", key: "shop.json")

    @Test func honestStorePassesAgain() async throws {
        let store = FaultyStore()
        for _ in 0..<2 { #expect(try await StoreProbe(of: store, beside: target).problems() == []) }
        #expect(store[target] == nil)
        #expect(store.addresses == [])
    }

    @Test func probeRemovesItsFileAfterARefusal() async throws {
        let stores = [FaultyStore(ignoresConditions: true), FaultyStore()]
        stores[1].fail(2, .lostRequest)
        for store in stores {
            let problems = try? await StoreProbe(of: store, beside: target).problems()
            #expect(problems != [])
            #expect(store.addresses == [])
        }
    }

    @Test func probesAtTheSameTimeDoNotMeet() async throws {
        let store = FaultyStore()
        let results = await withTaskGroup(of: [String]?.self) { group in
            for _ in 0..<20 {
                group.addTask { [target] in try? await StoreProbe(of: store, beside: target).problems() }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 == [] })
    }

    @Test func storeWithoutConditionsIsFound() async throws {
        let problems = try await StoreProbe(of: FaultyStore(ignoresConditions: true), beside: target).problems()
        #expect(problems.count == 2)
        #expect(problems.first?.contains("If-None-Match") == true)
    }

    @Test func unreachableStoreIsAnError() async throws {
        let store = FaultyStore()
        store.failReads(after: 0)
        let error = await #expect(throws: ToolError.self) { try await StoreProbe(of: store, beside: target).problems() }
        #expect(error?.code == .unavailable)
    }

    @Test func filesPass() async throws {
        let folder = try TemporaryFolder()
        let target = RemoteAddress.file(folder.path("shop.json"))
        #expect(try await StoreProbe(of: FileStore(), beside: target).problems() == [])
        #expect(try folder.names("shop.json.history") == [])
    }
}
