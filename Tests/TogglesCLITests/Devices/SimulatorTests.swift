import Foundation
import Testing

/// Commands with `--simulator`.
@Suite(.timeLimit(.minutes(20))) struct SimulatorTests {
    let shop: Shop
    let xcrun: ScriptedXcrun

    init() throws {
        shop = try Shop()
        xcrun = try ScriptedXcrun(in: shop)
        try xcrun.setBooted((ScriptedXcrun.simulator, "iPhone 17 Pro"))
    }

    /// Creates the local defaults file of an app that isn't running.
    private func override(_ key: String, _ value: String, in path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{\"version\": 1, \"toggles\": {\"\(key)\": \(value)}}".utf8).write(to: url)
    }

    @Test func attachesToRunningApp() throws {
        let defaults = try xcrun.install("com.example.other", ScriptedXcrun.bundle)[1]
        let app = try RunningShop(in: shop, defaults: defaults, remote: Shop.remote)
        let result = try xcrun.run("get", "search_ranking", "--simulator")
        #expect(result.output == "hybrid\n", "\(result)")
        #expect(
            result.error.hasPrefix("shop 2.1.0, pid \(app.process) on iPhone 17 Pro, remote READY rev 12"),
            "\(result)"
        )
        let apps = try xcrun.run("apps", "--simulator")
        #expect(apps.output.contains("\(app.process)"), "\(apps)")
    }

    @Test func runningAppFollowsChange() throws {
        let defaults = try xcrun.install(ScriptedXcrun.bundle)[0]
        let app = try RunningShop(in: shop, defaults: defaults)
        let set = try xcrun.run("set", "page_size", "7", "--simulator")
        #expect(set.output == "page_size = 7\n", "\(set)")
        app.waitForWrite()
        #expect(try xcrun.run("get", "page_size", "--simulator").output == "7\n")
        #expect(shop.text("home/defaults.json") == nil)
    }

    @Test(arguments: [
        ["set", "--simulator", "page_size", "7"], ["set", "page_size=7", "--simulator"],
        ["set", "--simulator", ScriptedXcrun.bundle, "page_size", "7"],
        ["set", "--simulator", "iPhone 17 Pro", "--bundle", ScriptedXcrun.bundle, "page_size", "7"],
        ["set", "--simulator", ScriptedXcrun.simulator.lowercased(), "page_size=7"],
        ["set", "page_size=7", "--simulator", "--bundle", ScriptedXcrun.bundle],
    ])
    func optionStandsAnywhere(arguments: [String]) throws {
        let defaults = try xcrun.install(ScriptedXcrun.bundle)[0]
        try override("banner", "\"Sale\"", in: defaults)
        let result = try BuiltCommand("toggles").run(
            arguments,
            environment: shop.environment.merging(xcrun.environment) { $1 },
            in: shop.path
        )
        #expect(result == BuiltCommand.Result(output: "page_size = 7\n"))
        #expect(try String(contentsOfFile: defaults, encoding: .utf8).contains("\"page_size\": 7"))
    }

    /// An app in a simulator doesn't have the environment of the shell.
    @Test func environmentOfShellOverridesNothing() throws {
        let defaults = try xcrun.install(ScriptedXcrun.bundle)[0]
        try override("page_size", "5", in: defaults)
        let variable = ["TOGGLE_PAGE_SIZE": "9"]
        #expect(try xcrun.run("get", "page_size", "--simulator", environment: variable).output == "5\n")
        let set = try xcrun.run("set", "page_size", "7", "--simulator", environment: variable)
        #expect(set == BuiltCommand.Result(output: "page_size = 7\n"))
        let plain = try xcrun.run(
            "console",
            "--plain",
            "--simulator",
            environment: variable,
            input: "get page_size\n"
        )
        #expect(plain.output.hasSuffix("\n7\n"), "\(plain)")
    }

    @Test func newAppGetsFile() throws {
        let defaults = try xcrun.install(ScriptedXcrun.bundle)[0]
        let result = try xcrun.run("set", "page_size", "7", "--simulator", ScriptedXcrun.bundle)
        #expect(result.status == 0, "\(result)")
        #expect(FileManager.default.fileExists(atPath: defaults))
    }

    @Test func offersChoiceOfApps() throws {
        try xcrun.setBooted((ScriptedXcrun.simulator, "iPhone 17 Pro"), (ScriptedXcrun.otherSimulator, "iPad mini"))
        let first = try xcrun.install(ScriptedXcrun.bundle)[0]
        let second = try xcrun.install(ScriptedXcrun.bundle, in: ScriptedXcrun.otherSimulator)[0]
        for path in [first, second] { try override("page_size", "5", in: path) }
        let result = try xcrun.run("get", "page_size", "--simulator")
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        Several apps could be meant. Choose one:
                          --simulator \(ScriptedXcrun.otherSimulator) --bundle com.example.shop  iPad mini (iOS 26.1)
                          --simulator \(ScriptedXcrun.simulator) --bundle com.example.shop  iPhone 17 Pro (iOS 26.1)

                        """,
                    status: 2
                )
        )
        #expect(try xcrun.run("get", "page_size", "--simulator", "iPad mini").output == "5\n")
        let app = try RunningShop(in: shop, defaults: second)
        let running = try xcrun.run("get", "page_size", "--simulator")
        #expect(running.error.contains("pid \(app.process) on iPad mini"), "\(running)")
    }

    @Test func historyPinsAndPresetsAreInContainer() throws {
        let defaults = try xcrun.install(ScriptedXcrun.bundle)[0]
        for arguments in [
            ["set", "page_size=7"], ["preset", "save", "demo"], ["set", "page_size=8"], ["undo"],
            ["preset", "apply", "demo"], ["pin", "page_size"], ["unset", "--all"],
        ] {
            let result = try BuiltCommand("toggles").run(
                arguments + ["--simulator", ScriptedXcrun.bundle],
                environment: shop.environment.merging(xcrun.environment) { $1 },
                in: shop.path
            )
            #expect(result.status == 0, "\(arguments): \(result)")
        }
        let folder = URL(filePath: defaults).deletingLastPathComponent().path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/presets/demo.json"))
        #expect(FileManager.default.fileExists(atPath: "\(folder)/toggles.console.json"))
    }

    /// What `simctl` answers, and the sentence about it.
    @Test(arguments: [
        (
            "xcrun: error: unable to find utility \"simctl\", not a developer tool or in PATH\n",
            "The selected developer tools lack this tool. Install Xcode, and select it with `sudo xcode-select -s /Applications/Xcode.app`.\n"
        ),
        (
            "You have not agreed to the Xcode license agreements. Please run 'sudo xcodebuild -license'\n",
            "Xcode's license isn't accepted yet. Run `sudo xcodebuild -license accept`.\n"
        ),
        (
            "An error was encountered processing the command (domain=com.apple.CoreSimulator.SimError, code=405):\nUnable to lookup in current state: Shutdown\n",
            "The simulator is shut down. Start it, and try again.\n"
        ),
        ("\u{1B}[31mSomething new\u{7}\n", "simctl failed: \u{FFFD}[31mSomething new\u{FFFD}.\n"),
        ("", "simctl failed without saying why.\n"),
    ])
    func explainsFailures(answer: String, sentence: String) throws {
        try xcrun.fail(with: answer)
        let result = try xcrun.run("list", "--simulator")
        #expect(result == BuiltCommand.Result(error: sentence, status: 2))
    }

    @Test func explainsWhatIsMissing() throws {
        let defaults = try xcrun.install(ScriptedXcrun.bundle)[0]
        #expect(
            try xcrun.run("list", "--simulator").error == """
                No app in ‘iPhone 17 Pro’ has files of the application ‘shop’. Start a debug build of the app there, or name it \
                with --bundle.

                """
        )
        #expect(
            try xcrun.run("list", "--simulator", "com.example.none").error
                == "The app ‘com.example.none’ isn't installed in ‘iPhone 17 Pro’. Installed: ‘com.example.shop’.\n"
        )
        for (arguments, name) in [
            (["list", "--simulator", "iPhone 3G"], "iPhone 3G"), (["list", "--simulator", "phone"], "phone"),
            (["apps", "--simulator", "phone"], "phone"), (["get", "page_size", "--simulator", "phone"], "phone"),
        ] {
            let result = try BuiltCommand("toggles").run(
                arguments,
                environment: shop.environment.merging(xcrun.environment) { $1 },
                in: shop.path
            )
            #expect(
                result.error == """
                    No booted simulator is named ‘\(name)’. Booted: ‘iPhone 17 Pro’. Write for example \
                    `--simulator 'iPhone 17 Pro'`.

                    """
            )
            #expect(result.status == 2)
        }
        try override("page_size", "5", in: defaults)
        let unknown = """
            There is no toggle ‘phone’. If it is the name that --simulator should use, write the identifier instead, which \
            `xcrun simctl list devices booted` shows, because the name looks like a key.

            """
        #expect(try xcrun.run("explain", "page_size", "--simulator", "phone").error == unknown)
        #expect(try xcrun.run("get", "--simulator", "phone", "page_size").error == unknown)
        let hint = "If it is the app's bundle identifier, write --bundle com.example.shop.\n"
        #expect(
            try xcrun.run("explain", "--simulator", "iPhone 17 Pro", "com.example.shop", "page_size").error
                == "There is no toggle ‘com.example.shop’. \(hint)"
        )
        #expect(
            try xcrun.run("set", "--simulator", "iPhone 17 Pro", "com.example.shop", "page_size=7", "banner=Sale").error
                == "‘com.example.shop’ has no value. \(hint)"
        )
        try xcrun.setBooted()
        #expect(
            try xcrun.run("list", "--simulator").error
                == "No simulator is booted. Start one, for example with `xcrun simctl boot 'iPhone 17'`.\n"
        )
        try xcrun.set("garbage")
        #expect(
            try xcrun.run("list", "--simulator").error
                == "The output of `xcrun simctl list -j devices booted` can't be read.\n"
        )
    }

    @Test func garbledListOfAppsIsExplained() throws {
        for text in ["", "{", "{ a = ( b, ; }", "{ \"a\\U12\" = b; }", String(repeating: "{a=", count: 100_000)] {
            try shop.write(text, to: "xcrun/listapps-\(ScriptedXcrun.simulator)")
            #expect(
                try xcrun.run("list", "--simulator").error == """
                    The output of `xcrun simctl listapps \(ScriptedXcrun.simulator)` can't be read. Name the app with \
                    --bundle.

                    """
            )
        }
    }

    @Test(arguments: ["abc", "0", "601", "1.5"])
    func invalidTimeLimitIsAnError(limit: String) throws {
        let message = """
            TOGGLES_XCRUN_TIMEOUT is ‘\(limit)’. Set it to a number of seconds from 1 to 600, or unset it for 30 s.

            """
        for option in ["--simulator", "--device"] {
            let result = try xcrun.run("list", option, environment: ["TOGGLES_XCRUN_TIMEOUT": limit])
            #expect(result == BuiltCommand.Result(error: message, status: 2))
        }
    }

    @Test(.timeLimit(.minutes(20))) func hangingToolHasTimeLimit() throws {
        try xcrun.set("hang")
        let result = try xcrun.run("list", "--simulator", environment: ["TOGGLES_XCRUN_TIMEOUT": "1"])
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        `xcrun simctl list -j` took longer than 1 s. If the device is only slow, set TOGGLES_XCRUN_TIMEOUT to \
                        a larger number.

                        """,
                    status: 2
                )
        )
    }

    @Test(arguments: ["--simulator", "--device"]) func missingToolIsOneSentence(option: String) throws {
        let result = try xcrun.run("list", option, environment: ["PATH": "/nowhere"])
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        --simulator and --device need `xcrun`, which comes with Xcode on a Mac, but it can't be run here: No \
                        such file or directory.

                        """,
                    status: 2
                )
        )
    }

    @Test func optionsExcludeEachOther() throws {
        let exclusion = "--defaults, --simulator, and --device exclude each other."
        for (arguments, message) in [
            (["list", "--simulator", "--device"], exclusion),
            (["list", "--defaults", "a.json", "--simulator"], exclusion),
            (["list", "--bundle", "com.example.shop"], "--bundle needs --simulator or --device."),
            (["console", "--json", "com.example.shop"], "Unexpected argument ‘com.example.shop’."),
            (["list", "com.example.shop"], "Unexpected argument ‘com.example.shop’."),
            (["list", "--simulator=phone"], "‘--simulator=phone’ can't be distinguished from a key."),
        ] {
            let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
            #expect(result.status == 2 && result.error.contains(message), "\(result)")
        }
    }

    @Test func consoleTakesSimulatorAndBundle() throws {
        try xcrun.setBooted((ScriptedXcrun.simulator, "iPhone 17 Pro"), (ScriptedXcrun.otherSimulator, "iPad"))
        for simulator in [ScriptedXcrun.simulator, ScriptedXcrun.otherSimulator] {
            try override("page_size", "41", in: try xcrun.install(ScriptedXcrun.bundle, in: simulator)[0])
        }
        for arguments in [
            ["--simulator", "iPhone 17 Pro", ScriptedXcrun.bundle], ["--simulator", "iPad", ScriptedXcrun.bundle],
            ["--simulator", "iPad"], ["--simulator", ScriptedXcrun.simulator, "--bundle", ScriptedXcrun.bundle],
        ] {
            let result = try BuiltCommand("toggles").run(
                ["console", "--plain"] + arguments,
                environment: shop.environment.merging(xcrun.environment) { $1 },
                in: shop.path,
                input: "get page_size\n"
            )
            #expect(result.status == 0 && result.output.contains("41"), "\(arguments) \(result)")
        }
    }
}
