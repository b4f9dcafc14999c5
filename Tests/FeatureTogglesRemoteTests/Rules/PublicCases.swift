import Foundation
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Public test cases of other projects, which are not part of this package.
///
/// The environment variable `TOGGLES_SUITES` names a folder that contains them. Without it, suites that need them are
/// skipped with a comment.
enum PublicCases {
    static let comment: Comment = "TOGGLES_SUITES does not name a folder with the public cases"

    /// Returns whether a file exists.
    static func has(_ path: String) -> Bool {
        guard let folder = ProcessInfo.processInfo.environment["TOGGLES_SUITES"] else { return false }
        return FileManager.default.isReadableFile(atPath: "\(folder)/\(path)")
    }

    /// Returns the bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        let folder = try #require(ProcessInfo.processInfo.environment["TOGGLES_SUITES"])
        return Array(try Data(contentsOf: URL(filePath: "\(folder)/\(path)")))
    }

    /// Returns the elements of a file's JSON array.
    static func array(_ path: String) throws -> [JSONValue] {
        guard case .array(let elements) = try JSONReader().value(from: bytes(path)) else { return [] }
        return elements
    }
}

/// Returns the value of a rule, which is compiled like the rules of a document.
func value(ofRule rule: JSONValue, data: JSONValue = .null) -> JSONValue? {
    switch data {
    case .null, .object: break
    default:
        // A context is an object, but an element can have any type.
        let results = value(ofRule: ["map": [["var": "elements"], rule]], data: ["elements": [data]])
        guard case .array(let elements)? = results else { return nil }
        return elements.first
    }
    let arena = FlatArena()
    var compiler = RuleCompiler(arena: arena, bucketing: .v3, maximumDepth: 64, size: 1 << 15, evaluators: 0)
    let member = FlatMember(name: FlatString("targeting"), value: FlatValue(rule, in: arena, depth: 64))
    guard let root = try? compiler.compileRule(member, ofFlag: arena.string("flag")) else { return nil }
    let data = FlatValue(data, in: arena, depth: 64)
    return (compiler.nodes + [.empty]).withUnsafeBufferPointer { nodes in
        (compiler.path + [FlatString("")]).withUnsafeBufferPointer { path in
            var evaluator = RuleEvaluator(
                program: RuleProgram(nodes: nodes, path: path, bucketing: .v3),
                context: FlatContext(attributes: data),
                flagKey: arena.string("flag"),
                timestamp: 0
            )
            let result = evaluator.value(of: root)
            return evaluator.failure == nil ? withExtendedLifetime(arena) { result.json } : nil
        }
    }
}
