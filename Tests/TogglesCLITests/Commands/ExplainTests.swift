import Foundation
import Testing

struct ExplainTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
        try shop.write(Shop.remote, to: "flags.json")
    }

    @Test func showsEverySourceInOrder() throws {
        _ = try shop.run("set", "search_ranking", "neural")
        #expect(
            try shop.run("explain", "search_ranking", "page_size", "--remote", "flags.json")
                == BuiltCommand.Result(
                    output: """
                        search_ranking = neural
                          Which ranking the search uses.
                          ops toggle, takes one of classic, neural, hybrid; owner search; expires 2027-01-31

                            launch argument  unset
                            environment      unset
                          → local defaults   neural  \(shop.defaults)
                            remote           hybrid  search_ranking_2
                            default          classic

                          reason STATIC

                        page_size = 20
                          Results per page.
                          ops toggle, takes a whole number; owner search; expires 2027-01-31

                            launch argument  unset
                            environment      unset
                            local defaults   unset  \(shop.defaults)
                            remote           skipped: "many" is a string, but ‘page_size’ takes a whole number  page_size
                          → default          20

                          reason ERROR
                          error TYPE_MISMATCH: "many" is a string, but ‘page_size’ takes a whole number

                        """
                )
        )
    }

    /// Without a targeting key, no user is in the shares, which looks like a rule that has no effect.
    @Test func missingTargetingKeyIsNamed() throws {
        let shares = #"{"fractional": [["hybrid", 10], ["classic", 90]]}"#
        let variants = #""variants": {"classic": "classic", "hybrid": "hybrid"}, "defaultVariant": "classic""#
        let flag = #"{"state": "ENABLED", \#(variants), "targeting": \#(shares)}"#
        try shop.write(#"{"flags": {"search_ranking_2": \#(flag)}}"#, to: "flags.json")
        let note = "note: the rules of ‘search_ranking’ need a targeting key; pass --context targetingKey=…\n"
        for options in [[], ["--json"]] {
            let result = try BuiltCommand("toggles").run(
                ["explain", "search_ranking", "page_size", "--remote", "flags.json"] + options,
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.error.contains(note), "\(result)")
        }
        let key = "targetingKey=ada"
        let given = try shop.run("explain", "search_ranking", "--remote", "flags.json", "--context", key)
        #expect(!given.error.contains("targeting key"), "\(given)")
        let other = try shop.run("explain", "page_size", "--remote", "flags.json")
        #expect(!other.error.contains("targeting key"), "\(other)")
    }

    @Test func unusableOverrideOfAnotherToggleIsAWarning() throws {
        let result = try shop.run(
            "explain",
            "page_size",
            environment: ["TOGGLE_PAGE_SIZE": "many", "TOGGLE_NEW_CHECKOUT": "tru"]
        )
        let message = "‘many’ is not a value of ‘page_size’, which takes a whole number"
        #expect(result.output.contains("    environment      skipped: \(message)  TOGGLE_PAGE_SIZE=many\n"))
        #expect(
            result.error == """
                no running app of ‘shop’: values are computed, remote not loaded
                warning: TOGGLE_NEW_CHECKOUT=tru: ‘tru’ is not a value of ‘new_checkout’, which takes on or off

                """
        )
    }

    @Test func releaseToggleIgnoresRemoteDocument() throws {
        let output = try shop.run("explain", "new_checkout", "--remote", "flags.json").output
        #expect(output.contains("    remote           not queried: release toggles have no remote parameter\n"))
        #expect(output.hasSuffix("\n  reason DEFAULT\n"))
    }

    @Test func remoteVariantIsShown() throws {
        let output = try shop.run("explain", "search_ranking", "--remote", "flags.json").output
        #expect(output.contains("  → remote           hybrid  search_ranking_2\n"))
        #expect(output.hasSuffix("\n  reason STATIC, variant on\n"))
    }

    @Test func migrationShowsAgreementOfStores() throws {
        #expect(try shop.run("explain", "order_store").output.hasSuffix("\n  reason DEFAULT\n"))
        try shop.write(
            #"""
            {"version": 1, "migrations": {"order_store": {
              "since": 1795252500, "stage": "shadow", "reads": 12431, "writes": 310, "checked": 12431, "agreed": 12429,
              "new": {"operations": 12741, "failures": 1, "last_failure": "Closed\u001b[2J"},
              "differences": [{"time": 1795252512, "name": "order", "old": "Order (redacted)", "new": "nothing"}]
            }, "page_size": {"reads": 1}}}
            """#,
            to: "home/defaults.migrations.json"
        )
        #expect(
            try shop.run("explain", "order_store").output.hasSuffix(
                """
                  reason DEFAULT

                  agreement 99.98% of 12,431, newest difference
                    2026-11-21 09:15 UTC, order: old Order (redacted), new nothing
                  12,431 reads, 310 writes since 2026-11-21, most recently in shadow
                  the new store failed once in 12,741 operations, most recently with Closed\\u{1b}[2J

                """
            )
        )
        #expect(try !shop.run("explain", "page_size").output.contains("reads"))
        let json = try shop.run("explain", "order_store", "--json").output
        #expect(json.contains(#""agreed": 12429"#))
        try shop.write("[", to: "home/defaults.migrations.json")
        #expect(try shop.run("explain", "order_store").output.hasSuffix("\n  reason DEFAULT\n"))
    }

    @Test func printsExplanationsAsJSON() throws {
        let result = try shop.run("explain", "page_size", "--json", environment: ["TOGGLE_PAGE_SIZE": "5"])
        #expect(
            result
                == BuiltCommand.Result(
                    output: """
                        [
                          {
                            "key": "page_size",
                            "value": 5,
                            "category": "ops",
                            "type": "int",
                            "default": 20,
                            "remote": "page_size",
                            "description": "Results per page.",
                            "owner": "search",
                            "created": "2026-09-01",
                            "expires": "2027-01-31",
                            "permanent": false,
                            "source": "environment",
                            "reason": "STATIC",
                            "sources": [
                              {
                                "source": "launch argument",
                                "answer": "unset",
                                "decisive": false
                              },
                              {
                                "source": "environment",
                                "origin": "TOGGLE_PAGE_SIZE=5",
                                "answer": "value",
                                "value": 5,
                                "decisive": true
                              },
                              {
                                "source": "local defaults",
                                "origin": "\(shop.defaults)",
                                "answer": "unset",
                                "decisive": false
                              },
                              {
                                "source": "remote",
                                "answer": "not queried",
                                "because": "the app's remote document isn't loaded here",
                                "decisive": false
                              },
                              {
                                "source": "default",
                                "answer": "value",
                                "value": 20,
                                "decisive": false
                              }
                            ],
                            "resolved": {
                              "by": "command"
                            }
                          }
                        ]

                        """
                )
        )
    }

    @Test func unknownKeyIsWrongUsage() throws {
        #expect(
            try shop.run("explain", "page_size", "pagesize")
                == BuiltCommand.Result(error: "There is no toggle ‘pagesize’. Did you mean ‘page_size’?\n", status: 2)
        )
    }
}
