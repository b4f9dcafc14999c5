import Foundation
import Testing

struct ListTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func pipedTableHasNoColors() throws {
        #expect(
            try shop.run("list")
                == BuiltCommand.Result(
                    output: """
                        KEY              VALUE                          SOURCE   CATEGORY    OWNER      EXPIRES
                        new_checkout     off                            default  release     payments   2026-12-15
                        search_ranking   classic                        default  ops         search     2027-01-31
                        page_size        20                             default  ops         search     2027-01-31
                        banner           ""                             default  ops         growth     2027-01-31
                        delivery         {"days":3,"countries":["DE"]}  default  ops         logistics  permanent
                        checkout_button  control                        default  experiment  growth     2026-12-01
                        admin_tools      off                            default  permission  platform   permanent
                        order_store      off                            default  migration   data       2027-06-01

                        """,
                    error: "no running app of ‘shop’: values are computed, remote not loaded\n"
                )
        )
    }

    @Test func tableShowsSourcesAndMarksErrors() throws {
        try shop.write(Shop.remote, to: "flags.json")
        _ = try shop.run("set", "banner", "Sale today")
        let result = try shop.run(
            "list",
            "--category",
            "ops",
            "--remote",
            "flags.json",
            environment: ["TOGGLE_DELIVERY": "{}"]
        )
        #expect(
            result
                == BuiltCommand.Result(
                    output: """
                        KEY             VALUE       SOURCE          CATEGORY  OWNER      EXPIRES
                        search_ranking  hybrid      remote          ops       search     2027-01-31
                        page_size       20          default (!)     ops       search     2027-01-31
                        banner          Sale today  local defaults  ops       growth     2027-01-31
                        delivery        {}          environment     ops       logistics  permanent

                        """,
                    error: """
                        warning: (!) page_size: "many" is a string, but ‘page_size’ takes a whole number. `toggles \
                        explain page_size` shows every source.

                        """
                )
        )
    }

    @Test func filtersByCategoryAndOverride() throws {
        _ = try shop.run("set", "page_size=20", "new_checkout=on", "order_store=live")
        #expect(
            try shop.run("list", "--overridden", "--category", "release", "--category", "migration").output == """
                KEY           VALUE  SOURCE          CATEGORY   OWNER     EXPIRES
                new_checkout  on     local defaults  release    payments  2026-12-15
                order_store   live   local defaults  migration  data      2027-06-01

                """
        )
        #expect(try shop.run("list", "--overridden").output.contains("page_size     20     local defaults"))
    }

    @Test func misspelledOverridesAreWarningsOnStandardError() throws {
        try shop.write(#"{"version": 1, "toggles": {"pge_size": 3}}"#, to: "home/defaults.json")
        let result = try shop.run("list", "--overridden", environment: ["TOGGLE_NEW_CHEKOUT": "1"])
        #expect(
            result
                == BuiltCommand.Result(
                    output: "KEY  VALUE  SOURCE  CATEGORY  OWNER  EXPIRES\n",
                    error: """
                        no running app of ‘shop’: values are computed, remote not loaded
                        warning: TOGGLE_NEW_CHEKOUT=1: there is no toggle ‘new_chekout’; did you mean ‘new_checkout’?
                        warning: \(shop.defaults): there is no toggle ‘pge_size’; did you mean ‘page_size’?

                        """
                )
        )
    }

    @Test func unusableOverrideIsOneWarning() throws {
        let result = try shop.run("list", "--category", "release", environment: ["TOGGLE_NEW_CHECKOUT": "tru"])
        #expect(result.output.contains("new_checkout  off    default (!)  release"))
        #expect(
            result.error == """
                no running app of ‘shop’: values are computed, remote not loaded
                warning: TOGGLE_NEW_CHECKOUT=tru: ‘tru’ is not a value of ‘new_checkout’, which takes on or off

                """
        )
    }

    @Test func invalidDefaultsFileIsWarningWithLocation() throws {
        try shop.write("{\"version\": 1,\n \"toggles\": {page_size: 3}}", to: "home/defaults.json")
        let result = try shop.run("list")
        #expect(result.status == 0)
        #expect(result.output.contains("page_size        20                             default"))
        #expect(result.error.contains("warning: \(shop.defaults): line 2, column 14: "))
    }

    @Test func jsonContainsMoreThanTable() throws {
        let result = try shop.run("list", "--json", "--category", "release", environment: ["TOGGLE_X": "1"])
        #expect(
            result
                == BuiltCommand.Result(
                    output: """
                        {
                          "version": 1,
                          "resolved": {
                            "by": "command"
                          },
                          "localDefaults": "\(shop.defaults)",
                          "toggles": [
                            {
                              "key": "new_checkout",
                              "value": false,
                              "category": "release",
                              "type": "bool",
                              "default": false,
                              "description": "One-page checkout.",
                              "owner": "payments",
                              "created": "2026-11-01",
                              "expires": "2026-12-15",
                              "permanent": false,
                              "issue": "https://example.com/PAY-123",
                              "source": "default",
                              "reason": "DEFAULT",
                              "sources": [
                                {
                                  "source": "launch argument",
                                  "answer": "unset",
                                  "decisive": false
                                },
                                {
                                  "source": "environment",
                                  "answer": "unset",
                                  "decisive": false
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
                                  "because": "release toggles have no remote parameter",
                                  "decisive": false
                                },
                                {
                                  "source": "default",
                                  "answer": "value",
                                  "value": false,
                                  "decisive": true
                                }
                              ]
                            }
                          ],
                          "problems": [
                            "TOGGLE_X=1: there is no toggle ‘x’"
                          ]
                        }

                        """
                )
        )
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.output.utf8)) }
    }

    @Test func unknownCategoryIsWrongUsage() throws {
        let result = try shop.run("list", "--category", "opps")
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.error.hasPrefix("Error: The value 'opps' is invalid for '--category <category>'. Please provide")
        )
    }

    @Test func unreadableRemoteDocumentIsWrongUsage() throws {
        #expect(
            try shop.run("list", "--remote", "none.json")
                == BuiltCommand.Result(error: "Cannot read ‘none.json’: No such file or directory.\n", status: 2)
        )
    }

    @Test func invalidRemoteDocumentIsWrongUsage() throws {
        try shop.write("[]", to: "flags.json")
        #expect(
            try shop.run("list", "--remote", "flags.json")
                == BuiltCommand.Result(
                    error: """
                        ‘flags.json’ is not a flagd document: a flagd document must be an object with ‘flags’, not an array.

                        """,
                    status: 2
                )
        )
    }
}
