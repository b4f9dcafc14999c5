import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// How often clients decode the variants of JSON toggles.
@Suite(.timeLimit(.minutes(20))) struct VariantDecodingTests {
    private static let toggleCount = 50
    private static let variantCount = 42

    private let decoded = DecodedVariants()

    private func toggle(_ number: Int) -> OpsToggle<JSONValue> {
        // Reads find a toggle by its identifier.
        OpsToggle(
            "many",
            id: ToggleIdentifier.make(category: .ops, type: .json, key: "t\(number)"),
            default: .null
        )
    }

    private func definition(_ number: Int) -> ToggleDefinition {
        ToggleDefinition(
            key: "t\(number)",
            id: toggle(number).reference.id,
            category: .ops,
            type: .json,
            defaultValue: .null,
            remoteParameter: nil,
            retiredParameters: [],
            details: nil,
            decodeObject: { [decoded] json in
                decoded.count(json, of: number)
                return json == .string("unusable") ? nil : ToggleObject(json)
            }
        )
    }

    /// Returns a flag that selects the second variant if the context has a true `x`, and the first one otherwise.
    private static func flag(_ variants: [String]) -> String {
        let variants = variants.enumerated().map { "\"v\($0.offset)\": \($0.element)" }.joined(separator: ",")
        return """
            {"state": "ENABLED", "variants": {\(variants)}, "defaultVariant": "v0",
              "targeting": {"if": [{"var": "x"}, "v1", "v0"]}}
            """
    }

    private static func variant(_ number: Int) -> String { #"{"a":\#(number),"b":"x","c":[1]}"# }

    private func client(_ flags: [String]) -> ToggleClient {
        let members = flags.enumerated().map { "\"t\($0.offset)\": \($0.element)" }.joined(separator: ",")
        let document = #"{"flags": {\#(members)}}"#
        #expect(!ReadingCost.standard.isExceeded(by: Array(document.utf8)), "the client reads the document at once")
        return ToggleClient(
            registries: [ToggleRegistry(namespace: "Many", toggles: flags.indices.map { definition($0) })],
            overrides: .none,
            remote: InMemoryRemoteSource(document: document),
            context: EvaluationContext()
        )
    }

    private let selecting = EvaluationContext(attributes: ["x": true])

    @Test func startDecodesOnlySelectedVariants() {
        let flag = Self.flag((0..<Self.variantCount).map(Self.variant))
        let client = client(Array(repeating: flag, count: Self.toggleCount))
        let first: JSONValue = ["a": 0, "b": "x", "c": [1]]
        #expect((0..<Self.toggleCount).allSatisfy { client.value(of: toggle($0)) == first })
        #expect((0..<Self.toggleCount).allSatisfy { decoded.values(of: $0) == [first] })
        // The check of a value decodes it for reads.
        #expect(decoded.total == Self.toggleCount)
        _ = client.evaluation(of: toggle(0))
        client.context["y"] = 1
        #expect(decoded.total == Self.toggleCount)
    }

    @Test func variantIsDecodedOnceForReads() async {
        let client = client([Self.flag((0..<3).map(Self.variant))])
        let selected: JSONValue = ["a": 1, "b": "x", "c": [1]]
        for _ in 0..<3 { #expect(client.value(of: toggle(0), for: selecting) == selected) }
        #expect(client.snapshot().value(of: toggle(0), for: selecting) == selected)
        #expect(decoded.count(of: selected, number: 0) == 1)
        // The same document for another context.
        client.context["y"] = 1
        #expect(client.value(of: toggle(0), for: selecting) == selected)
        #expect(decoded.count(of: selected, number: 0) == 1)
        #expect(decoded.count(of: ["a": 2, "b": "x", "c": [1]], number: 0) == 0)
    }

    @Test func unusableVariantIsRejectedWhenSelected() {
        let client = client([Self.flag([Self.variant(0), #""unusable""#, #""unusable""#])])
        #expect(decoded.count(of: "unusable", number: 0) == 0)
        for _ in 0..<3 { #expect(client.value(of: toggle(0), for: selecting) == .null) }
        #expect(decoded.count(of: "unusable", number: 0) == 1)
        let evaluation = client.evaluation(of: toggle(0), for: selecting)
        #expect(evaluation.source == .default)
        #expect(evaluation.error?.code == .typeMismatch)
        client.context["x"] = true
        #expect(client.value(of: toggle(0)) == .null)
        #expect(client.evaluation(of: toggle(0)).error?.code == .typeMismatch)
    }

    @Test func concurrentReadsGetTheSameVariant() async {
        let flag = Self.flag((0..<3).map(Self.variant))
        let (client, toggles) = (client(Array(repeating: flag, count: 20)), (0..<20).map(toggle))
        let (selecting, selected) = (selecting, ["a": 1, "b": "x", "c": [1]] as JSONValue)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await onThread { toggles.allSatisfy { client.value(of: $0, for: selecting) == selected } }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

/// JSON values that take long to decode, which clients decode where nothing waits for them.
@Suite(.timeLimit(.minutes(20))) struct LargeVariantTests {
    private struct Rows: ToggleModel, Equatable {
        var rows: [Int]
    }

    private let time = ManualTime()
    private let held = HeldWork()
    private let toggle = OpsToggle(
        "rows",
        id: ToggleIdentifier.make(category: .ops, type: .json, key: "rows"),
        default: Rows(rows: [])
    )
    private let selecting = EvaluationContext(attributes: ["x": true])

    private func client(_ source: any RemoteSource) -> ToggleClient {
        let registry = ToggleRegistry(namespace: "Rows") { [toggle] in
            $0.add(ops: toggle, details: ToggleDetails(description: "Rows.", owner: "team"))
            $0.add(ops: .pageSize, details: ToggleDetails(description: "Size.", owner: "team"))
        }
        return ToggleClient(
            registries: [registry],
            overrides: .none,
            remote: .onDemand(source),
            context: EvaluationContext(),
            environment: time.environment(background: { [held] in held.take($0) })
        )
    }

    private static func document(_ count: Int) -> String {
        let rows = (0..<count).map(String.init).joined(separator: ",")
        let variants = #"{"all": {"rows": [\#(rows)]}, "one": {"rows": [1]}, "bad": {"rows": 1}}"#
        let targeting = #"{"if": [{"var": "x"}, "one", {"var": "y"}, "bad", "all"]}"#
        return """
            {"flags": {"rows": {"state": "ENABLED", "variants": \(variants), "targeting": \(targeting)},
              "page_size": {"state": "ENABLED", "variants": {"a": 7}, "defaultVariant": "a"}}}
            """
    }

    @Test(arguments: [false, true])
    func startDoesNotWaitForLargeValue(isValues: Bool) async {
        let all = Rows(rows: Array(0..<5_000))
        let source =
            isValues
            ? InMemoryRemoteSource(values: ["rows": all.json, "page_size": 7])
            : InMemoryRemoteSource(document: Self.document(5_000))
        let client = client(source)
        #expect(client.value(of: .pageSize) == 7, "other toggles don't wait")
        #expect(client.value(of: toggle) == Rows(rows: []))
        #expect(client.value(of: toggle, for: selecting) == Rows(rows: []))
        #expect(client.evaluation(of: toggle).error?.code == .providerNotReady)
        #expect(client.evaluation(of: toggle).source == .default)
        let (changes, changesForUser) = (client.updates(of: toggle), client.updates(of: toggle, for: selecting))
        held.runAll()
        for await value in changes where value == all { break }
        for await value in changesForUser where value.rows.count != 0 { break }
        #expect(client.value(of: toggle, for: selecting) == (isValues ? all : Rows(rows: [1])))
        #expect(client.evaluation(of: toggle).error == nil)
        if !isValues {
            let unusable = client.evaluation(of: toggle, for: EvaluationContext(attributes: ["y": true]))
            #expect(unusable.error?.code == .typeMismatch)
            #expect(unusable.value == Rows(rows: []))
        }
    }

    @Test func fetchedDocumentIsActivatedWithLargeValues() throws {
        let source = InMemoryRemoteSource(document: Self.document(1))
        let client = client(source)
        #expect(client.value(of: toggle) == Rows(rows: [0]))
        #expect(held.count == 0)
    }

    @Test func documentReplacedBeforeItIsDecodedStaysReplaced() async throws {
        let source = InMemoryRemoteSource(document: Self.document(5_000))
        let client = client(source)
        let changes = client.updates(of: toggle)
        source.set(document: Self.document(2))
        for await value in changes where value == Rows(rows: [0, 1]) { break }
        held.runAll()
        #expect(client.value(of: toggle) == Rows(rows: [0, 1]))
        source.set(document: Self.document(6_000))
        for await value in changes where value.rows.count == 6_000 { break }
    }
}

/// Counts the values that toggles decode.
private final class DecodedVariants: Sendable {
    private let counts = Mutex<[Int: [JSONValue: Int]]>([:])

    func count(_ value: JSONValue, of number: Int) {
        counts.withLock { $0[number, default: [:]][value, default: 0] += 1 }
    }

    /// The number of all decoded values.
    var total: Int { counts.withLock { $0.values.reduce(0) { $0 + $1.values.reduce(0, +) } } }

    /// Returns the different values that a toggle decoded.
    func values(of number: Int) -> [JSONValue] { counts.withLock { Array($0[number, default: [:]].keys) } }

    /// Returns how often a toggle decoded a value.
    func count(of value: JSONValue, number: Int) -> Int { counts.withLock { $0[number]?[value] ?? 0 } }
}
