import FeatureToggles
import FeatureTogglesTesting
import TestSupport
import Testing

struct LaunchArgumentsTests {
    @Test func everyKindBecomesAnArgument() {
        let arguments = LaunchArguments(
            .set(.newCheckout, to: true),
            .set(.searchRanking, to: .neural),
            .set(.pageSize, to: 3),
            .set(.discount, to: 0.5),
            .set(.banner, to: "Summer sale = 50 %"),
            .set(.limits, to: TestToggles.Limits(items: 1, note: "")),
            .set(.order, to: .classic),
            .set(.adminTools, to: false),
            .set(.orderStore, to: .live),
            .preset("qa")
        )
        #expect(
            Array(arguments) == [
                "--toggle", "new_checkout=true", "--toggle", "search_ranking=neural", "--toggle", "page_size=3",
                "--toggle", "discount=0.5", "--toggle", "banner=Summer sale = 50 %", "--toggle",
                "limits={\"items\":1,\"note\":\"\"}",
                "--toggle", "order=classic", "--toggle", "admin_tools=false", "--toggle", "order_store=live",
                "--toggle-preset", "qa",
            ]
        )
    }

    @Test func argumentsCanBeAppended() {
        var arguments = ["-AppleLanguages", "(de)"]
        arguments += LaunchArguments(.set(.pageSize, to: 3))
        #expect(arguments == ["-AppleLanguages", "(de)", "--toggle", "page_size=3"])
        #expect(LaunchArguments().isEmpty)
    }

    @Test func presetFileBecomesArguments() throws {
        let folder = try TemporaryFolder()
        let text = """
            {
              "version": 1,
              "name": "qa",
              "toggles": {
                "search_ranking": "neural", "page_size": 3, "new_checkout": true, "limits": { "items": 1, "note": "" }, "order_store": "live"
              }
            }
            """
        let path = try folder.write(text, to: "preset.json")
        let values = [
            "--toggle", "limits={\"items\":1,\"note\":\"\"}", "--toggle", "new_checkout=true", "--toggle",
            "order_store=live",
            "--toggle", "page_size=3", "--toggle", "search_ranking=neural",
        ]
        #expect(try Array(LaunchArguments(.preset(contentsOfFile: path))) == values)
        // Of two arguments for a toggle, the client uses the last.
        #expect(
            try Array(LaunchArguments(.set(.pageSize, to: 5), .preset(contentsOfFile: path)))
                == values + ["--toggle", "page_size=5"]
        )
    }

    @Test func invalidPresetFileThrowsAnError() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("preset.json")
        let missing = #expect(throws: LocalDefaultsError.self) {
            try LaunchArguments(.preset(contentsOfFile: path))
        }
        #expect(missing?.message == "The file does not exist.")

        try folder.write(#"{ "version": 1, "toggles": [] }"#, to: "preset.json")
        let malformed = #expect(throws: LocalDefaultsError.self) {
            try LaunchArguments(.preset(contentsOfFile: path))
        }
        #expect(malformed?.location?.line == 1)

        try folder.write(#"{ "page_size": 3 }"#, to: "preset.json")
        #expect(throws: LocalDefaultsError.self) { try LaunchArguments(.preset(contentsOfFile: path)) }
    }

    @Test func clientReadsTheArguments() {
        let registry = ToggleRegistry(namespace: "Shop") { toggles in
            toggles.add(ops: .pageSize, details: ToggleDetails(description: "", owner: ""))
            toggles.add(ops: .banner, details: ToggleDetails(description: "", owner: ""))
            toggles.add(ops: .limits, details: ToggleDetails(description: "", owner: ""))
            toggles.add(ops: .discount, details: ToggleDetails(description: "", owner: ""))
            toggles.add(migration: .orderStore, details: ToggleDetails(description: "", owner: ""))
        }
        let client = ToggleClient(
            registries: [registry],
            overrides: OverrideSources(
                arguments: Array(
                    LaunchArguments(
                        .set(.pageSize, to: -3),
                        .set(.banner, to: "--toggle x"),
                        .set(.limits, to: TestToggles.Limits(items: 7, note: "")),
                        .set(.discount, to: 1e-3),
                        .set(.orderStore, to: .shadow)
                    )
                )
            )
        )
        #expect(client.value(of: .pageSize) == -3)
        #expect(client.value(of: .banner) == "--toggle x")
        #expect(client.value(of: .limits).items == 7)
        #expect(client.value(of: .discount) == 0.001)
        #expect(client.stage(of: .orderStore) == .shadow)
        #expect(client.problems == [])
    }
}
