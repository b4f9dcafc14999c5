import Foundation
import Testing

/// Commands where there's no manifest, which use the toggles of a running app.
@Suite(.timeLimit(.minutes(20))) struct WithoutManifestTests {
    let shop: Shop

    private static let missing = """
        There is no toggles.yaml in this folder, in one above it, or elsewhere in this project. `toggles init` writes \
        one.
        """

    init() throws {
        shop = try Shop()
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
    }

    /// Runs `toggles` with the standard places of local defaults files.
    private func runInStandardPlaces(_ arguments: [String]) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            arguments,
            environment: shop.environment.merging(["TOGGLES_DEFAULTS": ""]) { $1 },
            in: shop.path
        )
    }

    /// The standard local defaults file of an application.
    private func defaults(_ application: String) -> String {
        #if canImport(Darwin)
        "\(shop.path)/home/Library/Application Support/\(application)/toggles.json"
        #else
        "\(shop.path)/home/\(application)/toggles.json"
        #endif
    }

    @Test(
        arguments: [
            (["list"], "\nsearch_ranking  hybrid"),
            (["list", "--json"], "\"key\": \"search_ranking\""),
            (["list", "--no-app"], "\nsearch_ranking  classic"),
            (["get", "search_ranking"], "hybrid\n"),
            (["get", "searchRanking"], "hybrid\n"),
            (["get", "search_ranking", "--context", "targetingKey=x"], "hybrid\n"),
            (["explain", "search_ranking"], "  ops toggle, takes one of classic, neural, hybrid\n"),
            (["set", "search_ranking", "neural"], "search_ranking = neural\n"),
            (["unset", "page_size"], "page_size: already unset\n"),
            (["unset", "--all"], "All toggles are already unset.\n"),
            (["undo"], "There is nothing to undo.\n"),
            (["redo"], "There is nothing to redo.\n"),
            (["pin", "page_size"], "page_size is pinned\n"),
            (["unpin", "page_size"], "page_size was not pinned\n"),
            (["preset", "list"], "There are no presets."),
            (["console", "--json"], "\"key\": \"search_ranking\""),
        ]
    )
    func usesTogglesOfRunningApp(arguments: [String], output: String) throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result.status == 0, "\(result)")
        #expect("\n\(result.output)".contains(output), "\(result)")
        #expect(
            result.error.hasPrefix("no manifest here: toggles of shop 2.1.0, pid \(app.process)\n"),
            "\(result)"
        )
        #expect(!result.error.contains("that no manifest declares"), "\(result)")
    }

    @Test(arguments: [["list"], ["set", "page_size", "3"], ["validate"], ["lint"]])
    func almostRightNameIsNamed(arguments: [String]) throws {
        try shop.createFolder("Sources")
        try shop.write(Shop.manifest, to: "toggles.yml")
        for (folder, path) in [(".", "toggles.yml"), ("Sources", "../toggles.yml")] {
            let result = try BuiltCommand("toggles").run(
                arguments,
                environment: shop.lintEnvironment,
                in: "\(shop.path)/\(folder)"
            )
            let error = "There is no toggles.yaml, but a file ‘\(path)’. Rename it to toggles.yaml.\n"
            #expect(result == BuiltCommand.Result(error: error, status: 2))
        }
    }

    @Test func plainConsoleUsesTogglesOfRunningApp() throws {
        let app = try RunningShop(in: shop, remote: Shop.remote)
        let result = try shop.run("console", "--plain", input: "get search_ranking\n")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("hybrid"), "\(result)")
        #expect(result.error.contains("no manifest here: toggles of shop 2.1.0, pid \(app.process)\n"), "\(result)")
    }

    @Test func appsListsRunningApp() throws {
        let app = try RunningShop(in: shop)
        for options in [[], ["--application", "shop"], ["--defaults", shop.defaults]] {
            let result = try BuiltCommand("toggles").run(
                ["apps"] + options,
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.status == 0, "\(result)")
            #expect(result.error == "", "\(result)")
            #expect(result.output.contains("\nshop         2.1.0    \(app.process) "), "\(result)")
        }
    }

    @Test(
        arguments: [
            (
                ["set", "search_ranking", "popular"],
                "‘popular’ is not a value of ‘search_ranking’, which takes one of classic, neural, hybrid"
            ),
            (["set", "page_size", "many"], "‘many’ is not a value of ‘page_size’, which takes a whole number"),
            (["set", "page_sise", "3"], "There is no toggle ‘page_sise’. Did you mean ‘page_size’?"),
            (
                ["get", "delivery"],
                """
                The app's value of ‘delivery’ has 10040 bytes, and its state file contains only the beginning. To compute \
                the value, run the command in a checkout of the project, with --no-app.

                """
            ),
            (
                ["get", "delivery", "--no-app"],
                "The app's default of ‘delivery’ has 10040 bytes, and its state file contains only the beginning."
            ),
            (["list", "--app", "1"], "no app that follows "),
            (["list", "--manifest", "none.yaml"], "Cannot read ‘none.yaml’: No such file or directory.\n"),
            (["validate"], "There is no toggles.yaml in this folder"),
            (["kill", "page_size"], "There is no toggles.yaml in this folder"),
        ]
    )
    func refusesWhatDeclarationsDoNotAllow(arguments: [String], error: String) throws {
        let app = try RunningShop(in: shop)
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(result.status == 2, "\(result)")
        #expect(result.error.contains(error), "\(result)")
        #expect(shop.text("home/defaults.json") == nil)
        withExtendedLifetime(app) {}
    }

    @Test func severalApplicationsAreChoice() throws {
        let toggles = [FixedState.integer("page_size", 4750)]
        let states = [
            try FixedState("shop", toggles: toggles, beside: defaults("shop"), process: 7),
            try FixedState("admin", toggles: toggles, beside: defaults("admin"), process: 8),
        ]
        for arguments in [
            ["list"], ["get", "page_size"], ["set", "page_size", "3"], ["undo"], ["console", "--plain"],
        ] {
            #expect(
                try runInStandardPlaces(arguments)
                    == BuiltCommand.Result(
                        error: """
                            There is no manifest here, and several applications are running. Choose one:
                              --application admin  \(defaults("admin"))
                              --application shop   \(defaults("shop"))

                            """,
                        status: 2
                    )
            )
        }
        for (options, process) in [
            (["--application", "shop"], 7), (["--defaults", defaults("admin")], 8), (["--app", "7"], 7),
        ] {
            let result = try runInStandardPlaces(["get", "page_size"] + options)
            #expect(result.output == "4750\n", "\(options): \(result)")
            #expect(result.error.contains("pid \(process)\n"), "\(options): \(result)")
        }
        let set = try runInStandardPlaces(["set", "page_size", "3", "--application", "admin"])
        #expect(set.status == 0, "\(set)")
        #expect(FileManager.default.fileExists(atPath: defaults("admin")))
        #expect(!FileManager.default.fileExists(atPath: defaults("shop")))
        let apps = try runInStandardPlaces(["apps"])
        #expect(apps.output.contains("\nadmin ") && apps.output.contains("\nshop "), "\(apps)")
        withExtendedLifetime(states) {}
    }

    /// Writes a state file of ‘shop’ in a later format, and one of another process that has a page size.
    private func statesWithUnusableOne(_ application: String, pageSize: Int) throws -> [FixedState] {
        let toggles = [FixedState.integer("page_size", pageSize)]
        return [
            try FixedState(#"{"version": 2}"#, beside: defaults("shop"), process: 7),
            try FixedState(application, toggles: toggles, beside: defaults(application), process: 8),
        ]
    }

    @Test func appWithUnusableStateMakesChoiceNecessary() throws {
        let states = try statesWithUnusableOne("admin", pageSize: 4753)
        for arguments in [
            ["list"], ["get", "page_size"], ["set", "page_size", "3"], ["undo"], ["console", "--plain"],
        ] {
            #expect(
                try runInStandardPlaces(arguments)
                    == BuiltCommand.Result(
                        error: """
                            There is no manifest here, and several applications can be running, because a state file \
                            can't be used. Choose one:
                              --application admin  \(defaults("admin"))
                            \(defaults("shop").dropLast(5)).state/7-a.json: The app wrote version 2 of the format, but \
                            this command reads version 1. Use the commands of the package version that the app uses.

                            """,
                        status: 2
                    )
            )
        }
        #expect(!FileManager.default.fileExists(atPath: defaults("admin")))
        for options in [["--application", "admin"], ["--app", "8"]] {
            let result = try runInStandardPlaces(["get", "page_size"] + options)
            #expect(result.output == "4753\n", "\(result)")
            #expect(!result.error.contains("version 2"), "\(result)")
        }
        withExtendedLifetime(states) {}
    }

    @Test func problemBesideTheAppIsPrintedOnce() throws {
        let states = try statesWithUnusableOne("shop", pageSize: 4754)
        for arguments in [
            ["list"], ["get", "page_size"], ["get", "page_size", "--no-app"], ["get", "page_size", "--context", "a=b"],
            ["set", "page_size", "3", "--application", "shop"], ["undo", "--application", "shop"], ["preset", "list"],
        ] {
            let result = try runInStandardPlaces(arguments)
            #expect(result.status == 0, "\(result)")
            let lines = result.error.split(separator: "\n").filter { $0.contains("7-a.json: The app wrote version 2") }
            #expect(lines.count == 1, "\(arguments): \(result)")
            #expect(lines.allSatisfy { $0.hasPrefix("warning: ") }, "\(result)")
        }
        withExtendedLifetime(states) {}
    }

    @Test func documentCannotBeChanged() throws {
        let state = try FixedState(
            "shop",
            toggles: [FixedState.integer("page_size", 4755)],
            beside: shop.defaults,
            process: 7
        )
        try shop.write(#"{"flags": {}}"#, to: "flags.json")
        let result = try shop.run(
            "console",
            "--plain",
            "--document",
            "flags.json",
            input: "change-document page_size\n"
        )
        let reason = "pass --document, or set ‘document:’"
        #expect(result.output.hasSuffix("warning: change the document: \(reason)\n"), "\(result)")
        #expect(result.status == 2)
        withExtendedLifetime(state) {}
    }

    @Test func onlyApplicationIsUsedWhereverItsFolderIs() throws {
        // The app chose its file itself, so the name of its folder isn't that of the application.
        let state = try FixedState(
            "shop",
            toggles: [FixedState.integer("page_size", 4751)],
            beside: defaults("other"),
            process: 7
        )
        #expect(try runInStandardPlaces(["get", "page_size"]).output == "4751\n")
        let unnamed = try runInStandardPlaces(["set", "page_size", "3"])
        #expect(unnamed.status == 2)
        #expect(unnamed.error.hasSuffix("If it is shop, pid 7, add --defaults \(defaults("other")).\n"), "\(unnamed)")
        #expect(try runInStandardPlaces(["set", "page_size", "3", "--defaults", defaults("other")]).status == 0)
        #expect(FileManager.default.fileExists(atPath: defaults("other")))
        #expect(!FileManager.default.fileExists(atPath: defaults("shop")))
        withExtendedLifetime(state) {}
    }

    /// Without a manifest, any app could be the one that happens to run.
    @Test(
        arguments: [
            ["set", "page_size", "3"], ["set", "--restore"], ["unset", "page_size"], ["unset", "--all"], ["undo"],
            ["redo"],
            ["preset", "save", "demo"], ["preset", "apply", "demo"], ["preset", "delete", "demo"],
            ["preset", "import", "preset.json"], ["pin", "page_size"], ["unpin", "--all"],
        ]
    )
    func changesNeedNamedApp(arguments: [String]) throws {
        let state = try FixedState(
            "shop",
            toggles: [FixedState.integer("page_size", 4756)],
            beside: defaults("shop"),
            process: 7
        )
        try shop.write(#"{"version": 1, "toggles": {"page_size": 3}}"#, to: "preset.json")
        #expect(
            try runInStandardPlaces(arguments)
                == BuiltCommand.Result(
                    error: """
                        no manifest here: toggles of shop, pid 7
                        Nothing was changed: there's no manifest here, and the command doesn't name the app whose files it \
                        changes. If it is shop, pid 7, add --application shop.

                        """,
                    status: 2
                )
        )
        let folder = URL(filePath: defaults("shop")).deletingLastPathComponent().path(percentEncoded: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["toggles.state"])
        withExtendedLifetime(state) {}
    }

    @Test(.enabled(if: Terminal.tmux != nil, "tmux is not installed"))
    func changeIsConfirmedOnTerminal() async throws {
        let state = try FixedState(
            "shop",
            toggles: [FixedState.integer("page_size", 4758)],
            beside: defaults("shop"),
            process: 7
        )
        let command = try BuiltCommand("toggles").path
        for (answer, isChanged) in [("n", false), ("y", true)] {
            let terminal = try Terminal(
                "\(command) set page_size 3; echo \"ended with $?\"; cat",
                environment: shop.environment.merging(["TOGGLES_DEFAULTS": ""]) { $1 },
                in: shop.path
            )
            let question = "Change the files of shop, pid 7? [y/N]"
            #expect(try await terminal.screen(showing: question).contains(question))
            try terminal.press(answer, "Enter")
            let end = "ended with \(isChanged ? 0 : 2)"
            #expect(try await terminal.screen(showing: end).contains(end))
            #expect(FileManager.default.fileExists(atPath: defaults("shop")) == isChanged)
        }
        withExtendedLifetime(state) {}
    }

    @Test(
        arguments: [
            ["list"], ["preset", "list"], ["pin"], ["undo", "--dry-run"], ["preset", "apply", "demo", "--dry-run"],
            ["set", "page_size", "3", "--application", "shop"], ["undo", "--application", "shop"],
        ]
    )
    func otherCommandsUseAnyApp(arguments: [String]) throws {
        let state = try FixedState(
            "shop",
            toggles: [FixedState.integer("page_size", 4757)],
            beside: defaults("shop"),
            process: 7
        )
        let result = try runInStandardPlaces(arguments)
        #expect(!result.error.contains("Nothing was changed"), "\(result)")
        withExtendedLifetime(state) {}
    }

    @Test func withoutAppErrorNamesIt() throws {
        let instead = "The toggles of a running app would be used instead, but no app"
        for (options, sentence) in [
            ([], "\(instead) is running."),
            (["--application", "shop"], "\(instead) of ‘shop’ that follows \(defaults("shop")) is running."),
            (["--defaults", shop.defaults], "\(instead) that follows \(shop.defaults) is running."),
        ] {
            for arguments in [["list"], ["set", "page_size", "3"], ["console", "--plain"], ["apps"], ["undo"]] {
                #expect(
                    try runInStandardPlaces(arguments + options)
                        == BuiltCommand.Result(error: "\(Self.missing) \(sentence)\n", status: 2)
                )
            }
        }
        #expect(
            try runInStandardPlaces(["list", "--app", "1"])
                == BuiltCommand.Result(error: "\(Self.missing) \(instead) has the process ID 1.\n", status: 2)
        )
    }

    @Test(
        arguments: [
            ("{", "The state file is not JSON: "),
            (#"{"version": 2}"#, "The app wrote version 2 of the format, but this command reads version 1."),
            ("[]", "This is not a state file, because it has no ‘version’."),
        ]
    )
    func damagedStateFileIsNamed(text: String, problem: String) throws {
        let state = try FixedState(text, beside: defaults("shop"), process: 7)
        for arguments in [["list"], ["get", "page_size"], ["set", "page_size", "3"], ["apps"]] {
            let result = try runInStandardPlaces(arguments)
            #expect(result.status == 2, "\(result)")
            #expect(
                result.error.hasPrefix(
                    """
                    \(Self.missing) The toggles of a running app would be used instead, but its state file can't be used. \
                    \(defaults("shop").dropLast(5)).state/7-a.json: \(problem)
                    """
                ),
                "\(result)"
            )
        }
        withExtendedLifetime(state) {}
    }

    @Test func damagedTogglesAreLeftOut() throws {
        let state = try FixedState(
            "shop",
            toggles: [
                FixedState.integer("page_size", 4752),
                #"{"key":"Not a key","category":"ops","type":"int","default":1,"value":1,"source":"default"}"#,
                #"{"key":"later","category":"ops","type":"color","default":1,"value":1,"source":"default"}"#,
                #"{"key":"text","category":"ops","type":"int","default":"a","value":"a","source":"default"}"#,
            ],
            beside: defaults("shop"),
            process: 7
        )
        let result = try runInStandardPlaces(["list"])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("\npage_size  4752"), "\(result)")
        #expect(
            result.error == """
                no manifest here: toggles of shop, pid 7
                warning: The app has toggles that this version of toggles can't show: Not a key, later, text.
                shop, pid 7, no remote source

                """
        )
        withExtendedLifetime(state) {}
    }
}
