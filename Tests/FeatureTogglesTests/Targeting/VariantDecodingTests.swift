import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// How often clients decode the variants of JSON toggles.
@Suite(.timeLimit(.minutes(5))) struct VariantDecodingTests {
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
        // Once to check the value, and once for reads.
        #expect(decoded.total <= 2 * Self.toggleCount)
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
