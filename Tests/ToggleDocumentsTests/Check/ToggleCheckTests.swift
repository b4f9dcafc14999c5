import FeatureToggles
import Testing
import ToggleBase

struct ToggleCheckTests {
    private let registry = ToggleRegistry(
        namespace: "Shop",
        toggles: [
            ToggleDefinition(key: "new_checkout", category: .release, type: .bool, defaultValue: false),
            ToggleDefinition(
                key: "search_ranking",
                category: .ops,
                type: .variants(["classic", "neural"]),
                defaultValue: "classic",
                remoteParameter: "search_ranking_2",
                retiredParameters: ["search_ranking_1"]
            ),
            ToggleDefinition(key: "page_size", category: .ops, type: .int, defaultValue: 10),
            ToggleDefinition(key: "discount", category: .ops, type: .double, defaultValue: 0.5),
        ]
    )

    private func flag(_ key: String, _ variants: String, rest: String = "") -> String {
        "\"\(key)\":{\"state\":\"ENABLED\",\"variants\":\(variants)\(rest)}"
    }

    private func check(_ flags: String...) -> [String] {
        findings(in: "{\"flags\":{\n\(flags.joined(separator: ",\n"))\n}}", registry: registry)
    }

    @Test func validValuesHaveNoFindings() {
        #expect(
            check(
                flag("search_ranking_2", #"{"a":"classic","b":"neural"}"#),
                flag("page_size", #"{"a":10,"b":20.0}"#),
                flag("search_ranking_1", #"{"on":true,"off":false}"#, rest: #","defaultVariant":"off""#)
            ) == []
        )
    }

    /// A migration goes through its stages one after another.
    @Test func stagesNeedNotBeUsed() {
        let registry = ToggleRegistry(
            namespace: "Shop",
            toggles: [
                ToggleDefinition(key: "store", category: .migration, type: .migrationStages, defaultValue: "off"),
                ToggleDefinition(key: "mode", category: .ops, type: .variants(["off", "live"]), defaultValue: "off"),
            ]
        )
        let variants = MigrationStage.allCases.map { "\"\($0.rawValue)\":\"\($0.rawValue)\"" }.joined(separator: ",")
        let shares = #"{"fractional":[["live",10],["shadow",90]]}"#
        for rule in [shares, #"{"if":[true,"shadow",\#(shares)]}"#] {
            let text = flag("store", "{\(variants)}", rest: #","defaultVariant":"shadow","targeting":\#(rule)"#)
            for registry in [registry, nil] {
                let found = findings(in: "{\"flags\":{\n\(text)\n}}", registry: registry)
                #expect(found.filter { !$0.contains("note: ") } == [], "\(found)")
            }
        }
        let other = flag(
            "mode",
            #"{"off":"off","live":"live"}"#,
            rest: #","defaultVariant":"off","targeting":{"if":[{"var":"beta"},"off"]}"#
        )
        let found = findings(in: "{\"flags\":{\n\(other)\n}}", registry: registry)
        #expect(found.contains { $0.contains("warning: ‘live’ is never used") }, "\(found)")
    }

    @Test func valuesOfWrongTypeAreErrors() {
        let found = check(
            flag("search_ranking_2", #"{"a":"neurl"}"#),
            flag("page_size", #"{"a":1.5}"#),
            flag("search_ranking_1", #"{"x":1}"#)
        )
        #expect(
            found == [
                "2:55: error: \"neurl\" is a string, but ‘search_ranking’ takes one of classic, neural",
                "3:48: error: 1.5 is a number, but ‘page_size’ takes a whole number",
            ]
        )
    }

    @Test func integersThatPlatformsRoundAreErrors() {
        let found = check(
            flag("page_size", #"{"a":9007199254740991,"b":-9007199254740992}"#),
            flag("search_ranking_1", #"{"x":1}"#)
        )
        #expect(
            found.filter { $0.contains("error") } == [
                "2:69: error: -9007199254740992 is outside ±9007199254740991 (2^53 - 1), where platforms round integers "
                    + "differently; write a number closer to 0"
            ]
        )
    }

    @Test func doublesAreWholeNumbersThatFitExactly() {
        let found = check(
            flag("discount", #"{"a":10000000000000000,"b":-1e16,"c":-9007199254740993}"#),
            flag("search_ranking_1", #"{"x":1}"#)
        )
        #expect(
            found.filter { $0.contains("error") } == [
                "2:79: error: -9007199254740993 is not exactly a Double, which ‘discount’ takes; write the nearest one, "
                    + "-9007199254740992.0"
            ]
        )
    }

    @Test func unreadFlagsAreReported() {
        let retired = flag("search_ranking_1", #"{"off":false}"#)
        #expect(
            check(flag("page_sise", #"{"a":1}"#), retired)
                == ["2:1: warning: no toggle reads ‘page_sise’; did you mean ‘page_size’?"]
        )
        #expect(
            check(flag("new_checkout", #"{"on":true}"#), retired) == [
                "2:1: warning: ‘new_checkout’ is a release toggle, which does not read documents; make it an ops toggle, or remove the flag"
            ]
        )
        #expect(
            check(flag("search_ranking", #"{"a":"classic"}"#), retired) == [
                "2:1: warning: ‘search_ranking’ reads the remote parameter ‘search_ranking_2’, so nothing reads this flag"
            ]
        )
    }

    @Test func retiredParametersMustStayUnchanged() {
        #expect(
            check(flag("page_size", #"{"a":1}"#)) == [
                """
                1:2: warning: the flag ‘search_ranking_1’ is missing, but released versions of ‘search_ranking’ still read \
                it; restore it
                """
            ]
        )
        let found = check(flag("search_ranking_1", #"{"on":true}"#, rest: #","defaultVariant":"on""#))
        #expect(found.count == 1 && found[0].contains("it was retired to stay off for them, but it is on"))
    }
}
