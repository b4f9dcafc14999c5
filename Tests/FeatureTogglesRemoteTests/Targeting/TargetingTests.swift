import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The values that a client returns for a context, according to the rules of the remote document.
@Suite(.timeLimit(.minutes(20))) struct TargetingTests {
    private let remote = InMemoryRemoteSource(document: document)

    private static let document = """
        {"flags": {
          "admin_tools": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [{"ends_with": [{"var": "email"}, "@example.com"]}, "on", "off"]}},
          "checkout_button": {"state": "ENABLED", "variants": {"control": "control", "treatment": "treatment"},
            "defaultVariant": "control",
            "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, {"fractional": [["treatment", 1]]},
              {"fractional": [["control", 1]]}]}},
          "search_ranking_2": {"state": "ENABLED", "variants": {"a": "classic", "b": "neural", "c": "unheard-of"},
            "defaultVariant": "a", "targeting": {"if": [
              {"sem_ver": [{"var": "appVersion"}, ">=", "3.2.0"]}, "b",
              {"==": [{"var": "appVersion"}, "0.0.1"]}, "c"]}},
          "banner": {"state": "ENABLED", "variants": {"de": "Willkommen zu unserem neuen Laden", "en": "Hello"},
            "defaultVariant": "en", "targeting": {"if": [{"==": [{"var": "language"}, "de"]}, "de"]}},
          "limits": {"state": "ENABLED", "variants": {"few": {"items": 1, "note": "few"}, "many": {"items": 99,
            "note": "many"}}, "defaultVariant": "few", "targeting": {"if": [{"var": "staff"}, "many"]}},
          "page_size": {"state": "ENABLED", "variants": {"small": 5, "large": 50}, "defaultVariant": "small",
            "targeting": {"if": [{"==": [{"var": "device.kind"}, "tablet"]}, "large"]}},
          "fast_search": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on"}
        }}
        """

    private func person(_ key: String? = nil, _ attributes: [String: JSONValue] = [:]) -> EvaluationContext {
        EvaluationContext(targetingKey: key, attributes: attributes)
    }

    private func makeClient(
        ambient: EvaluationContext = EvaluationContext(),
        experiments: ExperimentConfiguration = ExperimentConfiguration(),
        overriding file: String? = nil
    ) -> ToggleClient {
        ToggleClient(
            registries: [TestToggles.registry],
            overrides: OverrideSources(arguments: file.map { ["--toggle", $0] } ?? []),
            remote: remote,
            context: ambient,
            experiments: experiments
        )
    }

    @Test func rulesApplyToEveryType() {
        let client = makeClient()
        for reads in [client, client.snapshot()] as [any FeatureToggle] {
            #expect(reads.isEnabled(.adminTools, for: person("ada", ["email": "ada@example.com"])))
            #expect(!reads.isEnabled(.adminTools, for: person("eve", ["email": "eve@example.org"])))
            #expect(reads.variant(of: .checkoutButton, for: person("ada")) == .treatment)
            #expect(reads.variant(of: .checkoutButton, for: person("bob")) == .control)
            #expect(reads.value(of: .searchRanking, for: person("ada", ["appVersion": "3.10.0"])) == .neural)
            #expect(reads.value(of: .searchRanking, for: person("ada", ["appVersion": "3.1.9"])) == .classic)
            #expect(reads.value(of: .banner, for: person(nil, ["language": "de"])).hasPrefix("Willkommen"))
            #expect(reads.value(of: .banner, for: person()) == "Hello")
            #expect(reads.value(of: .limits, for: person(nil, ["staff": true])).items == 99)
            #expect(reads.value(of: .limits, for: person()).items == 1)
            #expect(reads.value(of: .pageSize, for: person(nil, ["device": ["kind": "tablet"]])) == 50)
            #expect(reads.value(of: .pageSize, for: person()) == 5)
            #expect(reads.isEnabled(.fastSearch, for: person("anybody")))
        }
    }

    @Test func evaluationContainsReasonAndRule() {
        let client = makeClient()
        let context = person("ada", ["email": "ada@example.com"])
        let evaluation = client.evaluation(of: .adminTools, for: context)
        #expect(evaluation == Evaluation(value: true, variant: "on", reason: .targetingMatch, source: .remote))
        let step = client.explanation(of: .adminTools, for: context).steps.first { $0.source == .remote }
        #expect(step?.rule == "targeting.if[1]")
        #expect(step?.isDecisive == true)
        #expect(client.evaluation(of: .banner, for: person()).reason == .default)
    }

    @Test func contextOverridesAmbientContext() {
        let client = makeClient(ambient: person("ada", ["appVersion": "4.0.0", "email": "ada@example.com"]))
        #expect(client.value(of: .searchRanking) == .neural)
        #expect(client.isEnabled(.adminTools, for: person()))
        #expect(!client.isEnabled(.adminTools, for: person(nil, ["email": "eve@example.org"])))
        #expect(client.variant(of: .checkoutButton, for: person()) == .treatment)
        #expect(client.variant(of: .checkoutButton, for: person("bob")) == .control)
        #expect(client.value(of: .searchRanking, for: person(nil, ["appVersion": "1.0.0"])) == .classic)
    }

    @Test func ambientContextChangeNotifiesObservers() async {
        let client = makeClient(ambient: person(nil, ["appVersion": "1.0.0"]))
        var rankings = client.updates(of: .searchRanking).makeAsyncIterator()
        #expect(await rankings.next() == .classic)
        client.context["appVersion"] = "3.2.0"
        #expect(await rankings.next() == .neural)
        #expect(client.isEnabled(.adminTools, for: person()) == false)
        client.context["email"] = "ada@example.com"
        #expect(client.isEnabled(.adminTools, for: person()))
    }

    @Test func overrideAppliesToAllUsers() {
        let client = makeClient(overriding: "checkout_button=control")
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .control)
        #expect(client.evaluation(of: .checkoutButton, for: person("ada")).source == .launchArgument)
    }

    @Test func unknownVariantIsSkipped() {
        let client = makeClient()
        let context = person(nil, ["appVersion": "0.0.1"])
        #expect(client.value(of: .searchRanking, for: context) == .classic)
        let evaluation = client.evaluation(of: .searchRanking, for: context)
        #expect(evaluation.error?.code == .typeMismatch)
        #expect(evaluation.source == .default)
    }

    @Test func newDocumentAppliesToAllUsers() async throws {
        let client = makeClient()
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .treatment)
        remote.set(document: Self.document.replacing("\"ada\"", with: "\"bob\""))
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .control)
        #expect(client.variant(of: .checkoutButton, for: person("bob")) == .treatment)
        remote.set(values: ["checkout_button": "treatment"])
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.variant(of: .checkoutButton, for: person("carol")) == .treatment)
    }

    @Test func snapshotKeepsItsRules() async throws {
        let client = makeClient()
        let fixed = client.snapshot()
        remote.set(values: [:])
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(!client.isEnabled(.adminTools, for: person("ada", ["email": "ada@example.com"])))
        #expect(fixed.isEnabled(.adminTools, for: person("ada", ["email": "ada@example.com"])))
    }

    // MARK: Experiments

    @Test func exposuresAreReportedOncePerUserAndVariant() async {
        let (stream, continuation) = AsyncStream<Exposure>.makeStream()
        let client = makeClient(experiments: ExperimentConfiguration { continuation.yield($0) })
        for _ in 0..<3 {
            for key in ["ada", "bob"] { _ = client.variant(of: .checkoutButton, for: person(key)) }
            _ = client.evaluation(of: .checkoutButton, for: person("ada"))
            _ = client.isEnabled(.adminTools, for: person("ada"))
            _ = client.variant(of: .checkoutButton, for: person())
        }
        _ = client.explanation(of: .checkoutButton, for: person("carol"))
        _ = client.variant(of: .checkoutButton, for: person("dora"))
        for definition in client.definitions { _ = client.evaluation(of: definition, for: person("erik")) }
        var reported: [Exposure] = []
        for await exposure in stream.prefix(4) { reported.append(exposure) }
        func exposure(_ key: String, _ variant: String) -> Exposure {
            Exposure(
                toggle: "checkout_button",
                variant: variant,
                targetingKey: key,
                remoteParameter: "checkout_button"
            )
        }
        #expect(
            reported == [
                exposure("ada", "treatment"), exposure("bob", "control"), exposure("dora", "control"),
                exposure("erik", "control"),
            ]
        )
    }

    @Test func overridesAndDefaultsAreNotExposures() async {
        let (stream, continuation) = AsyncStream<Exposure>.makeStream()
        let experiments = ExperimentConfiguration { continuation.yield($0) }
        _ = makeClient(experiments: experiments, overriding: "checkout_button=treatment")
            .variant(of: .checkoutButton, for: person("ada"))
        remote.set(values: [:])
        _ = makeClient(experiments: experiments).variant(of: .checkoutButton, for: person("bob"))
        remote.set(values: ["checkout_button": "treatment"])
        _ = makeClient(experiments: experiments).variant(of: .checkoutButton, for: person("dora"))
        remote.set(document: Self.document)
        _ = makeClient(experiments: experiments).variant(of: .checkoutButton, for: person("carol"))
        #expect(await stream.first { _ in true }?.targetingKey == "carol")
    }

    /// Rules that select the variant `treatment`, and whether a split does.
    private static let rulesOfTreatment: [(rule: String, isSplit: Bool)] = [
        (#"{"fractional": [["treatment", 1]]}"#, true),
        (#"{"if": [true, {"fractional": [["treatment", 1]]}, "control"]}"#, true),
        (#"{"if": [{"==": [{"var": "targetingKey"}, "eve"]}, "control", {"$ref": "split"}]}"#, true),
        (#"{"or": [{"==": [{"var": "targetingKey"}, "eve"]}, {"fractional": [["treatment", 1]]}]}"#, true),
        (#"{"and": [{"!=": [{"var": "targetingKey"}, "eve"]}, {"fractional": [["treatment", 1]]}]}"#, true),
        (#"{"if": [true, "treatment"]}"#, false),
        (#"{"if": [{"in": [{"fractional": [["out", 1]]}, ["in"]]}, "control", "treatment"]}"#, false),
        (#"{"if": [{"==": [{"var": "targetingKey"}, "eve"]}, "control"]}"#, false),
        (#"{"fractional": [{"var": "company"}, ["treatment", 1]]}"#, false),
        (#"{"fractional": [["treatment", 0]]}"#, false),
    ]

    @Test(arguments: rulesOfTreatment)
    func onlySplitEnrollsUsers(rule: String, isSplit: Bool) async throws {
        remote.set(
            document: """
                {"$evaluators": {"split": {"fractional": [["treatment", 1]]}},
                 "flags": {"checkout_button": {"state": "ENABLED", "defaultVariant": "treatment",
                  "variants": {"control": "control", "treatment": "treatment"}, "targeting": \(rule)},
                  "book_store": {"state": "ENABLED", "variants": {"off": "off"}, "defaultVariant": "off"}}}
                """
        )
        let (stream, continuation) = AsyncStream<Exposure>.makeStream()
        let store = InMemoryAssignmentStore()
        let experiments = ExperimentConfiguration(assignments: store) { continuation.yield($0) }
        let client = makeClient(experiments: experiments)
        for key in ["ada", ""] {
            #expect(client.variant(of: .checkoutButton, for: person(key)) == .treatment)
            #expect(client.evaluation(of: .checkoutButton, for: person(key)).value == .treatment)
        }
        #expect(store.variant(of: "checkout_button", for: "ada") == (isSplit ? "treatment" : nil))
        #expect(store.variant(of: "checkout_button", for: "") == nil)
        // An exposure that is certain to be reported, after those of the rule.
        remote.set(document: Self.document)
        try await client.fetchAndActivate(minimumInterval: .zero)
        _ = client.variant(of: .checkoutButton, for: person("bob"))
        var users: [String] = []
        for await exposure in stream {
            users.append(exposure.targetingKey)
            if exposure.targetingKey == "bob" { break }
        }
        #expect(users == (isSplit ? ["ada", "bob"] : ["bob"]))
    }

    @Test func ambientUserKeepsVariantWithoutTypedKey() throws {
        let store = InMemoryAssignmentStore(["checkout_button": ["bob": "treatment"]])
        let client = makeClient(ambient: person("bob"), experiments: ExperimentConfiguration(assignments: store))
        let index = try #require(client.definitions.firstIndex { $0.key == "checkout_button" })
        let definition = client.definitions[index]
        #expect(client.variant(of: .checkoutButton, for: person()) == .treatment)
        #expect(client.evaluation(of: definition).value == "treatment")
        #expect(client.value(of: definition) == "treatment")
        #expect(client.explanations(ofKey: "checkout_button").map(\.value) == ["treatment"])
        #expect(client.inventory.explanation(at: index)?.value == "treatment")
        #expect(client.evaluations().first { $0.toggle == "checkout_button" }?.value == "treatment")
        #if OVERRIDES
        var visitor = ToggleVisitor(client.live.withLock { $0 })
        visitor.visit(index) { evaluation, _ in #expect(evaluation.value == "treatment") }
        #endif
        client.context = person("ada")
        #expect(client.value(of: definition) == "treatment")
        #expect(store.variant(of: "checkout_button", for: "ada") == nil)
        _ = client.evaluation(of: definition)
        #expect(store.variant(of: "checkout_button", for: "ada") == "treatment")
    }

    @Test func readsByDefinitionEnrollNoUser() async throws {
        let (stream, continuation) = AsyncStream<Exposure>.makeStream()
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: InMemoryRemoteSource(document: Self.document),
            experiments: ExperimentConfiguration { continuation.yield($0) }
        )
        for definition in client.definitions {
            #expect(client.value(of: definition) == client.explanation(of: definition).value)
            _ = client.value(of: definition, for: person("ada"))
            _ = client.isEnabled(definition, for: person("ada"))
        }
        _ = client.variant(of: .checkoutButton, for: person("bob"))
        #expect(await stream.first { _ in true }?.targetingKey == "bob")
    }

    /// A source with one document at first and then another.
    private struct TwoDocuments: RemoteSource {
        let first: RemoteDocument
        let second: RemoteDocument
        var name: String { "two documents" }
        func availableDocument() -> RemoteDocument? { first }
        func fetch(_ request: RemoteRequest) async -> RemoteDocument? { second }
    }

    /// Documents with the variant `treatment`, and whether it counts as the variant of an experiment.
    private static let decisions: [(RemoteDocument.Format, text: String, isSplit: Bool)] = [
        (.values, #"{"checkout_button": {"text": "treatment"}}"#, true),
        (.values, #"{"checkout_button": {"value": "treatment"}}"#, true),
        (.ofrep, #"{"flags": [{"key": "checkout_button", "value": "treatment", "reason": "SPLIT"}]}"#, true),
        (.ofrep, #"{"flags": [{"key": "checkout_button", "value": "treatment", "reason": "TARGETING_MATCH"}]}"#, false),
        (.ofrep, #"{"flags": [{"key": "checkout_button", "value": "treatment", "reason": "DEFAULT"}]}"#, false),
        (.ofrep, #"{"flags": [{"key": "checkout_button", "value": "treatment"}]}"#, false),
    ]

    @Test(arguments: decisions)
    func servicesSayWhoTakesPart(format: RemoteDocument.Format, text: String, isSplit: Bool) async throws {
        let (stream, continuation) = AsyncStream<Exposure>.makeStream()
        let experiments = ExperimentConfiguration { continuation.yield($0) }
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: TwoDocuments(
                first: RemoteDocument(text: Array(text.utf8), revision: "1", format: format),
                second: RemoteDocument(text: Array(Self.document.utf8), revision: "2")
            ),
            experiments: experiments
        )
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .treatment)
        // An exposure that is certain to be reported, after that of the service.
        try await client.fetchAndActivate(minimumInterval: .zero)
        _ = client.variant(of: .checkoutButton, for: person("bob"))
        var users: [String] = []
        for await exposure in stream.prefix(isSplit ? 2 : 1) { users.append(exposure.targetingKey) }
        #expect(users == (isSplit ? ["ada", "bob"] : ["bob"]))
    }

    @Test(arguments: ["null", #"{"/": [1, 0]}"#, #""nonsense""#, #""control""#])
    func assignmentOnlyReplacesWhatSplitChooses(rule: String) async throws {
        let store = InMemoryAssignmentStore(["checkout_button": ["ada": "treatment", "bob": "treatment"]])
        let client = makeClient(experiments: ExperimentConfiguration(assignments: store))
        remote.set(
            document: """
                {"flags": {"checkout_button": {"state": "ENABLED", "defaultVariant": "control",
                  "variants": {"control": "control", "treatment": "treatment"},
                  "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, {"fractional": [["control", 1]]}, \(rule)]}}}}
                """
        )
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .treatment)
        let evaluation = client.evaluation(of: .checkoutButton, for: person("ada"))
        #expect(evaluation.value == .treatment)
        #expect(evaluation.variant == "treatment")
        #expect(evaluation.error == nil)
        // The rule no longer sends this user to the split.
        #expect(client.variant(of: .checkoutButton, for: person("bob")) == .control)
        #expect(client.evaluation(of: .checkoutButton, for: person("bob")).value == .control)
        #expect(store.variant(of: "checkout_button", for: "bob") == "treatment", "it applies again if the user returns")
    }

    @Test func assignmentStaysWhenRuleChanges() async throws {
        let store = InMemoryAssignmentStore()
        let client = makeClient(experiments: ExperimentConfiguration(assignments: store))
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .treatment)
        #expect(store.variant(of: "checkout_button", for: "ada") == "treatment")
        remote.set(document: Self.document.replacing("\"ada\"", with: "\"bob\""))
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .treatment)
        let evaluation = client.evaluation(of: .checkoutButton, for: person("ada"))
        #expect(evaluation.value == .treatment)
        #expect(evaluation.variant == "treatment")
        // Disabling the experiment ends it for all users.
        remote.set(document: Self.document.replacing("ENABLED", with: "DISABLED"))
        try await client.fetchAndActivate(minimumInterval: .zero)
        #expect(client.variant(of: .checkoutButton, for: person("ada")) == .control)
    }
}
