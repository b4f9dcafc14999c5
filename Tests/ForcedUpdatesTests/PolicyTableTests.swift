import FeatureToggles
import ForcedUpdates
import Testing

/// Decisions for every pair of app and system versions, as tables: `R` is a required update, `r` a recommended one, `M`
/// maintenance, and `-` up to date.
struct PolicyTableTests {
    struct Cell: CustomTestStringConvertible, Sendable {
        let policy: String
        let entries: String
        let app: String
        let os: String
        let mark: String

        var testDescription: String { "\(policy): \(app) on \(os)" }
    }

    private static func cells(_ policy: String, _ entries: String, _ table: String) -> [Cell] {
        let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        guard let systems = lines.first?.dropFirst() else { return [] }
        return lines.dropFirst().flatMap { row in
            zip(systems, row.dropFirst()).map { os, mark in
                Cell(policy: policy, entries: entries, app: row[0], os: os, mark: mark)
            }
        }
    }

    static let tables = [
        cells(
            "two versions on one system",
            #"{"os_version": "13.*.*", "app_version": ["1.0.0", "1.1.0"]}"#,
            """
            app     12.5.7  13  13.0.0  13.7.1  14.0  26.1
            0.9.9   -       -   -       -       -     -
            1       -       R   R       R       -     -
            1.0.0   -       R   R       R       -     -
            1.0.1   -       -   -       -       -     -
            1.1     -       R   R       R       -     -
            1.1.0.1 -       -   -       -       -     -
            1.10.0  -       -   -       -       -     -
            2.0.0   -       -   -       -       -     -
            """
        ),
        cells(
            "last version for an old system",
            #"""
            {"app_version": ">=4.0.0", "os_version": "<15", "level": "up_to_date"},
            {"app_version": "<4.0.0", "os_version": "<15", "level": "recommended"},
            {"app_version": "<5.0.0", "os_version": ">=15"}
            """#,
            """
            app          13.7  14.8.1  15  15.0  17.1  unknown
            3.9.9        r     r       R   R     R     -
            4.0.0-beta   r     r       R   R     R     -
            4.0.0        -     -       R   R     R     -
            4.99.0       -     -       R   R     R     -
            5.0.0-beta.1 -     -       R   R     R     -
            5.0.0        -     -       -   -     -     -
            unknown      -     -       -   -     -     -
            """
        ),
        cells(
            "maintenance except for one version",
            #"""
            {"app_version": "2.4.1", "level": "up_to_date"},
            {"app_version": "<2.0.0"},
            {"app_version": "2.*", "os_version": ["17.*", "18.0 || 18.1"], "level": "maintenance"},
            {"app_version": "*", "os_version": "<17", "level": "recommended"}
            """#,
            """
            app     16.7  17.0  17.6.1  18.0  18.0.1  18.1  18.2  unknown
            1.9.9   R     R     R       R     R       R     R     R
            2.0.0   r     M     M       M     -       M     -     -
            2.4.0   r     M     M       M     -       M     -     -
            2.4.1   -     -     -       -     -       -     -     -
            2.4.1.1 r     M     M       M     -       M     -     -
            3.0.0   r     -     -       -     -       -     -     -
            unknown r     -     -       -     -       -     -     -
            """
        ),
    ]
    .flatMap { $0 }

    @Test(arguments: tables)
    func policyDecidesForVersions(_ cell: Cell) throws {
        let text = #"{"created_at": "2026-11-21", "details": [\#(cell.entries)]}"#
        let reading = UpdatePolicyDocument.read(Array(text.utf8))
        let document = try #require(reading.document, "\(reading.diagnostics)")
        var attributes: [String: JSONValue] = [:]
        if cell.app != "unknown" { attributes["appVersion"] = .string(cell.app) }
        if cell.os != "unknown" { attributes["osVersion"] = .string(cell.os) }
        let mark =
            switch document.verdict(for: EvaluationContext(attributes: attributes)).decision {
            case .upToDate: "-"
            case .updateRecommended: "r"
            case .updateRequired: "R"
            case .maintenance: "M"
            }
        #expect(mark == cell.mark)
    }

    @Test func tablesAreComplete() {
        #expect(Self.tables.count == 8 * 6 + 7 * 6 + 7 * 8)
    }
}
