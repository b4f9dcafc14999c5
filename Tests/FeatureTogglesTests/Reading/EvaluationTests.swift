import FeatureToggles
import FeatureTogglesRemote
import TestSupport
import Testing
import ToggleBase

/// The evaluations of every kind of key, from a client and from its snapshot.
struct EvaluationTests {
    private static let remote: JSONObject = [
        "fast_search": true, "search_ranking_2": "neural", "page_size": 50, "discount": 1, "banner": "Sale",
        "limits": ["items": 3, "note": "few"], "extras": [1], "checkout_button": "treatment", "admin_tools": true,
        "book_store": "live",
    ]

    private static func readers(_ values: JSONObject?) -> [any FeatureToggle] {
        let client = makeClient(
            arguments: values == nil ? [] : ["--enable-toggle", "new_checkout"],
            remote: values.map { InMemoryRemoteSource(values: $0) }
        )
        return [client, client.snapshot()]
    }

    @Test func descriptionContainsValueReasonAndSource() {
        let client = makeClient(
            environment: ["TOGGLE_PAGE_SIZE": "many"],
            remote: InMemoryRemoteSource(values: ["search_ranking_2": "neural", "extras": [1]])
        )
        #expect("\(client.evaluation(of: .newCheckout))" == "false (DEFAULT, default)")
        #expect("\(client.evaluation(of: .searchRanking))" == "neural (STATIC, remote, variant value)")
        #expect(
            "\(client.evaluation(of: .pageSize))" == """
                20 (ERROR, default); TYPE_MISMATCH: ‘many’ is not a value of ‘page_size’, which takes a whole number
                """
        )
        let untyped = client.explanation(of: .extras).evaluation
        #expect("\(untyped)" == "[1] (STATIC, remote, variant value)")
        #expect("\(Evaluation<JSONValue?>(value: nil, reason: .default, source: .default))" == "nil (DEFAULT, default)")
    }

    @Test func remoteValuesAreStatic() {
        func expect<Value: Equatable>(_ evaluation: Evaluation<Value>, _ value: Value) {
            #expect(evaluation == Evaluation(value: value, variant: "value", reason: .static, source: .remote))
        }
        for toggles in Self.readers(Self.remote) {
            #expect(
                toggles.evaluation(of: .newCheckout)
                    == Evaluation(value: true, reason: .static, source: .launchArgument)
            )
            expect(toggles.evaluation(of: .fastSearch), true)
            expect(toggles.evaluation(of: .searchRanking), .neural)
            expect(toggles.evaluation(of: .pageSize), 50)
            expect(toggles.evaluation(of: .discount), 1)
            expect(toggles.evaluation(of: .banner), "Sale")
            expect(toggles.evaluation(of: .limits), TestToggles.Limits(items: 3, note: "few"))
            expect(toggles.evaluation(of: .extras), [1])
            expect(toggles.evaluation(of: .pageSize, for: anyUser), 50)
            expect(toggles.evaluation(of: .checkoutButton, for: anyUser), .treatment)
            expect(toggles.evaluation(of: .adminTools, for: anyUser), true)
            expect(toggles.evaluation(of: .bookStore), .live)
            expect(toggles.evaluation(of: .bookStore, for: anyUser), .live)
        }
    }

    @Test func everythingIsDefaultWithoutSources() {
        func expect<Value: Equatable>(_ evaluation: Evaluation<Value>, _ value: Value) {
            #expect(evaluation == Evaluation(value: value, reason: .default, source: .default))
        }
        for toggles in Self.readers(nil) {
            expect(toggles.evaluation(of: .newCheckout), false)
            expect(toggles.evaluation(of: .fastSearch), false)
            expect(toggles.evaluation(of: .searchRanking), .classic)
            expect(toggles.evaluation(of: .pageSize), 20)
            expect(toggles.evaluation(of: .discount), 0.5)
            expect(toggles.evaluation(of: .banner), "Welcome")
            expect(toggles.evaluation(of: .limits), TestToggles.Limits(items: 10, note: "none"))
            expect(toggles.evaluation(of: .extras), ["a": 1])
            expect(toggles.evaluation(of: .checkoutButton, for: anyUser), .control)
            expect(toggles.evaluation(of: .adminTools, for: anyUser), false)
            expect(toggles.evaluation(of: .bookStore), .off)
        }
    }

    @Test func readsWithContextReturnSameValues() {
        for toggles in Self.readers(Self.remote) {
            #expect(toggles.isEnabled(.fastSearch, for: anyUser))
            #expect(toggles.value(of: .searchRanking, for: anyUser) == .neural)
            #expect(toggles.value(of: .pageSize, for: anyUser) == 50)
            #expect(toggles.value(of: .discount, for: anyUser) == 1)
            #expect(toggles.value(of: .banner, for: anyUser) == "Sale")
            #expect(toggles.value(of: .limits, for: anyUser) == TestToggles.Limits(items: 3, note: "few"))
            #expect(toggles.value(of: .extras, for: anyUser) == [1])
            #expect(toggles.stage(of: .bookStore, for: anyUser) == .live)
        }
    }

    @Test func everyKindOfKeyIsExplained() {
        let sources: [ToggleSource] = [.launchArgument, .environment, .localDefaults, .remote, .default]
        for toggles in Self.readers(Self.remote) {
            let explanations = [
                toggles.explanation(of: .newCheckout), toggles.explanation(of: .fastSearch),
                toggles.explanation(of: .limits, for: anyUser),
                toggles.explanation(of: .checkoutButton, for: anyUser),
                toggles.explanation(of: .adminTools, for: anyUser), toggles.explanation(of: .bookStore),
            ]
            #expect(
                explanations.map(\.key)
                    == ["new_checkout", "fast_search", "limits", "checkout_button", "admin_tools", "book_store"]
            )
            #expect(explanations.allSatisfy { $0.steps.map(\.source) == sources })
            #expect(explanations.allSatisfy { $0.steps.count(where: \.isDecisive) == 1 })
            #expect(
                explanations.map { $0.steps.first(where: \.isDecisive)?.source }
                    == [.launchArgument, .remote, .remote, .remote, .remote, .remote]
            )
            #expect(explanations.allSatisfy { $0.definition?.key == $0.key })
        }
    }

    @Test func definitionsAreEvaluatedWithoutKeys() {
        let client = makeClient(
            arguments: ["--enable-toggle", "new_checkout"],
            remote: InMemoryRemoteSource(values: Self.remote)
        )
        let evaluations = client.definitions.map { client.evaluation(of: $0, for: anyUser) }
        #expect(
            evaluations.map(\.value) == [
                true, true, "neural", 50, .number(1), "Sale", ["items": 3, "note": "few"], [1], "treatment", true,
                "live",
            ]
        )
        #expect(evaluations.map(\.source) == [.launchArgument] + Array(repeating: .remote, count: 10))
        #expect(evaluations.dropFirst().allSatisfy { $0.variant == "value" && $0.reason == .static })
    }

    @Test func definitionsAreEvaluatedToDefaults() {
        let client = makeClient()
        for definition in client.definitions {
            #expect(
                client.evaluation(of: definition)
                    == Evaluation(value: definition.defaultValue, reason: .default, source: .default)
            )
        }
        let unknown = ToggleDefinition(key: "unknown", category: .ops, type: .string, defaultValue: "none")
        let evaluation = client.evaluation(of: unknown)
        #expect(evaluation.value == "none")
        #expect(evaluation.error?.code == .flagNotFound)
        #expect(evaluation.error?.message.contains("‘unknown’") == true)
    }

    @Test func releaseToggleDoesNotUseRemoteDocument() throws {
        let client = makeClient(remote: InMemoryRemoteSource(values: ["new_checkout": true]))
        let step = try #require(client.explanation(of: .newCheckout).steps.first { $0.source == .remote })
        guard case .notQueried(let reason) = step.answer else {
            Issue.record("the remote document was queried: \(step)")
            return
        }
        #expect(reason == "release toggles have no remote parameter")
        #expect(!client.isEnabled(.newCheckout))
    }

    @Test func overrideEqualToDefaultIsAnOverride() {
        let client = makeClient(arguments: ["--toggle", "page_size=20", "--toggle", "banner=Welcome"])
        #expect(client.evaluation(of: .pageSize) == Evaluation(value: 20, reason: .static, source: .launchArgument))
        #expect(client.evaluation(of: .banner).source == .launchArgument)
    }

    @Test func resolvingDoubleSupportsEveryRead() {
        final class ResolvingToggles: FeatureToggle {
            var ambientContext: EvaluationContext? { nil }

            func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
                Resolution(reason: .error, error: EvaluationError(.general, "closed"))
            }
        }
        let toggles: any FeatureToggle = ResolvingToggles()
        #expect(toggles.value(of: .pageSize) == 20)
        #expect(toggles.value(of: .banner) == "Welcome")
        #expect(toggles.value(of: .extras) == ["a": 1])
        #expect(toggles.isEnabled(.unregistered))
        #expect(toggles.evaluation(of: .pageSize).error == EvaluationError(.general, "closed"))
        #expect(toggles.explanation(of: .pageSize).steps.count == 1)
        #expect(toggles.snapshot() === toggles)
    }

    @Test func wrongTypeFromDoubleIsReported() {
        final class ResolvingToggles: FeatureToggle {
            var ambientContext: EvaluationContext? { nil }

            func resolve(_ toggle: ToggleReference, for context: EvaluationContext?) -> Resolution {
                var resolution = Resolution()
                resolution.value = "many"
                return resolution
            }
        }
        let evaluation = ResolvingToggles().evaluation(of: .pageSize)
        #expect(evaluation.value == 20)
        #expect(evaluation.reason == .error)
        #expect(
            evaluation.error
                == EvaluationError(.typeMismatch, "\"many\" is a string, but ‘page_size’ takes a whole number")
        )
    }
}
