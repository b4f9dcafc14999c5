import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles

@Suite struct ToggleClientTests {
    @Test func everyKindReturnsItsDefault() {
        let toggles: any FeatureToggle = makeClient()
        #expect(!toggles.isEnabled(.newCheckout))
        #expect(!toggles.isEnabled(.fastSearch))
        #expect(toggles.value(of: .searchRanking) == .classic)
        #expect(toggles.value(of: .pageSize) == 20)
        #expect(toggles.value(of: .discount) == 0.5)
        #expect(toggles.value(of: .banner) == "Welcome")
        #expect(toggles.value(of: .limits) == TestToggles.Limits(items: 10, note: "none"))
        #expect(toggles.value(of: .extras) == ["a": 1])
        #expect(toggles.variant(of: .checkoutButton, for: anyUser) == .control)
        #expect(!toggles.isEnabled(.adminTools, for: anyUser))
        #expect(toggles.stage(of: .bookStore) == .off)
        #expect(toggles.evaluation(of: .searchRanking).reason == .default)
        #expect(toggles.evaluation(of: .searchRanking).source == .default)
        #expect(toggles.evaluation(of: .searchRanking).error == nil)
    }

    @Test func concurrentContextChangesAreKept() async {
        let clients = [makeClient(), makeClient(remote: InMemoryRemoteSource())]
        for client in clients {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        client.changeContext {
                            $0.overlaid(by: EvaluationContext(attributes: ["a\(number)": .integer(number)]))
                        }
                    }
                }
            }
            #expect((0..<20).allSatisfy { client.context["a\($0)"] == .integer($0) })
        }
    }

    @Test func remoteValuesOfEveryKindAreRead() {
        let toggles: any FeatureToggle = makeClient(
            remote: InMemoryRemoteSource(values: [
                "fast_search": true, "search_ranking_2": "neural", "page_size": 50.0, "discount": 1,
                "banner": "A banner that is longer than fifteen bytes", "limits": ["items": 3, "note": "few"],
                "extras": [1, 2], "checkout_button": "treatment", "admin_tools": true, "book_store": "shadow",
                "new_checkout": true,
            ])
        )
        #expect(toggles.isEnabled(.fastSearch))
        #expect(toggles.isEnabled(.fastSearch, for: anyUser))
        #expect(toggles.value(of: .searchRanking) == .neural)
        #expect(toggles.value(of: .pageSize) == 50)
        #expect(toggles.value(of: .discount) == 1)
        #expect(toggles.value(of: .banner) == "A banner that is longer than fifteen bytes")
        #expect(toggles.value(of: .banner, for: anyUser) == "A banner that is longer than fifteen bytes")
        #expect(toggles.value(of: .limits) == TestToggles.Limits(items: 3, note: "few"))
        #expect(toggles.value(of: .extras) == [1, 2])
        #expect(toggles.variant(of: .checkoutButton, for: anyUser) == .treatment)
        #expect(toggles.isEnabled(.adminTools, for: anyUser))
        #expect(toggles.stage(of: .bookStore) == .shadow)
        #expect(toggles.evaluation(of: .searchRanking).source == .remote)
        #expect(toggles.evaluation(of: .searchRanking).variant == "value")
        #expect(toggles.evaluation(of: .searchRanking).reason == .static)
        #expect(!toggles.isEnabled(.newCheckout), "release toggles have no remote parameter")
    }

    @Test func sourcesHavePrecedenceInOrder() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            {"version": 1, "revision": 1, "toggles": {"page_size": 3, "discount": 0.3, "banner": "file"}}
            """,
            to: "toggles.json"
        )
        let client = makeClient(
            arguments: ["--toggle", "page_size=1", "--enable-toggle", "new_checkout"],
            environment: ["TOGGLE_PAGE_SIZE": "2", "TOGGLE_DISCOUNT": "0.2"],
            localDefaultsPath: path,
            remote: InMemoryRemoteSource(values: [
                "page_size": 4, "discount": 0.4, "banner": "remote", "fast_search": true,
            ])
        )
        #expect(client.value(of: .pageSize) == 1)
        #expect(client.evaluation(of: .pageSize).source == .launchArgument)
        #expect(client.value(of: .discount) == 0.2)
        #expect(client.evaluation(of: .discount).source == .environment)
        #expect(client.value(of: .banner) == "file")
        #expect(client.evaluation(of: .banner).source == .localDefaults)
        #expect(client.isEnabled(.fastSearch))
        #expect(client.isEnabled(.newCheckout))
        #expect(client.problems.isEmpty)
    }

    @Test(arguments: [
        (["--enable-toggle", "fast_search"], true), (["--enable-toggle=fast_search"], true),
        (["--disable-toggle", "fast_search"], false), (["--toggle", "fast_search=on"], true),
        (["--toggle=fast_search=1"], true), (["--toggle", "fast_search=NO"], false),
        (["--enable-toggle", "fast_search", "--disable-toggle", "fast_search"], false),
        (["--", "--enable-toggle", "fast_search"], false),
        (["serve", "--port", "80", "--enable-toggle", "fast_search"], true),
    ])
    func launchArgumentsOverrideToggles(arguments: [String], expected: Bool) {
        let client = makeClient(arguments: arguments)
        #expect(client.isEnabled(.fastSearch) == expected)
        #expect(client.problems.isEmpty)
    }

    @Test func wrongTypeIsSkippedAndReported() throws {
        let client = makeClient(
            arguments: ["--toggle", "search_ranking=neurla"],
            environment: ["TOGGLE_PAGE_SIZE": "many"],
            remote: InMemoryRemoteSource(values: ["search_ranking_2": "hybrid", "page_size": "50"])
        )
        let ranking = client.evaluation(of: .searchRanking)
        #expect(ranking.value == .hybrid)
        #expect(ranking.source == .remote)
        #expect(
            ranking.error?.message
                == "‘neurla’ is not a value of ‘search_ranking’, which takes one of classic, neural, hybrid"
        )
        let size = client.evaluation(of: .pageSize)
        #expect(size.value == 20)
        #expect(size.source == .default)
        #expect(size.reason == .error)
        #expect(size.error?.code == .typeMismatch)
        let steps = client.explanation(of: .pageSize).steps
        #expect(steps.map(\.source) == [.launchArgument, .environment, .localDefaults, .remote, .default])
        #expect(steps.map(\.isDecisive) == [false, false, false, false, true])
        guard case .rejected(let error) = try #require(steps.dropFirst(3).first).answer else {
            Issue.record("the remote value was not rejected")
            return
        }
        #expect(error.message == "\"50\" is a string, but ‘page_size’ takes a whole number")
    }

    @Test func unusableOverridesAreProblems() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            #"{"version": 1, "toggles": {"page_size": "many", "discount": 0.3, "fast_search": 1}}"#,
            to: "toggles.json"
        )
        let client = makeClient(
            arguments: ["--toggle", "page_size=lots"],
            environment: ["TOGGLE_FAST_SEARCH": "tru"],
            localDefaultsPath: path
        )
        #expect(
            client.problems.map(\.description) == [
                "--toggle page_size=lots: ‘lots’ is not a value of ‘page_size’, which takes a whole number",
                "TOGGLE_FAST_SEARCH=tru: ‘tru’ is not a value of ‘fast_search’, which takes on or off",
                "\(path): 1 is an integer, but ‘fast_search’ takes true or false",
                "\(path): \"many\" is a string, but ‘page_size’ takes a whole number",
            ]
        )
        #expect(client.problems.map(\.source) == [.launchArgument, .environment, .localDefaults, .localDefaults])
        try folder.write(#"{"version": 1, "toggles": {"page_size": 5}}"#, to: "toggles.json")
        client.reloadLocalDefaults()
        #expect(client.problems.map(\.source) == [.launchArgument, .environment])
    }

    @Test func evaluationOfAnOverrideHasTheObjectOfReads() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            #"{"version": 1, "toggles": {"limits": {"items": 3, "note": "few"}}}"#,
            to: "toggles.json"
        )
        let argument = #"limits={"items": 3, "note": "few"}"#
        let clients = [makeClient(arguments: ["--toggle", argument]), makeClient(localDefaultsPath: path)]
        let toggle = OpsToggle<TestToggles.Limits>.limits
        for client in clients {
            let object = try #require(client.object(of: toggle.reference, for: nil))
            #expect(client.resolve(toggle.reference, for: nil).object === object)
            #expect(client.evaluation(of: toggle).value == TestToggles.Limits(items: 3, note: "few"))
        }
    }

    @Test func variableInUpperCaseTakesPrecedence() {
        let keys = (0..<20).map { "limit_\($0)" }
        var environment: [String: String] = [:]
        for key in keys {
            environment["TOGGLE_\(key)"] = "1"
            environment["TOGGLE_\(key.uppercased())"] = "2"
        }
        let overrides = TextOverrides(arguments: [], environment: environment)
        #expect(
            overrides.environment
                == Dictionary(
                    uniqueKeysWithValues: keys.map { key in
                        (key, TextOverride(origin: "TOGGLE_\(key.uppercased())=2", text: "2"))
                    }
                )
        )
    }

    @Test func observersMayReloadLocalDefaults() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(#"{"version": 1, "toggles": {"page_size": 5}}"#, to: "toggles.json")
        // Only the calls below read the file, and not a watcher in another thread.
        var overrides = OverrideSources(localDefaultsPath: path)
        overrides.followsLocalDefaults = false
        let client = ToggleClient(registries: [TestToggles.registry], overrides: overrides)
        let count = Mutex(0)
        let observation = client.observe { [weak client] in
            client?.reloadLocalDefaults()
            count.withLock { $0 += 1 }
        }
        defer { withExtendedLifetime(observation) {} }
        try folder.write(#"{"version": 1, "toggles": {"page_size": 6}}"#, to: "toggles.json")
        client.reloadLocalDefaults()
        #expect(client.value(of: .pageSize) == 6)
        #expect(count.withLock { $0 } == 1)
    }

    @Test func unusableOverrideIsAProblemOfEachToggleWithItsKey() {
        let toggles = [
            ToggleDefinition(key: "limit", category: .ops, type: .int, defaultValue: 1),
            ToggleDefinition(key: "limit", category: .ops, type: .bool, defaultValue: false),
        ]
        let client = ToggleClient(
            registries: toggles.map { ToggleRegistry(namespace: "N", toggles: [$0]) },
            overrides: OverrideSources(arguments: ["--toggle", "limit=on"]),
            context: EvaluationContext()
        )
        #expect(
            client.problems.filter { $0.source == .launchArgument }.map(\.message) == [
                "‘on’ is not a value of ‘limit’, which takes a whole number"
            ]
        )
    }

    @Test func sameProblemOfTogglesWithSameKeyIsReportedOnce() {
        let toggles = [
            ToggleDefinition(key: "limit", category: .ops, type: .int, defaultValue: 1),
            ToggleDefinition(key: "limit", category: .permission, type: .int, defaultValue: 2),
        ]
        let client = ToggleClient(
            registries: toggles.map { ToggleRegistry(namespace: "N", toggles: [$0]) },
            overrides: OverrideSources(arguments: ["--toggle", "limit=on"]),
            context: EvaluationContext()
        )
        #expect(client.problems.filter { $0.source == .launchArgument }.count == 1)
    }

    @Test func onlyFirstUnknownOverridesHaveSuggestions() throws {
        let folder = try TemporaryFolder()
        let overrides = (10..<40).map { "\"page_siz\($0)\": 1" }.joined(separator: ", ")
        let path = try folder.write(#"{"version": 1, "toggles": {\#(overrides)}}"#, to: "toggles.json")
        let messages = makeClient(localDefaultsPath: path).problems.map(\.message)
        #expect(messages.count == 30)
        #expect(messages.filter { $0.hasSuffix("; did you mean ‘page_size’?") }.count == 20)
        #expect(messages.last == "there is no toggle ‘page_siz39’")
    }

    @Test func misspelledOverridesAreReportedWithSuggestion() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            #"{"version": 1, "toggles": {"baner": "x", "fast_search": true}}"#,
            to: "toggles.json"
        )
        let client = makeClient(
            arguments: ["--enable-toggle", "fast_serch", "--toggle", "page_size", "--toggle"],
            environment: ["TOGGLE_PAGESIZE": "3", "HOME": "/"],
            localDefaultsPath: path
        )
        #expect(
            client.problems.map(\.description) == [
                "--toggle page_size: ‘page_size’ has no value; write --toggle page_size=VALUE",
                "--toggle: ‘--toggle’ must be followed by KEY=VALUE",
                "--enable-toggle fast_serch: there is no toggle ‘fast_serch’; did you mean ‘fast_search’?",
                "TOGGLE_PAGESIZE=3: there is no toggle ‘pagesize’; did you mean ‘page_size’?",
                "\(path): there is no toggle ‘baner’; did you mean ‘banner’?",
            ]
        )
        #expect(client.isEnabled(.fastSearch))
    }

    @Test func unregisteredToggleReturnsItsDefaultWithError() {
        let evaluation = makeClient().evaluation(of: .unregistered)
        #expect(evaluation.value)
        #expect(evaluation.error?.code == .flagNotFound)
        #expect(makeClient().isEnabled(.unregistered))
        #expect(makeClient().explanation(of: .unregistered).steps.count == 1)
    }

    @Test func conflictingDeclarationsAreSeparateToggles() {
        let other = ToggleRegistry(
            namespace: "Other",
            toggles: [ToggleDefinition(key: "page_size", category: .ops, type: .string, defaultValue: "x")]
        )
        let client = ToggleClient(registries: [TestToggles.registry, other], overrides: .none)
        #expect(client.explanations(ofKey: "page_size").count == 2)
        #expect(
            client.problems.first?.description == """
                Other.page_size: \(TestToggles.registry.namespace) declares ‘page_size’ as ops int, but here it is ops \
                string; rename one of them, or make both declarations the same
                """
        )
        #expect(client.value(of: .pageSize) == 20)
    }

    @Test func forgedKeyReadsItsDefault() {
        let client = makeClient(remote: InMemoryRemoteSource(values: ["page_size": 4_702_111_234_474_983_745]))
        let forged = OpsToggle<String>("page_size", id: OpsToggle.pageSize.reference.id, default: "safe")
        #expect(client.value(of: forged) == "safe")
        let model = OpsToggle<JSONValue>("page_size", id: OpsToggle.pageSize.reference.id, default: "safe")
        #expect(client.value(of: model) == "safe")
    }

    @Test func deeplyNestedValuesAreComparedQuickly() {
        func nested(_ leaf: Int) -> JSONValue {
            (0..<120).reduce(JSONValue.integer(leaf)) { inner, _ in .object(["a": inner]) }
        }
        #expect(nested(1) != nested(2))
        #expect(nested(1) == nested(1))
    }

    @Test func missingRemoteFileIsReported() throws {
        let path = try TemporaryFolder().path("none.json")
        let client = makeClient(remote: FileRemoteSource(path: path))
        #expect(client.problems.map(\.source) == [.remote])
        #expect(client.value(of: .pageSize) == 20)
    }

    @Test func conflictingVariantsAreNamed() {
        let registries = [("Shop", ["x", "y"]), ("Search", ["z", "y"])].map { namespace, names in
            let type = ToggleType.variants(names)
            let rank = ToggleDefinition(key: "rank", category: .ops, type: type, defaultValue: "y")
            return ToggleRegistry(namespace: namespace, toggles: [rank])
        }
        #expect(
            ToggleClient(registries: registries, overrides: .none).problems.map(\.description) == [
                """
                Search.rank: Shop declares ‘rank’ as ops variants (x, y), but here it is ops variants (z, y); rename \
                one of them, or make both declarations the same
                """
            ]
        )
    }

    @Test func firstModulesDefaultApplies() throws {
        let other = ToggleRegistry(
            namespace: "Other",
            toggles: [ToggleDefinition(key: "fast_search", category: .ops, type: .bool, defaultValue: true)]
        )
        let client = ToggleClient(registries: [other, TestToggles.registry], overrides: .none)
        #expect(client.isEnabled(.fastSearch))
        #expect(client.evaluation(of: .fastSearch).value)
        let problem = try #require(client.problems.first).message
        #expect(problem.hasPrefix("Other declares ‘fast_search’ with a different default, which also applies here"))
    }
}
