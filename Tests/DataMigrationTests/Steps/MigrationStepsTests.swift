import DataMigration
import Foundation
import Testing
import ToggleBase

struct MigrationStepsTests {
    private func step(_ version: String, _ name: String) -> MigrationStep {
        MigrationStep(version, name, ifNothingToMove: .leave, .delete("a"))
    }

    @Test func orderedListIsAccepted() throws {
        let steps = try MigrationSteps([step("1.9", "one"), step("1.10", "two"), step("2.0.0-beta.1", "three")])
        #expect(steps.versions.map(\.description) == ["1.9", "1.10", "2.0.0-beta.1"])
    }

    @Test func allListMistakesAreReported() {
        let error = #expect(throws: MigrationListError.self) {
            try MigrationSteps([
                step("1.10", "one"), step("1.9", "two"), step("1.9.0", "one"), step("next", "three"), step("3", ""),
                MigrationStep("4", "five", ifNothingToMove: .leave, moves: []),
            ])
        }
        #expect(
            error?.problems == [
                "Step 2, “two”, has version 1.9 and comes after “one” with 1.10; sort the steps by version, lowest first.",
                "Step 3, “one”, has the same name as an earlier step; choose another one.",
                "Step 3, “one”, has version 1.9.0, like “two”; combine both into one step.",
                "Step 4, “three”, has the version “next”, which is invalid; write one such as 2.1.0.",
                "Step 5 of version 3 has no name; give it one for the reports.",
                "Step 6, “five”, has no moves; add some, or remove it.",
            ]
        )
    }

    @Test func timeLimitMustBeGreaterThanZero() {
        func wait(_ summary: String, upTo limit: Duration) -> MigrationMove {
            .wait(for: summary, upTo: limit, { _ in 1 }, then: { _, _ in })
        }
        let error = #expect(throws: MigrationListError.self) {
            try MigrationSteps([
                MigrationStep(
                    "1",
                    "one",
                    ifNothingToMove: .leave,
                    wait("a", upTo: .zero),
                    wait("b", upTo: .seconds(1))
                ),
                MigrationStep("2", "two", ifNothingToMove: .leave, wait("c", upTo: .seconds(-20))),
            ])
        }
        #expect(
            error?.problems == [
                "Step 1, “one”, has the time limit 0.0 seconds to wait for a; choose one that is greater than zero.",
                "Step 2, “two”, has the time limit -20.0 seconds to wait for c; choose one that is greater than zero.",
            ]
        )
    }

    @Test func localizedDescriptionsAreTheMessages() {
        let error: any Error = DataMigrationError(.locked, "Another process uses the file.")
        #expect(error.localizedDescription == "Another process uses the file.")
        let listError = #expect(throws: MigrationListError.self) { try MigrationSteps([step("3", "")]) }
        #expect(
            listError?.localizedDescription
                == "Step 1 of version 3 has no name; give it one for the reports."
        )
    }

    @Test(
        arguments: [
            (nil, "1.5", ["a"]), (nil, "3", ["a", "b", "c"]), ("1", "3", ["b", "c"]), ("1.9", "2", ["b"]),
            ("1.10", "2", ["b"]),
            ("2", "2", []), ("0.5", "0.9", []), ("3", "4", []),
        ] as [(String?, String, [String])]
    )
    func stepsBetweenDataAndAppAreDue(stored: String?, app: String, names: [String]) throws {
        let steps = try MigrationSteps([step("1", "a"), step("2", "b"), step("3", "c")])
        let due = steps.due(after: try stored.map { try #require(AppVersion($0)) }, upTo: try #require(AppVersion(app)))
        #expect(due.map(\.name) == names)
    }
}
