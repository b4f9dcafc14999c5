import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Documents with values from other services, which pass the same checks as the values of rules.
struct DocumentFormatTests {
    /// A source with one document, which is available without a fetch.
    private struct FixedSource: RemoteSource {
        let name = "fixed"
        let document: RemoteDocument

        func availableDocument() -> RemoteDocument? { document }
        func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? { document }
    }

    private static func client(_ format: RemoteDocument.Format, _ text: String) -> ToggleClient {
        makeClient(remote: FixedSource(document: RemoteDocument(text: Array(text.utf8), format: format)))
    }

    @Test func evaluationsOfOFREPServerAreUsed() {
        let client = Self.client(
            .ofrep,
            """
            {"flags": [
              {"key": "page_size", "value": 5, "variant": "small", "reason": "TARGETING_MATCH"},
              {"key": "banner", "value": 7, "reason": "STATIC"},
              {"key": "fast_search", "reason": "DEFAULT"},
              {"key": "discount", "errorCode": "PARSE_ERROR", "errorDetails": "a broken rule"},
              {"key": "search_ranking_2", "errorCode": "FLAG_NOT_FOUND"}
            ]}
            """
        )
        #expect(
            client.evaluation(of: .pageSize)
                == Evaluation(value: 5, variant: "small", reason: .targetingMatch, source: .remote)
        )
        #expect(client.evaluation(of: .banner).error?.code == .typeMismatch)
        #expect(client.value(of: .banner) == "Welcome")
        #expect(client.evaluation(of: .fastSearch) == Evaluation(value: false, reason: .default, source: .default))
        #expect(client.evaluation(of: .discount).error?.message == "a broken rule")
        #expect(client.evaluation(of: .searchRanking).error == nil, "a flag that the server doesn't have is not set")
        #expect(client.value(of: .pageSize, for: anyUser) == 5)
    }

    @Test func wholeNumbersBeyondExactRangeAreRejected() {
        func evaluation(_ number: String) -> Evaluation<Int> {
            let document =
                #"{"flags": {"page_size": {"state": "ENABLED", "variants": {"a": \#(number)}, "defaultVariant": "a"}}}"#
            return Self.client(.flagd, document).evaluation(of: .pageSize)
        }
        #expect(evaluation("9007199254740991").value == 9_007_199_254_740_991)
        #expect(evaluation("9007199254740992").source == .default)
        #expect(
            evaluation("-9007199254740993").error?.message
                == "-9007199254740993 is outside ±9007199254740991 (2^53 - 1), where platforms round integers "
                + "differently; write a number closer to 0"
        )
    }

    @Test(arguments: [
        ("1e16", 1e16), ("10000000000000000", 1e16), ("-10000000000000000", -1e16), ("9007199254740992", 0x1p53),
        ("-9223372036854775808", -0x1p63), ("9007199254740993", nil), ("9223372036854775807", nil),
    ])
    func doublesAreWholeNumbersThatFitExactly(number: String, expected: Double?) {
        let document =
            #"{"flags": {"discount": {"state": "ENABLED", "variants": {"a": \#(number)}, "defaultVariant": "a"}}}"#
        let evaluation = Self.client(.flagd, document).evaluation(of: .discount)
        #expect(evaluation.source == (expected == nil ? .default : .remote))
        if let expected { #expect(evaluation.value == expected) }
    }

    @Test func valuesAreReadByToggleType() {
        let client = Self.client(
            .values,
            """
            {"page_size": {"text": "5"}, "search_ranking_2": {"text": "neural"}, "discount": {"value": "much"},
             "fast_search": {"text": "maybe"}, "limits": {"value": {"items": 3, "note": "few"}}}
            """
        )
        #expect(client.evaluation(of: .pageSize) == Evaluation(value: 5, reason: .static, source: .remote))
        #expect(client.value(of: .searchRanking) == .neural)
        #expect(client.value(of: .limits).items == 3)
        #expect(client.evaluation(of: .discount).error?.code == .typeMismatch)
        #expect(client.evaluation(of: .fastSearch).source == .default)
        #expect(client.evaluation(of: .fastSearch).error != nil)
        #expect(client.evaluation(of: .banner) == Evaluation(value: "Welcome", reason: .default, source: .default))
    }

    @Test(arguments: [RemoteDocument.Format.ofrep, .values, .flagd])
    func invalidDocumentOfFormatIsRejected(format: RemoteDocument.Format) {
        let client = Self.client(format, "[]")
        #expect(client.problems.count == 1)
        #expect(client.value(of: .pageSize) == 20)
    }
}
