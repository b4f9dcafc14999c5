import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunningAppTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    /// Returns a text with the variable parts of an app's line replaced.
    private func neutral(_ text: String, _ app: RunningShop) -> String {
        text.replacing("\(app.process)", with: "PID").replacing(#/\d+ s (old|ago)/#) { "N s \($0.1)" }
            .replacing(#/"(since|started|changed|lastSuccess)": \d+/#) { "\"\($0.1)\": N" }
    }

    @Test func listShowsValuesOfRunningApp() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let result = try shop.run("list")
        #expect(
            result.output == """
                KEY              VALUE                          SOURCE       CATEGORY    OWNER      EXPIRES
                new_checkout     false                          default      release     payments   2026-12-15
                search_ranking   hybrid                         remote       ops         search     2027-01-31
                page_size        20                             default (!)  ops         search     2027-01-31
                banner           ""                             default      ops         growth     2027-01-31

                """
        )
        #expect(neutral(result.error, app) == "")
        #expect(result.status == 0)
    }

    @Test func explainIsWhatAppSaid() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        _ = try shop.run("set", "page_size", "7")
        app.waitForWrite()
        let result = try shop.run("explain", "search_ranking", "page_size", environment: ["TOGGLE_PAGE_SIZE": "9"])
        #expect(neutral(result.output, app) == "")
        #expect(neutral(result.error, app) == "shop 2.1.0, pid PID, remote READY rev 12\n")
    }

    @Test func getPrintsValueOfRunningApp() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let result = try shop.run("get", "search_ranking")
        #expect(result.output == "hybrid\n")
        #expect(neutral(result.error, app) == "shop 2.1.0, pid PID, remote READY rev 12\n")
        #expect(try shop.run("get", "search_ranking", "--no-app") == BuiltCommand.Result(output: "classic\n"))
        #expect(
            try shop.run("get", "search_ranking", "--context", "targetingKey=x")
                == BuiltCommand.Result(output: "classic\n")
        )
    }

    @Test func valueThatIsTooLongForStateFileIsAnError() throws {
        let app = try RunningShop(in: shop)
        let result = try shop.run("get", "delivery")
        #expect(
            neutral(result.error, app) == """
                shop 2.1.0, pid PID, no remote source
                The app's value of ‘delivery’ has 10045 bytes, and its state file contains only the beginning. --no-app \
                computes the value instead.

                """
        )
        #expect(result.output == "")
        #expect(result.status == 2)
    }

    @Test func jsonSaysWhoseValuesTheseAre() throws {
        #expect(
            try shop.run("explain", "banner", "--json").output.contains("\"resolved\": {\n      \"by\": \"command\"\n")
        )
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let list = try shop.run("list", "--json", "--overridden")
        #expect(neutral(list.output, app) == "")
        #expect(list.error == "")
    }

    @Test func severalProcessesAreNamed() throws {
        let first = try RunningShop(in: shop)
        let second = try RunningShop(in: shop)
        let list = try shop.run("apps", "--json").output
        #expect(list.contains("\"process\": \(first.process)"))
        #expect(list.contains("\"process\": \(second.process)"))
        let result = try shop.run("get", "page_size")
        #expect(result.output == "20\n")
        #expect(result.error.hasPrefix("2 processes of ‘shop’ are running; this is the one that started last. --app "))
        #expect(
            try shop.run("get", "page_size", "--app", "\(first.process)").error
                == "shop 2.1.0, pid \(first.process), no remote source\n"
        )
        #expect(
            try shop.run("get", "page_size", "--app", "\(second.process)").error
                == "shop 2.1.0, pid \(second.process), no remote source\n"
        )
    }

    @Test func appsListsRunningProcesses() throws {
        #expect(
            try shop.run("apps")
                == BuiltCommand.Result(error: "No running app of ‘shop’ follows \(shop.defaults).\n")
        )
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let program = try BuiltCommand("state-host").path
        let result = try shop.run("apps")
        #expect(
            neutral(result.output, app).replacing(program, with: "PROGRAM").replacing(#/ +/#, with: " ") == """
                APPLICATION VERSION PID STARTED REMOTE TOGGLES PROGRAM
                shop 2.1.0 PID N s ago READY rev 12 6 PROGRAM

                """
        )
        #expect(result.error == "")
    }

    @Test func killedAppIsNotShown() throws {
        let app = try RunningShop(in: shop)
        #expect(try shop.run("list", "--app").status == 0)
        app.kill()
        #expect(
            try shop.run("list", "--app")
                == BuiltCommand.Result(error: "No running app of ‘shop’ follows \(shop.defaults).\n", status: 2)
        )
        #expect(try shop.run("get", "page_size") == BuiltCommand.Result(output: "20\n"))
    }

    @Test(
        arguments: [
            (
                ["--app", "1", "--no-app"], "--app and --no-app exclude each other.\n"
            ),
            (
                ["--app", "--remote", "flags.json"],
                "An app has its own remote document and context, so --app excludes --remote and --context.\n"
            ),
        ]
    )
    func contradictingOptionsAreWrongUsage(options: [String], message: String) throws {
        let result = try BuiltCommand("toggles").run(["list"] + options, environment: shop.environment, in: shop.path)
        #expect(result == BuiltCommand.Result(error: message, status: 2))
    }

    @Test func absentProcessIsWrongUsage() throws {
        #expect(
            try shop.run("list", "--app", "1")
                == BuiltCommand.Result(error: "No app with the process 1 uses \(shop.defaults).\n", status: 2)
        )
        let app = try RunningShop(in: shop)
        let result = try shop.run("list", "--app", "1")
        #expect(
            neutral(result.error, app) == "No app with the process 1 uses \(shop.defaults). Running: PID.\n"
        )
        #expect(try shop.run("get", "page_size", "--app", "many").status == 2)
    }

    @Test func stateOfOtherVersionIsWarning() throws {
        let app = try RunningShop(in: shop)
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: "\(shop.path)/home/defaults.state").first {
                $0.hasSuffix(".json")
            }
        )
        try shop.write(#"{"version": 2}"#, to: "home/defaults.state/\(name)")
        let result = try shop.run("get", "page_size")
        #expect(result.output == "20\n")
        #expect(
            result.error == """
                warning: \(shop.path)/home/defaults.state/\(name): The app wrote version 2 of the format, but this command \
                reads version 1. Use the commands of the package version that the app uses.

                """
        )
        withExtendedLifetime(app) {}
    }
}
