import Foundation
import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

struct OFREPDocumentTests {
    private static func document(_ text: String) throws -> ValuesDocument {
        try ValuesDocument(text: Array(text.utf8), format: .ofrep)
    }

    private static func answer(_ flag: String) throws -> RemoteAnswer? {
        try document(#"{"flags": [{"key": "f", \#(flag)}]}"#).answers["f"]
    }

    @Test func readsServerEvaluations() throws {
        let document = try Self.document(
            """
            {"flags": [
              {"key": "a", "value": true, "reason": "TARGETING_MATCH", "variant": "on", "metadata": {"team": "search"}},
              {"key": "b", "reason": "DISABLED"},
              {"key": "c", "errorCode": "TARGETING_KEY_MISSING", "errorDetails": "no key"}
            ], "metadata": {"version": "v12"}, "unknown": [1]}
            """
        )
        #expect(document.keys == ["a", "b", "c"])
        #expect(
            document.answers["a"]
                == RemoteAnswer(value: true, variant: "on", reason: .targetingMatch)
        )
        #expect(
            document.answers["b"] == RemoteAnswer(reason: .disabled),
            "without a value, the default in the code applies"
        )
        #expect(
            document.answers["c"]
                == RemoteAnswer(reason: .error, error: EvaluationError(.targetingKeyMissing, "no key"))
        )
        #expect(document.problems.isEmpty)
    }

    @Test(arguments: ["STATIC", "DEFAULT", "TARGETING_MATCH", "SPLIT", "CACHED", "DISABLED", "STALE", "ERROR", "MAGIC"])
    func everyReasonIsPreserved(reason: String) throws {
        let answer = try Self.answer(#""value": 1, "reason": "\#(reason)""#)
        let isSplit = reason == "SPLIT"
        #expect(answer == RemoteAnswer(value: 1, reason: EvaluationReason(rawValue: reason), isSplit: isSplit))
    }

    @Test func missingReasonIsUnknown() throws {
        #expect(try Self.answer(#""value": 1"#)?.reason.rawValue == "UNKNOWN")
        #expect(try Self.answer(#""value": null, "reason": null, "variant": null, "errorCode": null"#)?.value == nil)
    }

    @Test(
        arguments: [
            (#""value": 1, "reason": 5"#, "‘reason’ must be a string, not an integer"),
            (#""value": 1, "variant": []"#, "‘variant’ must be a string, not an array"),
            (#""errorCode": {}"#, "‘errorCode’ must be a string, not an object"),
            (
                #""value": "\#(String(repeating: "a", count: 65_537))""#,
                "the value has a string of more than 65536 bytes"
            ),
        ] as [(SampleText, String)]
    )
    func invalidEvaluationDoesNotAffectOthers(flag: SampleText, message: String) throws {
        let document = try Self.document(#"{"flags": [{"key": "f", \#(flag.text)}, {"key": "g", "value": 1}]}"#)
        #expect(document.answers["f"]?.error == EvaluationError(.parseError, message))
        #expect(document.answers["g"]?.value == 1)
        #expect(document.problems == ["‘f’: \(message)"])
    }

    @Test func duplicateFlagsAndMissingKeysAreReported() throws {
        let document = try Self.document(
            #"{"flags": [{"key": "f", "value": 1}, {"key": "f", "value": 2}, {"value": 3}, 4, {"key": ""}, {"key": 5}]}"#
        )
        #expect(document.keys == ["f"])
        #expect(document.answers["f"]?.error?.message == "the response contains the flag twice")
        #expect(
            document.problems == [
                "‘f’: the response contains the flag twice", "flags[2] has no ‘key’", "flags[3] has no ‘key’",
                "flags[4] has no ‘key’", "flags[5] has no ‘key’",
            ]
        )
    }

    @Test(
        arguments: [
            ("[]", "a bulk response must be an object with ‘flags’, not an array"),
            ("{}", "the response has no array ‘flags’"), (#"{"flags": {}}"#, "the response has no array ‘flags’"),
            (
                #"{"errorCode": "INVALID_CONTEXT"}"#,
                "the server returned the error ‘INVALID_CONTEXT’ instead of ‘flags’"
            ),
        ]
    )
    func otherResponsesAreRejected(text: String, message: String) {
        let refusal = #expect(throws: RemoteDocumentError.self) { try Self.document(text) }
        #expect(refusal?.description == message)
    }

    @Test(arguments: ["", "{", "{\"flags\": [", "\u{0}", "{\"flags\": [{\"key\": \"f\", \"value\": 1e400}]}", "nul"])
    func invalidJSONIsRejected(text: String) {
        #expect(throws: RemoteDocumentError.self) { try Self.document(text) }
    }

    @Test func limitsAreEnforced() throws {
        let many = (0...5_000).map { #"{"key":"\#($0)","value":1}"# }.joined(separator: ",")
        #expect(throws: RemoteDocumentError.self) { try Self.document(#"{"flags":[\#(many)]}"#) }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: RemoteDocumentError.self) { try Self.document(#"{"flags":[{"key":"f","value":\#(deep)"#) }
        let key = String(repeating: "k", count: 257)
        let long = try Self.document(#"{"flags":[{"key":"\#(key)","value":1}]}"#)
        #expect(long.answers[key]?.error?.message == "the flag's key has more than 256 bytes")
    }

    @Test func eventStreamsOfKnownTypesAreRead() throws {
        let document = try Self.document(
            """
            {"flags": [], "eventStreams": [
              {"type": "pigeon", "url": "https://example.com/1"},
              {"type": "sse", "url": "https://example.com/2?token=secret", "inactivityDelaySec": 60},
              {"type": "sse", "endpoint": {"origin": "https://sse.example.com", "requestUri": "/3"}},
              {"type": "sse", "endpoint": {"requestUri": "no slash"}},
              {"type": "sse", "url": "https://example.com/4", "endpoint": {"requestUri": "/4"}},
              {"type": "sse"}, 5
            ]}
            """
        )
        #expect(document.eventStreams.map(\.url) == ["https://example.com/2?token=secret", nil])
        #expect(document.eventStreams.map(\.requestURI) == [nil, "/3"])
        #expect(document.eventStreams.map(\.inactivityDelay) == [60, 120])
        #expect(!String(reflecting: document).contains("secret"), "URLs may contain secrets")
    }
}

/// Recorded bulk responses of a real server.
///
/// They are not part of the package. The suite is skipped unless the environment variable `TOGGLES_SUITES` names a folder
/// that contains them.
@Suite(.enabled(if: RecordedAnswers.folder != nil, "TOGGLES_SUITES does not name a folder with the recorded answers"))
struct RecordedOFREPAnswersTests {
    @Test func bulkResponsesAreRead() throws {
        let short = try ValuesDocument(
            text: RecordedAnswers.read("goff-kotlin-bulk-responses/valid_api_short_response.json"),
            format: .ofrep
        )
        #expect(short.keys == ["badge-class2", "hide-logo", "title-flag"])
        #expect(short.answers["badge-class2"]?.value == "green")
        #expect(short.answers["badge-class2"]?.reason == .default)
        let long = try ValuesDocument(
            text: RecordedAnswers.read("goff-kotlin-bulk-responses/valid_api_response.json"),
            format: .ofrep
        )
        #expect(long.answers["int-flag"]?.value == 1234)
        #expect(long.answers["double-flag"]?.value == 12.34)
        #expect(long.problems.isEmpty)
        let broken = try ValuesDocument(
            text: RecordedAnswers.read("goff-kotlin-bulk-responses/valid_1_flag_in_parse_error.json"),
            format: .ofrep
        )
        #expect(broken.answers["my-flag"]?.value == true)
        #expect(broken.answers["my-other-flag"]?.error?.code == .parseError)
        let server = try ValuesDocument(
            text: RecordedAnswers.read("goff-fixtures/responses/valid_response.json"),
            format: .ofrep
        )
        #expect(!server.keys.isEmpty)
    }

    @Test(arguments: ["invalid_api_response", "invalid_context", "parse_error"])
    func otherResponsesAreRejected(name: String) throws {
        let text = try RecordedAnswers.read("goff-kotlin-bulk-responses/\(name).json")
        #expect(throws: RemoteDocumentError.self) { try ValuesDocument(text: text, format: .ofrep) }
    }

    @Test func singleResponsesAreReadInBulkResponse() throws {
        let folder = try #require(RecordedAnswers.folder) + "/goff-provider-responses"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0 != "invalid_json_body.json"
        }
        #expect(names.count >= 14)
        for name in names.sorted() {
            let text = try RecordedAnswers.read("goff-provider-responses/\(name)")
            let document = try ValuesDocument(
                text: Array(#"{"flags": ["#.utf8) + text + Array("]}".utf8),
                format: .ofrep
            )
            let answer = try #require(document.answers[String(name.dropLast(5))], Comment(rawValue: name))
            #expect((answer.value == nil) == (answer.error != nil), Comment(rawValue: name))
        }
    }
}

private enum RecordedAnswers {
    static var folder: String? {
        guard let suites = ProcessInfo.processInfo.environment["TOGGLES_SUITES"] else { return nil }
        let folder = "\(suites)/ofrep"
        return FileManager.default.isReadableFile(atPath: "\(folder)/goff-provider-responses") ? folder : nil
    }

    static func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(try #require(folder))/\(name)")))
    }
}
