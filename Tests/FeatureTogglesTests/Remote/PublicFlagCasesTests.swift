import Foundation
import Testing

@testable import FeatureToggles

/// The public cases of flagd whose flags have no targeting rules.
///
/// They are not part of the package. Where the environment variable `TOGGLES_SUITES` names a folder that has them they are
/// run, otherwise the suite is skipped.
@Suite(.enabled(if: PublicFlagCases.folder != nil, "TOGGLES_SUITES does not name a folder with the public cases"))
struct PublicFlagCasesTests {
    @Test func casesWithoutTargetingAnswerAsPublished() throws {
        let cases = try PublicFlagCases.read()
        #expect(cases.count >= 15, "the folder has fewer cases than expected")
        for test in cases {
            let resolved = test.resolve()
            let comment = Comment(rawValue: "\(test.name): \(test.flag)")
            if let value = test.value {
                #expect(resolved.value == test.type.canonical(value), comment)
            }
            if let reason = test.reason { #expect(resolved.reason.rawValue == reason, comment) }
            if let code = test.errorCode { #expect(resolved.error?.code.rawValue ?? "" == code, comment) }
        }
    }
}

/// One public case.
private struct PublicFlagCases {
    let name: String
    let flag: String
    let type: ToggleType
    let defaultValue: JSONValue
    let value: JSONValue?
    let reason: String?
    let errorCode: String?
    let document: FlagDocument

    static var folder: String? {
        guard let suites = ProcessInfo.processInfo.environment["TOGGLES_SUITES"] else { return nil }
        let folder = "\(suites)/flagd"
        return FileManager.default.isReadableFile(atPath: "\(folder)/evaluator.cases.json") ? folder : nil
    }

    static func read() throws -> [PublicFlagCases] {
        let folder = try #require(folder)
        func read(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
        }
        let text = try read("evaluator.flags.json")
        let document = try FlagDocument(text: text)
        guard case .object(let root) = try JSONReader().value(from: text), case .object(let flags)? = root["flags"],
            case .array(let cases) = try JSONReader().value(from: read("evaluator.cases.json"))
        else { return [] }
        return cases.compactMap { json in
            guard case .object(let test) = json, case .string(let flag)? = test["flag"],
                case .object(let definition)? = flags[flag], !definition.hasTargeting,
                case .object(let expectation)? = test["expect"], case .string(let typeName)? = test["type"],
                let type = types[typeName], let defaultValue = test["default"], case .string(let name)? = test["name"],
                // Whether a flag is known in a set of flags, and its metadata, is not what a client answers.
                expectation["metadata"] == nil
            else { return nil }
            return PublicFlagCases(
                name: name,
                flag: flag,
                type: type,
                defaultValue: defaultValue,
                value: expectation["value"],
                reason: expectation["reason"]?.text,
                errorCode: expectation["errorCode"]?.text,
                document: document
            )
        }
    }

    func resolve() -> ToggleState.Resolved {
        let toggle = ToggleDefinition(key: flag, category: .ops, type: type, defaultValue: defaultValue)
        var state = ToggleState(
            registries: [ToggleRegistry(namespace: "Cases", toggles: [toggle])],
            overrides: .none,
            context: EvaluationContext()
        )
        state.document = document
        return state.resolve(toggle)
    }

    private static let types: [String: ToggleType] = [
        "Boolean": .bool, "String": .string, "Integer": .int, "Float": .double, "Object": .json,
    ]
}

extension JSONObject {
    fileprivate var hasTargeting: Bool {
        guard case .object(let rule)? = self["targeting"] else { return false }
        return !rule.members.isEmpty
    }
}

extension JSONValue {
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
