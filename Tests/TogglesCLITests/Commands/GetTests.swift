import Foundation
import Testing

struct GetTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test(
        arguments: [
            (["new_checkout"], "false\n"), (["search_ranking"], "classic\n"),
            (["search_ranking", "--json"], "\"classic\"\n"), (["page_size"], "20\n"), (["banner"], "\n"),
            (["banner", "--json"], "\"\"\n"), (["delivery"], "{\"days\":3,\"countries\":[\"DE\"]}\n"),
            (["order_store"], "off\n"),
        ]
    )
    func printsOnlyValue(arguments: [String], output: String) throws {
        let result = try BuiltCommand("toggles").run(
            ["get"] + arguments,
            environment: shop.environment,
            in: shop.path
        )
        #expect(result == BuiltCommand.Result(output: output))
    }

    @Test func unusableLocalDefaultsAreReported() throws {
        _ = try shop.run("set", "new_checkout", "on")
        try #"{"version": 1, "toggles": {"new_checkout": tr"#.write(
            toFile: shop.defaults,
            atomically: true,
            encoding: .utf8
        )
        let result = try shop.run("get", "new_checkout")
        #expect(result.output == "false\n")
        #expect(result.status == 0)
        #expect(result.error.hasPrefix("warning: "), "\(result.error)")
        #expect(result.error.contains(shop.defaults))
    }

    @Test func printsActiveValue() throws {
        try shop.write(Shop.remote, to: "flags.json")
        #expect(try shop.run("get", "search_ranking", "--remote", "flags.json").output == "hybrid\n")
        _ = try shop.run("set", "search_ranking", "neural")
        #expect(try shop.run("get", "search_ranking", "--remote", "flags.json").output == "neural\n")
        #expect(
            try shop.run("get", "search_ranking", environment: ["TOGGLE_SEARCH_RANKING": "classic"]).output
                == "classic\n"
        )
    }

    @Test(
        arguments: [
            ("serch_ranking", "There is no toggle ‘serch_ranking’. Did you mean ‘search_ranking’?\n"),
            ("nothing_like_it", "There is no toggle ‘nothing_like_it’. `toggles list` shows all of them.\n"),
        ]
    )
    func unknownKeyIsWrongUsage(key: String, error: String) throws {
        #expect(try shop.run("get", key) == BuiltCommand.Result(error: error, status: 2))
    }

    @Test func usesDefaultsFileOfApplicationByDefault() throws {
        try shop.createFolder("home/shop")
        try shop.write(#"{"version": 1, "toggles": {"page_size": 3}}"#, to: "home/shop/toggles.json")
        let environment = ["HOME": "\(shop.path)/home", "XDG_CONFIG_HOME": "\(shop.path)/home"]
        #if os(Linux)
        let result = try BuiltCommand("toggles").run(["get", "page_size"], environment: environment, in: shop.path)
        #expect(result == BuiltCommand.Result(output: "3\n"))
        #endif
        try shop.write(#"{"version": 1, "toggles": {"page_size": 4}}"#, to: "other.json")
        #expect(try shop.run("get", "page_size", "--defaults", "other.json").output == "4\n")
        #expect(
            try shop.run("get", "page_size", environment: ["TOGGLES_DEFAULTS": "\(shop.path)/other.json"]).output
                == "4\n"
        )
    }
}
