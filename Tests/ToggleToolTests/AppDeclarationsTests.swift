#if OVERRIDES
import ToggleBase
import FeatureToggles
import Testing
import ToggleTool

@Suite struct AppDeclarationsTests {
    private func declarations(_ toggles: String...) throws -> AppDeclarations {
        let text = #"{"version":1,"application":"shop","toggles":[\#(toggles.joined(separator: ","))]}"#
        return AppDeclarations(try StateFile(Array(text.utf8), path: "/state"))
    }

    private func toggle(_ key: String, _ category: String, _ type: String, _ members: String) -> String {
        #"{"key":"\#(key)","category":"\#(category)","type":"\#(type)",\#(members),"source":"default"}"#
    }

    @Test(
        arguments: [
            ("ops", "bool", #""default":true,"value":false"#, ToggleType.bool, JSONValue.bool(true)),
            ("ops", "int", #""default":20,"value":1"#, .int, 20),
            ("ops", "double", #""default":2,"value":1.5"#, .double, 2.0),
            ("ops", "string", #""default":"a","value":"b""#, .string, "a"),
            ("ops", "json", #""default":{"days":3},"value":{}"#, .json, ["days": 3]),
            ("ops", "variants", #""values":["a","b","a"],"default":"a","value":"b""#, .variants(["a", "b"]), "a"),
            ("experiment", "variants", #""values":["a","b"],"default":"b","value":"b""#, .variants(["a", "b"]), "b"),
            ("permission", "bool", #""default":false,"value":true"#, .bool, false),
            ("release", "bool", #""default":false,"value":true"#, .bool, false),
            ("migration", "variants", #""default":"off","value":"live""#, .migrationStages, "off"),
            // The values are those that the toggle is known to have.
            ("ops", "variants", #""default":"a","value":"c""#, .variants(["a", "c"]), "a"),
            // The end of the default is unknown.
            ("ops", "string", #""defaultCut":{"bytes":5000,"start":"lo"},"value":"b""#, .string, "lo…"),
            ("ops", "json", #""defaultCut":{"bytes":5000,"start":"{"},"value":{}"#, .json, .null),
        ] as [(String, String, String, ToggleType, JSONValue)]
    )
    func toggleIsDeclared(
        category: String,
        type: String,
        members: String,
        expected: ToggleType,
        defaultValue: JSONValue
    ) throws {
        let declarations = try declarations(toggle("page_size", category, type, members))
        let toggle = try #require(declarations.registry.toggles.first)
        #expect(toggle.key == "page_size")
        #expect(toggle.category.rawValue == category)
        #expect(toggle.type == expected)
        #expect(toggle.defaultValue == defaultValue)
        #expect(toggle.details == nil)
        #expect(declarations.skippedKeys.isEmpty)
        #expect(declarations.cutDefaults == (members.contains("Cut") ? ["page_size": 5_000] : [:]))
        #expect(declarations.registry.application == "shop")
    }

    @Test(
        arguments: [
            ("ops", "color", #""default":1,"value":1"#), ("chore", "int", #""default":1,"value":1"#),
            ("release", "int", #""default":1,"value":1"#), ("experiment", "string", #""default":"a","value":"a""#),
            ("ops", "int", #""default":"a","value":1"#), ("ops", "variants", #""values":[],"default":"a","value":"a""#),
            ("ops", "variants", #""values":["b"],"default":"a","value":"b""#),
            ("migration", "variants", #""default":"started","value":"started""#),
            ("ops", "int", #""defaultCut":{"bytes":5000,"start":"1"},"value":1"#),
        ]
    )
    func invalidDeclarationIsLeftOut(category: String, type: String, members: String) throws {
        let declarations = try declarations(
            toggle("page_size", category, type, members),
            toggle("kept", "ops", "int", #""default":1,"value":1"#)
        )
        #expect(declarations.registry.toggles.map(\.key) == ["kept"])
        #expect(declarations.skippedKeys == ["page_size"])
    }

    @Test(arguments: ["", "Page", "page size", "page\\u001b", "../page", "1page"])
    func invalidKeyIsLeftOut(key: String) throws {
        let declarations = try declarations(toggle(key, "ops", "int", #""default":1,"value":1"#))
        #expect(declarations.registry.toggles.isEmpty)
        #expect(declarations.skippedKeys.count == 1)
    }

    @Test func firstDeclarationOfKeyCounts() throws {
        let declarations = try declarations(
            toggle("page_size", "ops", "int", #""default":1,"parameter":"size","value":1"#),
            toggle("page_size", "ops", "string", #""default":"a","value":"a""#)
        )
        #expect(declarations.registry.toggles.map(\.type) == [.int])
        #expect(declarations.registry.toggles.map(\.remoteParameter) == ["size"])
        #expect(declarations.skippedKeys.isEmpty)
    }
}
#endif
