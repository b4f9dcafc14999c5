import Foundation
import Testing
import ToggleBase

@testable import StoreMigration

/// The schema and the examples of the wire, compared with what this module writes and reads.
struct WireSchemaTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    private func names(_ json: JSONValue) -> Set<String> {
        if case .object(let object) = json { Set(object.members.map(\.name)) } else { [] }
    }

    private func json(_ text: String) throws -> JSONValue { try JSONReader().value(from: text) }

    /// Everything that is written is in the schema, and what is always written is required.
    @Test func schemaHasMembersThatAreWritten() throws {
        let schema = try JSONReader().value(
            from: Array(Data(contentsOf: Self.root.appending(path: "Schemas/backfill.schema.json")))
        )
        let now = MigrationTime(millisecondsSince1970: 1)
        var full = QueuedUser("ada")
        full.dualWrites = DualWriteState(
            old: .beginning,
            new: now,
            omissions: [DualWriteState.Omission(origin: .new, start: now, since: .beginning)]
        )
        (full.phase, full.lease, full.failure, full.start) = (.running, "lease", "StoreError", now)
        full.isRequestedAgain = true
        let checkpoint = BackfillCheckpoint(
            doneBefore: now,
            copiesBefore: now,
            cursor: "1",
            copied: 1,
            copiedByThis: 1
        )
        let report = BackfillReport(time: 1, counts: [:])
        for (name, most, least) in [
            ("row", try json(full.text), try json(QueuedUser("ada").text)),
            ("checkpoint", try json(checkpoint.text), try json(BackfillCheckpoint().text)),
            ("report", report.json, report.json),
        ] {
            let definition = try #require(schema["definitions"]?[name])
            #expect(names(try #require(definition["properties"])) == names(most), "\(name)")
            #expect(Set(definition["required"]?.elements.compactMap(\.text) ?? []) == names(least), "\(name)")
        }
        let phases = schema["definitions"]?["phaseName"]?["enum"]?.elements.compactMap(\.text)
        #expect(phases == QueuedUser.Phase.allCases.map(\.rawValue))
    }

    /// A server in another language writes what the page shows.
    @Test func examplesOfPageAreRead() throws {
        let page = try String(
            contentsOf: Self.root.appending(path: "Documentation/StoreMigrationWire.md"),
            encoding: .utf8
        )
        let examples = page.components(separatedBy: "```json\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
        let row = try #require(examples.first { $0.contains("\"user\"") })
        let user = try QueuedUser(text: row)
        #expect(user.user == "ada" && user.phase == .waiting && user.dualWrites.old == .beginning)
        #expect(user.dualWrites.new == MigrationTime(millisecondsSince1970: 1_795_252_500_123))
        let text = try #require(examples.first { $0.contains("copies_before") })
        let checkpoint = try BackfillCheckpoint(text: text)
        #expect(checkpoint.cursor == "340" && checkpoint.copiedByThis == 340)
        let report = try #require(examples.first { $0.contains("\"into\"") })
        #expect(BackfillReport(json: try json(report))?.done == 12_004)
    }
}
