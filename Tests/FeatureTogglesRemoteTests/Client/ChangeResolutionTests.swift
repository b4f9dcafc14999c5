#if OVERRIDES
import ToggleBase
import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// After a change, a client resolves only the toggles that the change can affect.
struct ChangeResolutionTests {
    private static let types: [(ToggleType, JSONValue)] = [
        (.bool, false), (.int, 7), (.string, "text"), (.variants(["a", "b"]), "a"), (.json, .object(JSONObject([]))),
    ]

    /// Another module, which declares two keys differently.
    private static let other = ToggleRegistry(
        namespace: "Other",
        toggles: ["t1", "t2", "t40"].map {
            ToggleDefinition(key: $0, category: .permission, type: .bool, defaultValue: true)
        }
    )

    private static let registry = ToggleRegistry(
        namespace: "Test",
        toggles: (0..<40).map { number in
            let (type, value) = types[number % types.count]
            let category: ToggleCategory = number % 8 == 0 && type == .bool ? .release : .ops
            return ToggleDefinition(key: "t\(number)", category: category, type: type, defaultValue: value)
        }
    )

    /// Returns a flag whose variants have the type of the toggle, or sometimes another one.
    private static func flag(_ number: Int, _ random: inout SeededRandom) -> String {
        let values = [["true", "false"], ["1", "2"], [#""x""#, #""y""#], [#""a""#, #""b""#], [#"{"a": 1}"#, "{}"]]
        let pair = Int.random(in: 0..<10, using: &random) == 0 ? ["null", "[1]"] : values[number % types.count]
        let rules = [
            nil, nil, #"{"if": [{"==": [{"var": "plan"}, "pro"]}, "on", "off"]}"#,
            #"{"if": [{">": [{"var": "$flagd.timestamp"}, 5]}, "on", "off"]}"#,
            #"{"if": [{"==": [{"var": "plan"}, "pro"]}, "missing", null]}"#, #"{"if": [true, "on", "off"]}"#,
        ]
        let rule = rules.randomElement(using: &random).flatMap { $0 }.map { #", "targeting": \#($0)"# } ?? ""
        let state = Int.random(in: 0..<8, using: &random) == 0 ? "DISABLED" : "ENABLED"
        let usual = Bool.random(using: &random) ? "on" : "off"
        return #""t\#(number)": {"state": "\#(state)", "variants": {"on": \#(pair[0]), "off": \#(pair[1])}, "#
            + #""defaultVariant": "\#(usual)"\#(rule)}"#
    }

    private static func document(_ random: inout SeededRandom) -> String {
        let share = Int.random(in: 0...10, using: &random)
        let flags = (0..<45).filter { _ in Int.random(in: 0..<10, using: &random) < share }
        return #"{"flags": {\#(flags.map { flag($0, &random) }.joined(separator: ","))}}"#
    }

    private static func overrides(_ random: inout SeededRandom) -> String {
        let share = [0, 0, 1, 5].randomElement(using: &random) ?? 0
        let values = ["true", "3", #""b""#, "null", "{}"]
        let keys = (0..<42).filter { _ in Int.random(in: 0..<10, using: &random) < share }
        let members = keys.map { #""t\#($0)": \#(values.randomElement(using: &random) ?? "1")"# }
        return #"{"version": 1, "toggles": {\#(members.joined(separator: ","))}}"#
    }

    /// Returns the values of a service that evaluates rules itself.
    private static func values(_ random: inout SeededRandom) -> String {
        let values = ["true", "3", #""b""#, "null", #"{"a": 1}"#]
        let keys = (0..<45).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        let members = keys.map { #""t\#($0)": {"value": \#(values.randomElement(using: &random) ?? "1")}"# }
        return "{\(members.joined(separator: ","))}"
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func changesLeaveTheResultOfResolvingEverything(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let folder = try TemporaryFolder()
        var sources = OverrideSources(localDefaultsPath: folder.path("toggles.json"))
        sources.followsLocalDefaults = false
        let registries = seed.isMultiple(of: 2) ? [Self.registry] : [Self.registry, Self.other]
        let client = ToggleClient(registries: registries, overrides: sources)
        let time = Mutex<Int64>(0)
        let reported = Mutex<Set<UInt64>>([])
        let observation = client.observeToggles { changed in
            reported.withLock { $0.formUnion(changed ?? Set(registries.flatMap(\.toggles).map(\.id))) }
        }
        var before = Self.evaluations(client)
        for step in 0..<60 {
            reported.withLock { $0 = [] }
            switch Int.random(in: 0..<12, using: &random) {
            case 0...2:
                let hasRules = Int.random(in: 0..<4, using: &random) > 0
                let text = hasRules ? Self.document(&random) : Self.values(&random)
                let evaluator = try DocumentEvaluator(
                    RemoteDocument(text: Array(text.utf8), format: hasRules ? .flagd : .values),
                    toggles: client.definitions,
                    bucketing: nil,
                    experiments: Experiments(ExperimentConfiguration()),
                    time: { time.withLock { $0 } }
                )
                client.update { $0.remote.evaluator = evaluator }
            case 3: client.update { $0.remote.evaluator = nil }
            case 4...5: client.context["plan"] = [nil, "pro", "free"].randomElement(using: &random) ?? nil
            case 6...7:
                time.withLock { $0 = Int64.random(in: 0...10, using: &random) }
                client.update { $0.remote.ticks += 1 }
            case 8: client.update { $0.remote.isCached.toggle() }
            default:
                try folder.write(Self.overrides(&random), to: "toggles.json")
                client.reloadLocalDefaults()
            }
            let after = Self.evaluations(client)
            let live = client.live.withLock { $0 }
            var new = ResolvedValues()
            _ = new.update(live.state)
            for (index, toggle) in live.state.definitions.enumerated() {
                #expect(after[index] == new[index, of: toggle], "step \(step), ‘\(toggle.key)’")
                if let bits = after[index].value.flatMap({ toggle.type.bits(of: $0) }) {
                    #expect(live.words[index] == bits, "step \(step), ‘\(toggle.key)’")
                }
                if after[index] != before[index] {
                    #expect(reported.withLock { $0 }.contains(toggle.id), "step \(step), ‘\(toggle.key)’")
                }
            }
            before = after
        }
        withExtendedLifetime(observation) {}
    }

    private static func evaluations(_ client: ToggleClient) -> [Evaluation<JSONValue?>] {
        var result: [Evaluation<JSONValue?>] = []
        client.live.withLock { $0 }.visitValues { result.append($1) }
        return result
    }

    @Test func changedContextAffectsOnlyTogglesThatDependOnIt() throws {
        let client = ToggleClient(registries: [Self.registry], overrides: .none)
        client.put(
            try FlagDocument(
                """
                {"flags": {
                  "t1": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a"},
                  "t6": {"state": "ENABLED", "variants": {"a": 1, "b": 2}, "defaultVariant": "a",
                    "targeting": {"if": [{"==": [{"var": "plan"}, "pro"]}, "b", "a"]}}
                }}
                """
            )
        )
        var state = client.live.withLock { $0 }.state
        var values = ResolvedValues()
        #expect(values.update(state) == [1, 6])
        state.remote.context["plan"] = "pro"
        #expect(values.update(state) == [6])
        #expect(values[6, of: state.definitions[6]].value == 2)
        state.remote.evaluator = nil
        #expect(values.update(state) == [1, 6])
        #expect(values.update(state) == [])
        #expect(values[6, of: state.definitions[6]].source == .default)
    }
}
#endif
