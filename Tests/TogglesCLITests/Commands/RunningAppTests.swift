import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct RunningAppTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    /// Returns a text with the variable parts of an app's line replaced.
    private func neutral(_ text: String, _ app: RunningShop) -> String {
        text.replacing("\(app.process)", with: "PID").replacing(#/\d+ s (old|ago)/#) { "N s \($0.1)" }
            .replacing(#/"(since|started|changed|lastSuccess)": \d+/#) { "\"\($0.1)\": N" }
    }

    @Test(arguments: [Int64.min, Int64.max])
    func anyTimeInAStateFileIsShown(time: Int64) throws {
        let shop = try Shop()
        let app = try FixedState(
            """
            {"version": 1, "application": "shop", "process": {"id": 7, "started": \(time)}, "changed": \(time), "toggles": [],
             "remote": {"source": "s", "status": "READY", "since": \(time), "why": "", "lastSuccess": \(time),
              "revision": "W/\\"5e3a\\""}}
            """,
            beside: shop.defaults,
            process: 7
        )
        defer { withExtendedLifetime(app) {} }
        for arguments in [["apps"], ["list"], ["get", "page_size"], ["explain", "page_size"]] {
            let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
            #expect(result.status == 0, "\(result)")
            #expect((result.output + result.error).contains("7"), "\(result)")
        }
        let apps = try BuiltCommand("toggles").run(["apps", "--json"], environment: shop.environment, in: shop.path)
        #expect(apps.output.contains(#""revision": "5e3a""#), "\(apps)")
    }

    @Test func listShowsValuesOfRunningApp() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let result = try shop.run("list")
        let delivery = #"{"days":4,"countries":["DE"],"terms":"long long long long lo…"#
        #expect(
            result.output.replacing(delivery, with: "DELIVERY").replacing(#/ +/#, with: " ") == """
                KEY VALUE SOURCE CATEGORY OWNER EXPIRES
                new_checkout off default release payments 2026-12-15
                search_ranking hybrid remote ops search 2027-01-31
                page_size 20 default (!) ops search 2027-01-31
                banner "" default ops growth 2027-01-31
                delivery DELIVERY default ops logistics permanent
                checkout_button control default (!) experiment growth 2026-12-01
                admin_tools off default (!) permission platform permanent
                order_store off default (!) migration data 2027-06-01

                """
        )
        func absent(_ key: String) -> String {
            """
            warning: (!) \(key): the running app doesn't have this toggle, so this is the manifest's default; build and \
            start the app again. `toggles explain \(key)` shows every source.
            """
        }
        #expect(
            neutral(result.error, app) == """
                shop 2.1.0, pid PID, remote READY rev 12, N s old
                warning: (!) page_size: "many" is a string, but ‘page_size’ takes a whole number. `toggles explain \
                page_size` shows every source.
                \(absent("checkout_button"))
                \(absent("admin_tools"))
                \(absent("order_store"))
                warning: The app also has toggles that no manifest declares: old_header.

                """
        )
        #expect(result.status == 0)
    }

    @Test func explainIsWhatAppSaid() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        _ = try shop.run("set", "page_size", "7")
        app.waitForWrite()
        let result = try shop.run("explain", "search_ranking", "page_size", environment: ["TOGGLE_PAGE_SIZE": "9"])
        #expect(
            result.output == """
                search_ranking = hybrid
                  Which ranking the search uses.
                  ops toggle, takes one of classic, neural, hybrid; owner search; expires 2027-01-31

                    launch argument  unset
                    environment      unset
                    local defaults   unset  \(shop.defaults)
                  → remote           hybrid  search_ranking_2
                    default          classic

                  reason STATIC, variant on

                page_size = 7
                  Results per page.
                  ops toggle, takes a whole number; owner search; expires 2027-01-31

                    launch argument  unset
                    environment      unset
                  → local defaults   7  \(shop.defaults)
                    remote           skipped: "many" is a string, but ‘page_size’ takes a whole number  page_size
                    default          20

                  reason STATIC

                """
        )
        #expect(neutral(result.error, app) == "shop 2.1.0, pid PID, remote READY rev 12, N s old\n")
    }

    @Test func getPrintsValueOfRunningApp() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let result = try shop.run("get", "search_ranking")
        #expect(result.output == "hybrid\n")
        #expect(neutral(result.error, app) == "shop 2.1.0, pid PID, remote READY rev 12, N s old\n")
        #expect(try shop.run("get", "search_ranking", "--no-app") == BuiltCommand.Result(output: "classic\n"))
    }

    @Test func givenContextIsEvaluatedWithDocumentOfApp() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        for command in ["get", "list", "explain"] {
            let key = command == "list" ? [] : ["search_ranking"]
            let result = try BuiltCommand("toggles").run(
                [command] + key + ["--context", "targetingKey=x"],
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.output.contains("hybrid"))
            let note = "shop 2.1.0, pid PID: computed for the given context, with the app's document\n"
            #expect(neutral(result.error, app).contains(note))
        }
        #expect(
            try shop.run("get", "search_ranking", "--no-app", "--context", "targetingKey=x")
                == BuiltCommand.Result(output: "classic\n")
        )
    }

    @Test func unusedAttributesOfTheAppAreNoted() throws {
        let remote = """
            {"flags": {"search_ranking_2": {"state": "ENABLED", "variants": {"classic": "classic", "hybrid": "hybrid"},
              "defaultVariant": "classic", "targeting": {"if": [{"and": [
                {"sem_ver": [{"var": "appVersion"}, ">=", "2.0.0"]}, {"ends_with": [{"var": "email"}, "@example.com"]},
                {"!=": [{"var": "osName"}, "Plan 9"]}]}, "hybrid"]}}}}
            """
        let app = try RunningShop(in: shop, remote: remote)
        let origin = "shop 2.1.0, pid PID: computed for the given context, with the app's document\n"
        func note(_ names: String) -> String {
            """
            note: the given context replaces that of the app, and rules also read these attributes of the app: \(names); to \
            use them, pass them as well

            """
        }
        let key = try shop.run("get", "search_ranking", "--context", "targetingKey=ada")
        #expect(key.output == "classic\n")
        #expect(neutral(key.error, app) == origin + note("appVersion, email"))
        let version = try shop.run("explain", "search_ranking", "--json", "--context", "appVersion=2.1.0")
        #expect(version.error == note("email"))
        let whole = try shop.run("list", "--context", "appVersion=2.1.0", "--context", "email=ada@example.com")
        #expect(whole.output.contains("hybrid"))
        #expect(!whole.error.contains("note:"))
        let other = try shop.run("get", "page_size", "--context", "targetingKey=ada")
        #expect(neutral(other.error, app) == origin)
    }

    @Test func givenContextIsExplainedWithoutRemoteSourceOfApp() throws {
        let app = try RunningShop(in: shop)
        let result = try shop.run("explain", "page_size", "--json", "--context", "targetingKey=x")
        withExtendedLifetime(app) {}
        #expect(result.output.contains(#""because": "there is no remote source""#), "\(result)")
    }

    @Test func givenContextWithoutAppIsNoted() throws {
        let result = try shop.run("list", "--context", "targetingKey=x")
        #expect(result.error.hasPrefix("computed for the given context, remote not loaded\n"))
    }

    @Test func valueThatIsTooLongForStateFileIsAnError() throws {
        let app = try RunningShop(in: shop)
        let result = try shop.run("get", "delivery")
        #expect(
            neutral(result.error, app) == """
                shop 2.1.0, pid PID, no remote source
                The app's value of ‘delivery’ has 10040 bytes, and its state file contains only the beginning. --no-app \
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
        let program = try BuiltCommand("test-host").path
        #expect(
            neutral(list.output, app).replacing(program, with: "PROGRAM") == """
                {
                  "version": 1,
                  "resolved": {
                    "by": "app",
                    "application": "shop",
                    "applicationVersion": "2.1.0",
                    "process": PID,
                    "executable": "PROGRAM",
                    "started": N,
                    "changed": N,
                    "localDefaults": "\(shop.defaults)",
                    "remote": {
                      "source": "https://flags.example.com/shop.json",
                      "status": "READY",
                      "why": "‘https://flags.example.com/shop.json’ has no newer document than the active one",
                      "since": N,
                      "lastSuccess": N,
                      "revision": "12"
                    }
                  },
                  "localDefaults": "\(shop.defaults)",
                  "toggles": [],
                  "problems": []
                }

                """
        )
        #expect(list.error == "")
    }

    @Test func overrideOfToggleThatAppLacksIsWarning() throws {
        #expect(try shop.run("set", "checkout_button", "treatment").error == "")
        let app = try RunningShop(in: shop)
        let result = try shop.run("set", "checkout_button=control", "page_size=7")
        #expect(result.status == 0)
        #expect(
            neutral(result.error, app) == """
                warning: ‘checkout_button’ has no effect yet, because shop 2.1.0, pid PID doesn't have this toggle; build \
                and start the app again.

                """
        )
    }

    @Test func strongerOverridesOfRunningAppAreNamed() throws {
        let app = try FixedState(
            """
            {"version": 1, "application": "shop", "applicationVersion": "2.1.0", "process": {"id": 7}, "toggles": [
             {"key": "page_size", "category": "ops", "type": "int", "value": 3, "source": "launch argument",
              "reason": "STATIC", "sources": [{"source": "launch argument", "origin": "--toggle page_size=3", "value": 3}]},
             {"key": "banner", "category": "ops", "type": "string", "value": "Sale", "source": "environment",
              "reason": "STATIC", "sources": [{"source": "environment", "origin": "TOGGLE_BANNER=Sale", "value": "Sale"}]},
             {"key": "search_ranking", "category": "ops", "type": "variants", "value": "classic", "source": "default",
              "reason": "DEFAULT"}]}
            """,
            beside: shop.defaults,
            process: 7
        )
        defer { withExtendedLifetime(app) {} }
        func warning(_ key: String, _ origin: String) -> String {
            """
            warning: ‘\(key)’ keeps its value in shop 2.1.0, pid 7, because \(origin) takes precedence over the local \
            defaults file; start the app again without it

            """
        }
        let pageSize = warning("page_size", "--toggle page_size=3")
        let banner = warning("banner", "TOGGLE_BANNER=Sale")
        // The warning about the app replaces the one about the same variable of the shell.
        let set = try shop.run(
            "set",
            "page_size=5",
            "banner=Other",
            "search_ranking=neural",
            environment: ["TOGGLE_PAGE_SIZE": "9"]
        )
        #expect(
            set
                == BuiltCommand.Result(
                    output: "page_size = 5\nbanner = Other\nsearch_ranking = neural\n",
                    error: pageSize + banner
                )
        )
        _ = try shop.run("preset", "save", "demo", "--key", "page_size")
        let unset = try shop.run("unset", "page_size")
        #expect(unset == BuiltCommand.Result(output: "page_size: unset\n", error: pageSize))
        #expect(try shop.run("preset", "apply", "demo", "--dry-run").error == "")
        let applied = try shop.run("preset", "apply", "demo")
        #expect(applied == BuiltCommand.Result(output: "page_size: unset → 5\n", error: pageSize))
        let undone = try shop.run("undo")
        #expect(undone == BuiltCommand.Result(output: "page_size: 5 → unset\n", error: pageSize))
        #expect(try shop.run("unset", "search_ranking").error == "")
        #expect(try shop.run("unset", "--all").error == banner)
    }

    @Test func strongerOverridesOfOlderProcessesAreNamed() throws {
        func state(_ process: Int, _ source: String) throws -> FixedState {
            try FixedState(
                """
                {"version": 1, "application": "shop", "process": {"id": \(process), "started": \(process)}, "toggles": [
                 {"key": "page_size", "category": "ops", "type": "int", "value": 3, "source": "\(source)",
                  "reason": "STATIC", "sources": [{"source": "\(source)", "origin": "--toggle page_size=3", "value": 3}]}]}
                """,
                beside: shop.defaults,
                process: process
            )
        }
        let older = try state(7, "launch argument")
        let newer = try state(8, "default")
        defer { withExtendedLifetime((older, newer)) {} }
        #expect(
            try shop.run("set", "page_size=5").error == """
                warning: ‘page_size’ keeps its value in shop, pid 7, because --toggle page_size=3 takes precedence over \
                the local defaults file; start the app again without it

                """
        )
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
        let program = try BuiltCommand("test-host").path
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
        let list = try shop.run("list")
        let origin = "a running app of ‘shop’ can't be read: values are computed, remote not loaded"
        #expect(list.error.contains("\n\(origin)\n"))
        #expect(try shop.run("list", "--json").output.contains("The app wrote version 2 of the format"))
        let apps = try shop.run("apps")
        #expect(apps.error.hasSuffix("No running app of ‘shop’ that follows \(shop.defaults) can be read.\n"))
        #expect(try shop.run("list", "--context", "targetingKey=x").error.contains("The app wrote version 2"))
        withExtendedLifetime(app) {}
    }
}
