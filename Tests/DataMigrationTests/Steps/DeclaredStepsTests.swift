import DataMigration
import Testing

struct DeclaredStepsTests {
    @Test func documentStepsMoveData() throws {
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
        ("", "Line 1, column 1: The text is empty;"), ("{", "Line 1, column 2: The text ends within the object"),
        ("[]", "Line 1, column 1: Write an object with “steps”, an array of steps."),
        (#"{"steps":{}}"#, "Line 1, column 10: Write an object with “steps”, an array of steps."),
        (#"{"steps":[7]}"#, "Line 1, column 11: Step 1: Found an integer; write a step as an object."),
        (
            #"{"steps":[{"version":"1","name":"a","moves":[{"delete":"a"}]}]}"#,
            "Line 1, column 11: Step 1: “ifNothingToMove” must be leave, fail, or an object of values to set."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","version":"1","name":"a"}]}"#,
            "Line 1, column 11: Step 1: “moves” must be an array."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":7,"version":"1","name":"a"}]}"#,
            "Line 1, column 38: Step 1: “moves” must be an array."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"rename":"a"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 47: Step 1: Move 1: “to” must be a non-empty string."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"rename":"a","copy":"b"}],"version":"1","name":"a"}]}"#,
            """
            Line 1, column 47: Step 1: Move 1: A move must have exactly one of rename, copy, delete, addPrefix, stripPrefix, \
            change, decodeJSON, split, merge, moveToSecrets, renameSecret, deleteSecret; this one has rename and copy.
            """
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"rename":"a","to":"b","onColision":"fail"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 70: Step 1: Move 1: “onColision” is unknown; write one of rename, to, onCollision. Did you mean “onCollision”?"
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"renmae":"a","to":"b"}],"version":"1","name":"a"}]}"#,
            """
            Line 1, column 48: Step 1: Move 1: “renmae” is not a move; write one of rename, copy, delete, addPrefix, stripPrefix, \
            change, decodeJSON, split, merge, moveToSecrets, renameSecret, deleteSecret. Did you mean “rename”?
            """
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"to":"b","convert":"a"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 57: Step 1: Move 1: “convert” is not a move; write one of rename, copy,"
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"to":"b"}],"version":"1","name":"a"}]}"#,
            """
            Line 1, column 47: Step 1: Move 1: A move must have exactly one of rename, copy, delete, addPrefix, stripPrefix, \
            change, decodeJSON, split, merge, moveToSecrets, renameSecret, deleteSecret.
            """
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leav","moves":[{"delete":"a"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 12: Step 1: “ifNothingToMove” must be leave, fail, or an object of values to set, not “leav”. Did you mean “leave”?"
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","onFailure":"start-clean","moves":[{"delete":"a"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 38: Step 1: “onFailure” must be keepData, skipStep, startClean or startCleanWithSecrets, not “start-clean”. Did you mean “startClean”?"
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"delete":"a","onColision":"x"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 61: Step 1: Move 1: “onColision” is unknown; write one of delete."
        ),
        (
            #"{"step":[]}"#,
            "Line 1, column 1: Write an object with “steps”, an array of steps. Did you mean “steps” instead of “step”?"
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","moves":[{"change":"a","to":"int"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 61: Step 1: Move 1: “change” converts to string, integer, number or bool, not to “int”."
        ),
        (
            #"{"steps":[{"ifNothingToMove":"leave","onFailure":"no","moves":[{"delete":"a"}],"version":"1","name":"a"}]}"#,
            "Line 1, column 38: Step 1: “onFailure” must be keepData, skipStep, startClean or startCleanWithSecrets, not “no”."
        ),
        (
            #"{"steps":[{"version":"x","name":"a","ifNothingToMove":"leave","moves":[{"delete":"a"}]}]}"#,
            "Line 1, column 11: Step 1, “a”, has the version “x”, which is invalid;"
        ),
        (
            #"{"steps":[{"version":"1","name":"a","name":"b","ifNothingToMove":"leave","moves":[{"delete":"a"}]}]}"#,
            "Line 1, column 37: “name” occurs more than once in its object; remove one of them."
        ),
    ])
    func documentMistakeIsReported(text: String, problem: String) {
        let error = #expect(throws: MigrationListError.self) { try MigrationSteps(json: Array(text.utf8)) }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.hasPrefix(problem) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("Ada King Lovelace", ["a": "Ada", "b": "King Lovelace"]), ("Ada", ["a": "Ada"]),
        (" Ada", ["a": "", "b": "Ada"]),
        ("Ada ", ["a": "Ada", "b": ""]), ("Zoë Ångström  x", ["a": "Zoë", "b": "Ångström  x"]), ("", ["a": ""]),
    ])
    func textIsSplitAtTheFirstSeparators(_ text: String, _ parts: [String: String]) throws {
        let steps = try MigrationSteps(
            json: Array(
                """
                { "steps": [ { "version": "1.0", "name": "names", "ifNothingToMove": "leave",
                    "moves": [ { "split": "name", "into": ["a", "b"], "separator": " " } ] } ] }
                """
                .utf8
            )
        )
        let store = InMemoryStore(["name": .string(text)])
        _ = DataMigrator(steps) { Issue.record("\($0)") }.run(on: store, appVersion: "1")
        #expect(store.read().values == parts.mapValues { .string($0) })
    }

    @Test func mistakesHaveLocationsInDocumentOrder() {
        let text = """
            { "steps": [
              { "version": "1", "name": "a]\\"", "ifNothingToMove": "leave",
                "moves": [ { "delete": ["x", "y"] }, [], { "split": "n", "into": ["a"] } ] },
              "step",
              { "version": "2", "name": "b", "name": "c", "ifNothingToMove": "leave", "moves": [ { "copy": "a" } ] }
            ] }
            """
        let error = #expect(throws: MigrationListError.self) { try MigrationSteps(json: Array(text.utf8)) }
        #expect(
            error?.problems == [
                "Line 3, column 42: Step 1: Move 2: Found an array; write a move as an object.",
                "Line 3, column 46: Step 1: Move 3: “separator” must be a non-empty string.",
                "Line 4, column 3: Step 2: Found a string; write a step as an object.",
                "Line 5, column 34: “name” occurs more than once in its object; remove one of them.",
                "Line 5, column 86: Step 3: Move 1: “to” must be a non-empty string.",
            ]
        )
    }

    @Test func allMistakesAreReportedTogether() {
        let text = """
            { "steps": [
              { "version": "2", "name": "a", "onFailure": "no", "moves": [
                { "rename": "", "to": 7, "onCollision": "ask", "why": 1 }, { "merge": [], "into": "" } ], "note": "" },
              { "ifNothingToMove": "leave", "moves": 7 },
              { "version": "1", "name": "a", "ifNothingToMove": "leave", "moves": [] },
              { "version": "x", "name": "b", "ifNothingToMove": 7, "moves": [ 7 ] }
            ] }
            """
        let error = #expect(throws: MigrationListError.self) { try MigrationSteps(json: Array(text.utf8)) }
        let last = "Step 3, “a”,"
        #expect(
            error?.problems == [
                "Line 2, column 3: Step 1: “ifNothingToMove” must be leave, fail, or an object of values to set.",
                "Line 2, column 34: Step 1: “onFailure” must be keepData, skipStep, startClean or startCleanWithSecrets, not “no”.",
                "Line 3, column 7: Step 1: Move 1: “rename” must be a non-empty string.",
                "Line 3, column 21: Step 1: Move 1: “to” must be a non-empty string.",
                "Line 3, column 30: Step 1: Move 1: “onCollision” must be fail, keepTarget or replaceTarget, not “ask”.",
                "Line 3, column 52: Step 1: Move 1: “why” is unknown; write one of rename, to, onCollision.",
                "Line 3, column 64: Step 1: Move 2: “separator” must be a non-empty string.",
                "Line 3, column 66: Step 1: Move 2: “merge” must be an array of strings.",
                "Line 3, column 79: Step 1: Move 2: “into” must be a non-empty string.",
                "Line 3, column 95: Step 1: “note” is unknown; write one of version, name, ifNothingToMove, onFailure, moves.",
                "Line 4, column 3: Step 2: “version” must be a non-empty string.",
                "Line 4, column 3: Step 2: “name” must be a non-empty string.",
                "Line 4, column 33: Step 2: “moves” must be an array.",
                "Line 5, column 3: \(last) has the same name as an earlier step; choose another one.",
                "Line 5, column 3: \(last) has no moves; add some, or remove it.",
                "Line 5, column 3: \(last) has version 1 and comes after “a” with 2; sort the steps by version, lowest first.",
                "Line 6, column 3: Step 4, “b”, has the version “x”, which is invalid; write one such as 2.1.0.",
                "Line 6, column 34: Step 4: “ifNothingToMove” must be leave, fail, or an object of values to set, not an integer.",
                "Line 6, column 67: Step 4: Move 1: Found an integer; write a move as an object.",
            ]
        )
    }

    @Test func emptyMovesOfUnreadableStepAreReported() {
        let text = #"{"steps":[{"version":"1","ifNothingToMove":"leave","moves":[]}]}"#
        let error = #expect(throws: MigrationListError.self) { try MigrationSteps(json: Array(text.utf8)) }
        #expect(
            error?.problems == [
                "Line 1, column 11: Step 1: “name” must be a non-empty string.",
                "Line 1, column 52: Step 1: “moves” is empty; add some, or remove the step.",
            ]
        )
    }

    @Test(arguments: ["integer", "number", "bool"])
    func errorsContainOnlyValueTypes(type: String) throws {
        let text = """
            { "steps": [ { "version": "1", "name": "a", "ifNothingToMove": "leave",
              "moves": [ { "change": "launches", "to": "\(type)" } ] } ] }
            """
        let plan = try DataMigrator(MigrationSteps(json: Array(text.utf8))) { _ in }
            .plan(for: InMemoryStore(["launches": "geheim"]), appVersion: "1")
        #expect(plan.steps.first?.moves == ["change launches to \(type)"])
        let message = plan.steps.first?.failure?.error.message ?? ""
        let expected = "The value of “launches” cannot be converted: it is a string that cannot be read as a"
        #expect(message.hasPrefix(expected))
        #expect(!message.contains("geheim"))
    }
}
