import Foundation
import Testing
import ToggleDocuments
import ToggleManifest

/// The public cases of flagd's schemas: documents that must or must not validate.
///
/// They aren't part of the package. The suite is skipped unless the environment variable `TOGGLES_SUITES` names a
/// folder that contains them.
@Suite(.enabled(if: PublicSchemaCases.folder != nil, "TOGGLES_SUITES does not name a folder with the public cases"))
struct PublicSchemaCasesTests {
    @Test func documentsValidateAsPublished() throws {
        let cases = try PublicSchemaCases.read()
        #expect(cases.count == 36)
        for test in cases {
            let result = DocumentCheck().run(test.text, path: test.name, as: test.isRule ? .targeting : .document)
            let report = result.diagnostics.map(\.description).joined(separator: "\n")
            #expect(result.hasErrors != test.isValid, "\(test.name)\n\(report)")
        }
    }
}

private struct PublicSchemaCases {
    let name: String
    let text: [UInt8]
    let isRule: Bool
    let isValid: Bool

    static var folder: String? {
        guard let suites = ProcessInfo.processInfo.environment["TOGGLES_SUITES"] else { return nil }
        let folder = "\(suites)/flagd-schemas/test"
        return FileManager.default.isReadableFile(atPath: "\(folder)/flags") ? folder : nil
    }

    static func read() throws -> [PublicSchemaCases] {
        let folder = try #require(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { $0.hasSuffix(".json") }.map
        {
            PublicSchemaCases(
                name: $0,
                text: Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))),
                isRule: $0.hasPrefix("targeting/"),
                isValid: $0.contains("/positive/")
            )
        }
    }
}
