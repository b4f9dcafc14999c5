import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// The public test cases of flagd, with both bucketings.
@Suite(.enabled(if: PublicCases.has("flagd/evaluator.cases.json"), PublicCases.comment))
struct PublicFlagCasesTests {
    @Test(arguments: ["evaluator", "targeting"], Bucketing.allCases)
    func casesHavePublishedResults(suite: String, bucketing: Bucketing) throws {
        let document = try FlagDocument(text: PublicCases.bytes("flagd/\(suite).flags.json"), bucketing: bucketing)
        var count = 0
        for case .object(let json) in try PublicCases.array("flagd/\(suite).cases.json") {
            guard let test = PublicFlagCase(json), test.isFor(bucketing) else { continue }
            count += 1
            let answer =
                document.evaluation(of: test.flag, for: test.context, at: 1_800_000_000, as: test.type)
                ?? RemoteAnswer(reason: .error, error: EvaluationError(.flagNotFound, ""))
            let comment = Comment(rawValue: "\(JSONWriter().text(.object(json))): \(answer)")
            if let value = test.expectation["value"] {
                #expect(Self.plain(answer.value ?? test.defaultValue) == Self.plain(value), comment)
            }
            if let reason = test.expectation["reason"] { #expect(.string(answer.reason.rawValue) == reason, comment) }
            if let variant = test.expectation["variant"] { #expect(.string(answer.variant ?? "") == variant, comment) }
            if let code = test.expectation["errorCode"] {
                #expect(.string(answer.error?.code.rawValue ?? "") == code, comment)
            }
            if case .object(let metadata)? = test.expectation["metadata"] {
                let known = document.index(of: test.flag).map { document.flag(at: $0).metadata } ?? [:]
                for member in metadata.members { #expect(known[member.name] == member.value, comment) }
            }
        }
        #expect(count > 70, "the folder has fewer cases than expected")
    }

    private static func plain(_ value: JSONValue) -> JSONValue {
        if case .integer(let integer) = value { return .number(Double(integer)) }
        return value
    }
}

/// A public test case.
private struct PublicFlagCase {
    let name: String
    let flag: String
    let type: FlagType
    let defaultValue: JSONValue
    let context: EvaluationContext
    let expectation: JSONObject
    let tags: [JSONValue]

    init?(_ json: JSONObject) {
        guard case .string(let name)? = json["name"], case .string(let flag)? = json["flag"],
            case .string(let typeName)? = json["type"], let type = FlagType(rawValue: typeName),
            case .object(let context)? = json["context"], case .object(let expectation)? = json["expect"]
        else { return nil }
        self.name = name
        self.flag = flag
        self.type = type
        self.expectation = expectation
        defaultValue = json["default"] ?? .null
        let attributes = Dictionary(context.members.map { ($0.name, $0.value) }) { $1 }
        if case .string(let key)? = json["targetingKey"] {
            self.context = EvaluationContext(targetingKey: key, attributes: attributes)
        } else {
            self.context = EvaluationContext(attributes: attributes)
        }
        if case .array(let tags)? = json["tags"] { self.tags = tags } else { tags = [] }
    }

    /// Returns whether the case applies to a bucketing, and not to another generation of evaluators.
    func isFor(_ bucketing: Bucketing) -> Bool {
        let other: JSONValue = bucketing == .v2 ? "@fractional-v3" : "@fractional-v2"
        if tags.contains(other) { return false }
        // These cases expect an error for flags without a default variant, which use the default in the code here.
        if tags.contains("@no-default"), expectation["errorCode"] == "FLAG_NOT_FOUND" { return false }
        // There is only one flag set here.
        return name != "Flag disabled in one flag set, enabled in another"
    }
}
