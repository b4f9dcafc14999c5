import DataMigration
import Testing

struct DeclaredStepsTests {
    @Test func stepsFromADocumentMoveData() throws {
        let steps = try MigrationSteps(
            json: Array(
                """
                { "steps": [
                  { "version": "1.0", "name": "keys", "ifNothingToMove": { "launches": 0 }, "onFailure": "skipStep",
                    "moves": [
                      { "stripPrefix": "flutter." }, { "rename": "tab", "to": "tab.selected" },
                      { "copy": "tab.selected", "to": "tab.first", "onCollision": "keepTarget" }, { "delete": ["x", "y"] } ] },
                  { "version": "2.0", "name": "values", "ifNothingToMove": "leave",
                    "moves": [
                      { "change": "launches", "to": "integer" }, { "change": "rate", "to": "string" },
                      { "change": "on", "to": "bool" }, { "change": "lat", "to": "number" }, { "decodeJSON": "profile" },
                      { "split": "name", "into": ["first", "last"], "separator": " " },
                      { "merge": ["a", "b"], "into": "c", "separator": "-" },
                      { "moveToSecrets": "token", "as": "session" }, { "renameSecret": "pin", "to": "code" },
                      { "deleteSecret": "old" }, { "addPrefix": "shop." } ] }
                ] }
                """
                .utf8
            )
        )
        let store = InMemoryStore([
            "flutter.tab": "home", "x": 1, "launches": "12", "rate": 1.5, "on": 1, "lat": "2.5",
            "profile": #"{"a":[1]}"#,
            "name": "Ada King Lovelace", "a": "1", "b": "2", "token": "t",
        ])
        let secrets = InMemorySecretStore(["pin": Secret("1"), "old": Secret("2")])
        let outcome = DataMigrator(steps) { Issue.record("\($0)") }.run(on: store, secrets: secrets, appVersion: "2")
        #expect(outcome.result == .migrated)
        #expect(
            store.read().values == [
                "shop.tab.selected": "home", "shop.tab.first": "home", "shop.launches": 12, "shop.rate": "1.5",
                "shop.on": true, "shop.lat": 2.5, "shop.profile": ["a": [1]], "shop.first": "Ada",
                "shop.last": "King Lovelace", "shop.c": "1-2",
            ]
        )
        #expect(secrets.names() == ["code", "session"])
    }

    @Test(arguments: [
        ("{", "Line 1, column 2:"), ("[]", "Write an object with “steps”, an array of steps."),
        (#"{"steps":[7]}"#, "Step 1: Found an integer; write a step as an object."),
        (#"{"steps":[{}]}"#, "Step 1: Say with “ifNothingToMove” what it does then: leave, fail, or values to set."),
        (#"{"steps":[{"ifNothingToMove":"leave"}]}"#, "Step 1: Write “moves”, an array."),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"rename":"a"}]}]}"#,
            "Step 1: Move 1: Write “to”, a text that is not empty."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"rename":"a","copy":"b"}]}]}"#,
            "Step 1: Move 1: A move has one of rename, copy,"
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"rename":"a","to":"b","onColision":"fail"}]}]}"#,
            "Step 1: Move 1: “onColision” is not known here; known are rename, to, onCollision."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"change":"a","to":"int"}]}]}"#,
            "Step 1: Move 1: “change” goes to string, integer, number or bool, not to “int”."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","onFailure":"no","moves":[]}]}"#,
            "Step 1: “onFailure” is keepData, skipStep or startClean."
        ),
        (
            #"{"steps":[{"version":"x","name":"a","ifNothingToMove":"leave","moves":[{"delete":"a"}]}]}"#,
            "Step 1, “a”, is of version “x”, which is none;"
        ),
    ])
    func aMistakeInADocumentIsASentence(text: String, problem: String) {
        let error = #expect(throws: MigrationListError.self) { try MigrationSteps(json: Array(text.utf8)) }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.hasPrefix(problem) == true, "\(error?.description ?? "")")
    }
}
