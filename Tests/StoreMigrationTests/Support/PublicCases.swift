import FeatureToggles
import Foundation
import Testing

/// Public cases of other projects, which are not part of this package.
///
/// The environment variable `TOGGLES_SUITES` names a folder that has them. Where it does not, suites that need them are
/// skipped and say so.
enum PublicCases {
    static let comment: Comment = "TOGGLES_SUITES does not name a folder with the public cases"

    private static var folder: String? { ProcessInfo.processInfo.environment["TOGGLES_SUITES"] }

    /// Whether there is such a file.
    static func has(_ path: String) -> Bool {
        folder.map { FileManager.default.isReadableFile(atPath: "\($0)/\(path)") } ?? false
    }

    /// The JSON in a file.
    static func json(_ path: String) throws -> JSONValue {
        let bytes = Array(try Data(contentsOf: URL(filePath: "\(try #require(folder))/\(path)")))
        return try JSONReader().value(from: bytes)
    }
}

extension JSONValue {
    /// A member, where there is one.
    subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
