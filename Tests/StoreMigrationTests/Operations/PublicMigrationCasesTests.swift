import FeatureToggles
import Testing
import ToggleBase

@testable import StoreMigration

/// The published test cases for migrations.
@Suite(.enabled(if: PublicCases.has("migration/cases.json"), PublicCases.comment))
struct PublicMigrationCasesTests {
    /// The effects of an operation.
    private struct Outcome {
        var result: String
        var requests: [String]
        var payloads: [String: String]
        var measurement: MigrationMeasurement
    }

    private func rows(_ table: String) throws -> [JSONValue] {
        try #require(try PublicCases.json("migration/cases.json")["tables"]?[table]).elements
    }

    private func outcome(of row: JSONValue) async throws -> Outcome {
        let stage = try #require(row["stage"]?.text.flatMap { MigrationStage(rawValue: $0) })
        let seen = Mutex<[(origin: String, payload: String)]>([])
        let measured = Mutex<MigrationMeasurement?>(nil)
        let migration = Migration(.bookStore, toggles: FixedToggles(.set(.bookStore, to: stage))) { measurement in
            measured.withLock { $0 = measurement }
        }
        let payload = "payload of \(stage)"
        let access = { @Sendable (origin: String) -> String in
            seen.withLock { $0.append((origin, payload)) }
            return "\(origin) read"
        }
        let result =
            switch try #require(row["operation"]?.text) {
            case "read":
                await migration.read {
                    access("old")
                } new: {
                    access("new")
                }
            default:
                await migration.write {
                    access("old")
                } new: {
                    access("new")
                }
            }
        let requests = seen.withLock { $0 }
        return Outcome(
            result: result,
            requests: requests.map(\.origin),
            payloads: Dictionary(requests.map { ($0.origin, $0.payload) }) { $1 },
            measurement: try #require(measured.withLock { $0 })
        )
    }

    @Test(arguments: ["executesOriginsInCorrectOrder", "executesReads"])
    func originsRunAsPublished(table: String) async throws {
        let rows = try rows(table)
        #expect(rows.count == 6)
        for row in rows {
            let outcome = try await outcome(of: row)
            let expected = try #require(row["expectedRequests"]).elements.compactMap(\.text)
            #expect(outcome.result == row["expectedResult"]?.text, "\(row)")
            if table == "executesReads" {
                #expect(outcome.requests.sorted() == expected.sorted(), "\(row)")
            } else {
                #expect(outcome.requests == expected, "\(row)")
            }
        }
    }

    @Test func payloadsArePassedAsPublished() async throws {
        let rows = try rows("payloadsArePassedThrough")
        #expect(rows.count == 12)
        for row in rows {
            let outcome = try await outcome(of: row)
            let payload = "payload of \(try #require(row["stage"]?.text))"
            #expect(outcome.payloads["old"] == (row["expectedOld"]?.flag == true ? payload : nil), "\(row)")
            #expect(outcome.payloads["new"] == (row["expectedNew"]?.flag == true ? payload : nil), "\(row)")
        }
    }

    @Test func invokedOriginsAreMeasuredAsPublished() async throws {
        let rows = try rows("tracksInvoked")
        #expect(rows.count == 12)
        for row in rows {
            let invoked = try await outcome(of: row).measurement.invoked.map(\.rawValue)
            #expect(Set(invoked) == Set(row["valuesMatch"]?.elements.compactMap(\.text) ?? []), "\(row)")
        }
    }
}
