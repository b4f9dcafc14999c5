import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The effects of a definition in the remote document on a toggle.
struct FlagDocumentTests {
    /// Returns the evaluation of `page_size` with a definition.
    private static func evaluation(_ definition: String) -> Evaluation<Int> {
        makeClient(remote: InMemoryRemoteSource(document: #"{"flags": {"page_size": \#(definition)}}"#))
            .evaluation(of: .pageSize)
    }

    @Test(
        arguments: [
            #"{"state": "ENABLED", "variants": {"a": 5, "b": 6}, "defaultVariant": "a"}"#,
            #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": "a", "targeting": {}}"#,
            #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": "a", "targeting": null}"#,
            #"{"state": "ENABLED", "variants": {"a": 5.0}, "defaultVariant": "a", "metadata": {"x": 1}, "more": []}"#,
        ]
    )
    func defaultVariantIsStatic(definition: String) {
        #expect(
            Self.evaluation(definition)
                == Evaluation(value: 5, variant: "a", reason: .static, source: .remote)
        )
    }

    @Test(
        arguments: [
            #"{"state": "ENABLED", "variants": {"a": 5}}"#,
            #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": null}"#,
        ]
    )
    func missingDefaultVariantUsesDefaultInCode(definition: String) {
        #expect(Self.evaluation(definition) == Evaluation(value: 20, reason: .default, source: .default))
    }

    @Test func disabledDefinitionUsesDefaultInCode() {
        let evaluation = Self.evaluation(#"{"state": "DISABLED", "variants": {"a": 5}, "defaultVariant": "a"}"#)
        #expect(evaluation == Evaluation(value: 20, reason: .disabled, source: .default))
    }

    @Test(
        arguments: [
            ("5", "a flag must be an object, not an integer"),
            ("null", "a flag must be an object, not null"),
            ("{}", "‘state’ is missing; write \"ENABLED\" or \"DISABLED\""),
            (#"{"state": true}"#, "‘state’ must be \"ENABLED\" or \"DISABLED\", not true"),
            (#"{"state": "enabled"}"#, "‘state’ must be \"ENABLED\" or \"DISABLED\", not \"enabled\""),
            (
                #"{"state": "ENABLED", "defaultVariant": "a"}"#,
                "‘variants’ is missing or empty; write for example {\"on\": true, \"off\": false}"
            ),
            (
                #"{"state": "ENABLED", "variants": {}, "defaultVariant": "a"}"#,
                "‘variants’ is missing or empty; write for example {\"on\": true, \"off\": false}"
            ),
            (
                #"{"state": "DISABLED", "variants": []}"#,
                "‘variants’ is missing or empty; write for example {\"on\": true, \"off\": false}"
            ),
            (
                #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": "b"}"#,
                "‘defaultVariant’ is ‘b’, which is not one of the variants"
            ),
            (
                #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": true}"#,
                "‘defaultVariant’ must be the name of a variant, not a Boolean"
            ),
            (
                #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": "a", "targeting": []}"#,
                "‘targeting’ must be an object, not an array"
            ),
            (
                #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": "a", "targeting": "a"}"#,
                "‘targeting’ must be an object, not a string"
            ),
        ]
    )
    func invalidDefinitionIsAnErrorWithReason(definition: String, message: String) {
        #expect(
            Self.evaluation(definition)
                == Evaluation(
                    value: 20,
                    reason: .error,
                    source: .default,
                    error: EvaluationError(.parseError, message)
                )
        )
    }

    @Test func repeatedDefinitionsAreAnError() throws {
        let flag = #"{"state": "ENABLED", "variants": {"a": 5}, "defaultVariant": "a"}"#
        for count in 2...3 {
            let members = Array(repeating: "\"page_size\": \(flag)", count: count).joined(separator: ", ")
            let document = try FlagDocument(text: Array("{\"flags\": {\(members)}}".utf8))
            let evaluation = document.evaluation(of: "page_size")
            #expect(evaluation?.error == EvaluationError(.parseError, "the flag is defined twice"))
            #expect(document.count == 1)
        }
    }

    @Test func invalidDefinitionDoesNotAffectOthers() {
        let client = makeClient(
            remote: InMemoryRemoteSource(
                document: """
                    {"$schema": "https://flagd.dev/schema/v0/flags.json", "metadata": {}, "flags": {
                      "fast_search": 1,
                      "banner": {"state": "ENABLED", "variants": {"v": "Sale"}, "defaultVariant": "v"},
                      "discount": {"state": "on"},
                      "page_size": {"state": "ENABLED", "variants": {"v": 5}, "defaultVariant": "v"}
                    }}
                    """
            )
        )
        #expect(client.value(of: .banner) == "Sale")
        #expect(client.value(of: .pageSize) == 5)
        #expect(client.evaluation(of: .fastSearch).error?.code == .parseError)
        #expect(client.evaluation(of: .discount).reason == .error)
        #expect(client.value(of: .discount) == 0.5)
        #expect(client.problems.isEmpty)
    }

    @Test(
        arguments: [
            ("[]", "a flagd document must be an object with ‘flags’, not an array"),
            ("null", "a flagd document must be an object with ‘flags’, not null"),
            ("{}", "the document has no object ‘flags’; without flags, it is {\"flags\": {}}"),
            (#"{"flags": []}"#, "the document has no object ‘flags’; without flags, it is {\"flags\": {}}"),
            (#"{"flags": null}"#, "the document has no object ‘flags’; without flags, it is {\"flags\": {}}"),
        ]
    )
    func textWithoutFlagsIsRejected(text: String, message: String) throws {
        let refusal = #expect(throws: RemoteDocumentError.self) { try FlagDocument(text: Array(text.utf8)) }
        #expect(refusal?.description == message)
    }

    @Test(arguments: ["", "{", "{\"flags\": ", "{\"flags\": {}} x", "not JSON"])
    func invalidJSONIsRejectedWithLocation(text: String) throws {
        let refusal = try #require(
            #expect(throws: RemoteDocumentError.self) { try FlagDocument(text: Array(text.utf8)) }
        )
        #expect(refusal.description.hasPrefix("line 1, column "))
        #expect(throws: RemoteDocumentError.self) { try FlagDocument(text: [0xFF, 0xFE]) }
    }

    @Test func documentWithoutFlagsIsValid() throws {
        #expect(try FlagDocument(text: Array(#"{"flags": {}}"#.utf8)).keys.isEmpty)
        #expect(FlagDocument.empty.keys.isEmpty)
    }

    @Test func overrideOfInvalidDefinitionHasNoError() {
        let client = makeClient(
            arguments: ["--toggle", "page_size=3"],
            remote: InMemoryRemoteSource(document: #"{"flags": {"page_size": 5}}"#)
        )
        #expect(
            client.evaluation(of: .pageSize) == Evaluation(value: 3, reason: .static, source: .launchArgument)
        )
    }
}
