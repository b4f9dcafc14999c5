import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct ToggleInventoryTests {
    private static let definitions = [
        ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 20),
        ToggleDefinition(key: "beta", category: .permission, type: .bool, defaultValue: false),
    ]
    private static let document = """
        { "flags": { "beta": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "off",
          "targeting": { "if": [{ "==": [{ "var": "plan" }, "pro"] }, "on"] } } } }
        """

    private func client(_ folder: TemporaryFolder? = nil) -> ToggleClient {
        ToggleClient(
            registries: [ToggleRegistry(namespace: "N", application: "shop", toggles: Self.definitions)],
            overrides: OverrideSources(localDefaultsPath: folder?.path("toggles.json")),
            remote: InMemoryRemoteSource(document: Self.document),
            context: EvaluationContext()
        )
    }

    @Test func definitionIsExplainedWithoutTypedKey() {
        let client = client()
        let explanation = client.explanation(of: Self.definitions[0])
        #expect(explanation.key == "page_size")
        #expect(explanation.evaluation.value == 20)
        #expect(explanation.steps.map(\.source) == ToggleSource.allCases)
    }

    @Test func explanationUsesContext() {
        let client = client()
        let pro = EvaluationContext(attributes: ["plan": "pro"])
        #expect(client.explanation(of: Self.definitions[1]).evaluation.value == false)
        #expect(client.explanation(of: Self.definitions[1], for: pro).evaluation.value == true)
        #expect(client.inventory.explanation(at: 1, for: pro)?.evaluation.value == true)
    }

    @Test func contextReplacesThatOfTheClient() {
        let client = client()
        client.context = EvaluationContext(attributes: ["plan": "pro"])
        #expect(client.inventory.explanation(at: 1)?.evaluation.value == true)
        let adult = EvaluationContext(attributes: ["age": 41])
        #expect(client.inventory.explanation(at: 1, for: adult)?.evaluation.value == false)
        // The client itself adds the attributes of a read to its own.
        #expect(client.explanation(of: Self.definitions[1], for: adult).evaluation.value == true)
    }

    @Test func contextWithoutTargetingKeyHasNone() {
        let document = """
            { "flags": { "beta": { "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "off",
              "targeting": { "if": [{ "==": [{ "var": "targetingKey" }, "ada"] }, "on"] } } } }
            """
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "N", application: "shop", toggles: Self.definitions)],
            overrides: OverrideSources(),
            remote: InMemoryRemoteSource(document: document),
            context: EvaluationContext(targetingKey: "ada")
        )
        #expect(client.inventory.explanation(at: 1)?.evaluation.value == true)
        #expect(client.inventory.explanation(at: 1, for: EvaluationContext())?.evaluation.value == false)
    }

    @Test func unregisteredToggleIsAnError() {
        let other = ToggleDefinition(key: "other", category: .ops, type: .bool, defaultValue: true)
        let explanation = client().explanation(of: other)
        #expect(explanation.key == "other")
        #expect(explanation.evaluation.error?.code == .flagNotFound)
    }

    @Test func inventoryDoesNotChange() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{ "toggles": { "page_size": 5, "gone": 1 } }"#, to: "toggles.json")
        let client = client(folder)
        let inventory = client.inventory
        client.context = EvaluationContext(attributes: ["plan": "pro"])
        #expect(inventory.context == EvaluationContext())
        #expect(client.inventory.version > inventory.version)
        #expect(inventory.localDefaults == ["page_size": 5, "gone": 1])
        #expect(inventory.application == "shop")
        #expect(inventory.definitions.map(\.key) == ["page_size", "beta"])
        #expect(inventory.problems.count == 1)
        #expect(inventory.explanation(at: 0)?.evaluation.source == .localDefaults)
        #expect(inventory.explanation(at: 1)?.evaluation.value == false)
        #expect(inventory.explanation(at: 2) == nil)
        #expect(inventory.explanation(at: -1) == nil)
    }

    @Test func processOverridesAreListed() {
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "N", toggles: Self.definitions)],
            overrides: OverrideSources(
                arguments: ["--enable-toggle", "beta", "--toggle", "nobody=1"],
                environment: ["TOGGLE_PAGE_SIZE": "many"]
            ),
            context: EvaluationContext()
        )
        #expect(client.inventory.processOverrides == ["beta", "page_size"])
    }

    @Test func unchangedFileKeepsVersion() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"{ "toggles": { "page_size": 5 } }"#, to: "toggles.json")
        let client = client(folder)
        let version = client.inventory.version
        client.reloadLocalDefaults()
        #expect(client.inventory.version == version)
    }
}
