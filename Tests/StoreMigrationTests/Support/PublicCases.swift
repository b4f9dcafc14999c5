import Foundation
import Testing
import ToggleBase

/// Published test cases of other projects, which are not part of this package.
///
/// The environment variable `TOGGLES_SUITES` contains their folder. Without it, suites that need them are skipped with
/// a comment.
enum PublicCases {
    static let comment: Comment = "TOGGLES_SUITES does not name a folder with the public cases"

    private static var folder: String? { ProcessInfo.processInfo.environment["TOGGLES_SUITES"] }

    /// Returns whether a file exists.
    static func has(_ path: String) -> Bool {
        folder.map { FileManager.default.isReadableFile(atPath: "\($0)/\(path)") } ?? false
    }

    /// Returns the JSON in a file.
    static func json(_ path: String) throws -> JSONValue {
        let bytes = Array(try Data(contentsOf: URL(filePath: "\(try #require(folder))/\(path)")))
        return try JSONReader().value(from: bytes)
    }
}

extension JSONValue {
    /// A member; `nil` if there is none.
    subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
