import Testing

struct MigrateDataTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(
            """
            { "steps": [
              { "version": "2.0.0", "name": "Tabs have names", "ifNothingToMove": "leave",
                "moves": [ { "rename": "tab", "to": "tab.selected" }, { "change": "launches", "to": "integer" } ] },
              { "version": "3.0.0", "name": "Sessions are secret", "ifNothingToMove": "leave",
                "moves": [ { "moveToSecrets": "token" } ] }
            ] }
            """,
            to: "steps.json"
        )
    }

    @Test func aPlanShowsWhatWouldChangeAndWritesNothing() throws {
        let text = #"{ "values": { "tab": "home", "launches": "12", "token": "t" } }"#
        try shop.write(text, to: "settings.json")
        let result = try shop.run("migrate-data", "--plan", "steps.json", "settings.json", "--app", "2.4.0")
        #expect(
            result.output == """
                From no version to 2.4.0: 1 step.

                2.0.0  Tabs have names
                  rename tab to tab.selected
                  change launches from StoredValue to Int
                    - launches = "12"
                    + launches = 12
                    - tab = "home"
                    + tab.selected = "home"

                All together:
                    - launches = "12"
                    + launches = 12
                    - tab = "home"
                    + tab.selected = "home"

                """
        )
        #expect(result.error == "")
        #expect(result.status == 0)
        #expect(shop.text("settings.json") == text)
        let hidden = try shop.run(
            "migrate-data",
            "--plan",
            "steps.json",
            "settings.json",
            "--app",
            "3.0.0",
            "--hide-values"
        )
        #expect(hidden.output.contains("    - token = (becomes a secret)\n    + secret token\n"))
        #expect(!hidden.output.contains("home"))
    }

    @Test func aStepThatWouldFailIsAFinding() throws {
        try shop.write(#"{ "values": { "launches": "many" } }"#, to: "settings.json")
        let result = try shop.run("migrate-data", "--plan", "steps.json", "settings.json", "--app", "2.4.0")
        #expect(result.status == 1)
        #expect(result.output.contains("would fail: The value of “launches” cannot be converted"))
        #expect(result.output.hasSuffix("The data would stay as it is.\n"))
    }

    @Test func dataOfANewerVersionIsAFinding() throws {
        try shop.write(#"{ "migration": { "version": "3.1" }, "values": {} }"#, to: "settings.json")
        let result = try shop.run("migrate-data", "--plan", "steps.json", "settings.json", "--app", "3.0.0")
        #expect(result.output == "The data is of 3.1, newer than 3.0.0. Nothing would run.\n")
        #expect(result.status == 1)
    }

    @Test func whatCannotBeUsedIsWrongUsage() throws {
        try shop.write(#"{ "values": {} }"#, to: "settings.json")
        try shop.write(#"{ "steps": [{}] }"#, to: "bad.json")
        let wrong: [([String], String)] = [
            (["steps.json", "settings.json", "--app", "3"], "Add --plan"),
            (["--plan", "bad.json", "settings.json", "--app", "3"], "bad.json: Step 1: Say with “ifNothingToMove”"),
            (["--plan", "steps.json", "none.json", "--app", "3"], "cannot read ‘none.json’: there is no such file."),
            (["--plan", "steps.json", "settings.json", "--app", "three"], "The version of the app is “three”"),
            (["--plan", "steps.json", "steps.json", "--app", "3", "--member", "steps"], "Found an array as “steps”"),
        ]
        for (arguments, message) in wrong {
            let result = try BuiltCommand("toggles")
                .run(["migrate-data"] + arguments, environment: shop.environment, in: shop.path)
            #expect(result.status == 2)
            #expect(result.error.contains(message), "\(result.error)")
            #expect(result.output == "")
        }
    }
}
