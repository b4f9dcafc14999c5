#if OVERRIDES
import ToggleBase
import Testing

@testable import FeatureToggles

@Suite struct StateFileContentTests {
    /// Returns the state that a client without local defaults would write.
    private func state(
        _ toggles: [ToggleDefinition],
        context: EvaluationContext = EvaluationContext(),
        hidden: Set<String> = [],
        environment: [String: String] = [:]
    ) throws -> (state: StateFile, bytes: [UInt8]) {
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "Test", application: "shop", toggles: toggles)],
            overrides: OverrideSources(environment: environment),
            context: context
        )
        let content = StateFileContent(processID: 7, executable: nil, started: 1, hiddenAttributes: hidden)
        var rendered = StateFileContent.RenderedToggles()
        let bytes = StateFileContent.header(changed: 2) + content.body(client.live.withLock { $0 }, &rendered)
        return (try StateFile(bytes, path: "/state"), bytes)
    }

    private func toggle(_ key: String, _ type: ToggleType, _ value: JSONValue) -> ToggleDefinition {
        ToggleDefinition(key: key, category: .ops, type: type, defaultValue: value)
    }

    @Test func textIsAsDocumented() throws {
        let (_, bytes) = try state(
            [
                toggle("page_size", .int, 20),
                ToggleDefinition(key: "new", category: .release, type: .bool, defaultValue: false),
            ],
            context: EvaluationContext(targetingKey: "ada", attributes: ["appVersion": "2.1.0", "email": "a@b.c"]),
            hidden: ["email"],
            environment: ["TOGGLE_NEW": "1", "TOGGLE_PAGE_SIZE": "many"]
        )
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"version":1,"changed":2,"application":"shop","applicationVersion":"2.1.0",\
                "process":{"id":7,"started":1},\
                "context":[{"name":"targetingKey","value":"ada"},{"name":"appVersion","value":"2.1.0"},\
                {"name":"email","isHidden":true}],"problems":[{"source":"environment","origin":"TOGGLE_PAGE_SIZE=many",\
                "message":"‘many’ is not a value of ‘page_size’, which takes a whole number"}],"toggles":[
                {"key":"page_size","category":"ops","type":"int","default":20,"parameter":"page_size",\
                "value":20,"source":"default",\
                "reason":"ERROR","error":{"code":"TYPE_MISMATCH","message":"‘many’ is not a value of ‘page_size’, which takes a whole number"},\
                "sources":[{"source":"environment","origin":"TOGGLE_PAGE_SIZE=many",\
                "error":{"code":"TYPE_MISMATCH","message":"‘many’ is not a value of ‘page_size’, which takes a whole number"}},\
                {"source":"remote","notQueried":"there is no remote source"}]},
                {"key":"new","category":"release","type":"bool","default":false,"value":true,"source":"environment",\
                "reason":"STATIC","sources":[{"source":"environment","origin":"TOGGLE_NEW=1","value":true},\
                {"source":"remote","notQueried":"release toggles have no remote parameter"}]}
                ]}
                """
        )
    }

    @Test func variantsAreListed() throws {
        let names = ["classic", "ne\"ural"]
        let many = (0..<1_000).map { "variant_\($0)" }
        let (state, bytes) = try state([
            toggle("ranking", .variants(names), "classic"), toggle("page_size", .int, 20),
            toggle("many", .variants(many), "variant_7"),
        ])
        #expect(
            String(decoding: bytes, as: UTF8.self).contains(
                #"{"key":"ranking","category":"ops","type":"variants","values":["classic","ne\"ural"],"default":"classic","#
            )
        )
        // Too many are left out.
        #expect(state.toggles.map(\.variants) == [names, nil, nil])
    }

    @Test(arguments: ["targetingKey", "email", "appVersion"])
    func hiddenAttributeKeepsOnlyName(name: String) throws {
        let secret = "secret-of-ada"
        var context = EvaluationContext(targetingKey: "x", attributes: ["email": "y", "appVersion": "1"])
        if name == "targetingKey" { context.targetingKey = secret } else { context[name] = .string(secret) }
        let (state, bytes) = try state([toggle("page_size", .int, 20)], context: context, hidden: [name])
        #expect(!String(decoding: bytes, as: UTF8.self).contains(secret))
        #expect(state.context.first { $0.name == name } == StateFile.Attribute(name: name, value: nil))
        #expect(state.context.count == 3)
    }

    @Test func longValueIsCutOffWithMark() throws {
        let text = String(repeating: "ä", count: 5_000)
        let (state, bytes) = try state([
            toggle("text", .string, .string(text)), toggle("json", .json, ["terms": .string(text)]),
            toggle("small", .json, ["a": [1, 2.5]]),
        ])
        #expect(state.toggles[0].value == .cut(start: String(repeating: "ä", count: 2_048), size: 10_000))
        #expect(
            state.toggles[1].value
                == .cut(start: #"{"terms":""# + String(repeating: "ä", count: 2_043), size: 10_012)
        )
        #expect(state.toggles[2].value == .whole(["a": [1, 2.5]]))
        #expect(bytes.count < 18_000)
    }

    @Test func tenThousandTogglesWithLongValuesAreBounded() throws {
        let text = JSONValue.string(String(repeating: "long ", count: 2_000))
        let (state, bytes) = try state((0..<10_000).map { toggle("toggle_\($0)", .string, text) })
        #expect(state.toggles.count == 10_000)
        #expect(bytes.count < StateFolder.maximumFileSize / 2)
    }

    @Test func unknownMembersAreIgnored() throws {
        let text = """
            {"version": 1, "more": {}, "application": 7, "process": {"id": 1, "more": 1}, "remote": {"status": "NEW"},
             "context": [7, {"name": "a", "value": null}], "problems": [{"source": "new", "message": "m"}],
             "toggles": [{"key": "a", "value": 1, "source": "new"}, 7,
               {"key": "b", "value": 1, "source": "remote", "more": 1,
                "sources": [{"source": "environment"}, {"source": "remote", "value": 1}]}]}
            """
        let state = try StateFile(Array(text.utf8), path: "/state")
        #expect(state.processID == 1)
        #expect(state.application == "")
        #expect(state.remoteState == nil)
        #expect(state.context == [StateFile.Attribute(name: "a", value: .whole(.null))])
        #expect(state.problems.isEmpty)
        #expect(state.toggles.map(\.key) == ["b"])
        #expect(state.toggles[0].steps.map(\.source) == [.remote])
    }

    @Test(
        arguments: [
            ("", "/state: The state file is not JSON: "),
            ("[]", "/state: This is not a state file, because it has no ‘version’."),
            ("{}", "/state: This is not a state file, because it has no ‘version’."),
            (
                #"{"version": 2}"#,
                """
                /state: The app wrote version 2 of the format, but this command reads version 1. Use the commands of the \
                package version that the app uses.
                """
            ),
        ]
    )
    func unusableFileIsExplained(text: String, message: String) {
        let error = #expect(throws: StateFileError.self) { try StateFile(Array(text.utf8), path: "/state") }
        #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test func everyPrefixOfFileIsParsedOrRefused() throws {
        let (_, bytes) = try state([toggle("page_size", .int, 20)])
        for count in 0..<bytes.count {
            #expect(throws: StateFileError.self) { try StateFile(Array(bytes.prefix(count)), path: "/state") }
        }
    }
}
#endif
