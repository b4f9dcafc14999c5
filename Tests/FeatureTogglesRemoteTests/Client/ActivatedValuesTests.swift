import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Values of activated documents, and of snapshots from before.
struct ActivatedValuesTests {
    @Test func snapshotsDoNotChange() {
        let remote = InMemoryRemoteSource(values: ["page_size": 1, "banner": "first"])
        let client = makeClient(remote: remote)
        let snapshot = client.snapshot()
        client.put(nil)
        #expect(client.value(of: .pageSize) == 20)
        #expect(snapshot.value(of: .pageSize) == 1)
        #expect(snapshot.value(of: .banner) == "first")
        #expect(snapshot.evaluation(of: .banner).source == .remote)
        #expect(snapshot.value(of: .limits) == TestToggles.Limits(items: 10, note: "none"))
        #expect(snapshot.snapshot().value(of: .pageSize) == 1)
    }

    @Test func manyLargeValuesAreReadCorrectly() throws {
        let client = makeClient(remote: InMemoryRemoteSource())
        for number in 0..<40 {
            let text = String(repeating: "x", count: 60_000) + String(number)
            let document = try FlagDocument(
                text: Array(
                    """
                    {"flags": {"banner": {"state": "ENABLED", "variants": {"v": "\(text)"}, "defaultVariant": "v"},
                    "limits": {"state": "ENABLED", "variants": {"v": {"items": \(number), "note": "\(text)"}},
                    "defaultVariant": "v"}}}
                    """.utf8
                )
            )
            client.put(document)
            #expect(client.value(of: .banner) == text)
            #expect(client.value(of: .limits).items == number)
        }
        let snapshot = client.snapshot()
        client.put(nil)
        #expect(client.value(of: .banner) == "Welcome")
        #expect(client.value(of: .limits).items == 10)
        #expect(snapshot.value(of: .banner).hasSuffix("39"))
    }
}
