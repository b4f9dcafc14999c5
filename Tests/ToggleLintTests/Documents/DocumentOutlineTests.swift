import Testing
import ToggleLint
import ToggleManifest

@Suite struct DocumentOutlineTests {
    @Test func flagsHaveLocationsValuesAndShares() throws {
        let text = """
            {"flags": {
              "search": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                "targeting": {"if": [{"var": "beta"}, {"fractional": [{"var": "email"}, ["on", 10], ["off", 90]]}]}},
              "reviews": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"owner": "a"}}
            }}
            """
        let outline = try #require(DocumentOutline(Array(text.utf8)))
        #expect(outline.parameters.map(\.key) == ["search", "reviews"])
        #expect(outline.parameters.map(\.keyRange.start.line) == [2, 4])
        #expect(outline.parameters.map(\.valueForAllUsers) == [nil, true])
        #expect(outline.parameters.map(\.defaultVariant) == ["off", "on"])
        #expect(outline.parameters[0].variants.map(\.name) == ["on", "off"])
        #expect(outline.parameters[1].metadata["owner"] == "a")
        let rollout = try #require(outline.parameters[0].rollouts.first)
        #expect(rollout.range.start.line == 3)
        #expect(rollout.shares.map(\.variant) == ["on", "off"])
        #expect(rollout.shares.map(\.weight) == [10, 90])
    }

    @Test(arguments: [#""state": "DISABLED""#, #""state": "ENABLED", "defaultVariant": "none""#])
    func flagsWithoutVariantHaveNoRollouts(state: String) throws {
        let rule = #""targeting": {"fractional": [["on", 10], ["off", 90]]}"#
        let text = #"{"flags": {"a": {\#(state), "variants": {"on": true, "off": false}, \#(rule)}}}"#
        #expect(try #require(DocumentOutline(Array(text.utf8))).parameters.map(\.rollouts.count) == [0])
    }

    @Test func killedRuleHasNoRollouts() throws {
        let shares = #"{"fractional": [["on", 10], ["off", 90]]}"#
        for (rule, count) in [(shares, 1), (#"{"if": [true, "off", \#(shares)]}"#, 0)] {
            let text = """
                {"flags": {"a": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                  "targeting": \(rule)}}}
                """
            #expect(try #require(DocumentOutline(Array(text.utf8))?["a"]).rollouts.count == count)
        }
    }

    @Test(arguments: ["", "[]", #"{"flags": []}"#])
    func invalidDocumentHasNoOutline(text: String) {
        #expect(DocumentOutline(Array(text.utf8))?.parameters.count == nil)
    }
}
