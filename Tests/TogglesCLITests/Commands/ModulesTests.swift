import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Commands in a package of several modules, each with its own manifest.
struct ModulesTests {
    let project: ModularProject
    private let keys = ["farewell", "new_greeting", "politeness", "shouting"]

    init() throws {
        project = try ModularProject()
    }

    private func json(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8))
    }

    @Test(arguments: ModularProject.folders)
    func everyFolderListsAllModules(_ folder: String) throws {
        let result = try project.run("list", in: folder)
        #expect(result.status == 0)
        // The module at the root is named after its folder.
        let root = URL(filePath: project.path).lastPathComponent
        let rows: [[String]] = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(
            rows == [
                ["KEY", "VALUE", "SOURCE", "CATEGORY", "MODULE", "OWNER", "EXPIRES"],
                ["new_greeting", "off", "default", "release", root, "greeters", "2027-02-01"],
                ["shouting", "off", "default", "ops", root, "greeters", "permanent"],
                ["farewell", "control", "default", "experiment", "Farewells", "phrases", "2027-02-01"],
                ["politeness", "polite", "default", "ops", "Phrases", "phrases", "2027-06-01"],
            ]
        )
    }

    @Test func manifestThatIsNotAFileIsReported() throws {
        for name in ["Folder/toggles.yaml", "Pipe"] {
            try FileManager.default.createDirectory(
                atPath: "\(project.path)/Sources/\(name)",
                withIntermediateDirectories: true
            )
        }
        try #require(mkfifo("\(project.path)/Sources/Pipe/toggles.yaml", 0o600) == 0)
        let list = try project.run("list")
        #expect(list.status == 0)
        for name in ["Folder", "Pipe"] {
            let path = "Sources/\(name)/toggles.yaml"
            #expect(list.error.contains("\(path) has errors, so its toggles are missing"), "\(list)")
            let validate = try project.run("validate", "--manifest", path)
            #expect(validate.status == 2)
            #expect(validate.error.contains("it is not a file"), "\(validate)")
        }
        #expect(try project.run("get", "shouting", in: "Sources/Pipe").error.contains("it is not a file"))
    }

    @Test(arguments: ModularProject.folders)
    func everyFolderReadsAndEditsAllOverrides(_ folder: String) throws {
        #expect(try project.run("get", "politeness", in: folder).output == "polite\n")
        #expect(
            try project.run("set", "politeness=formal", "shouting=on", in: folder).status
                + project.run("set", "farewell", "cheerful", in: folder).status == 0
        )
        #expect(try project.run("get", "politeness", in: folder).output == "formal\n")
        let explanation = try project.run("explain", "farewell", in: folder).output
        #expect(explanation.contains("cheerful") && explanation.contains("; module Farewells; owner phrases;"))
        #expect(try project.run("undo", in: folder).output.contains("farewell"))
        #expect(
            try project.run("unset", "--all", in: folder).output
                == "politeness: unset\nshouting: unset\n"
        )
        #expect(try project.run("get", "shouting", in: folder).output == "false\n")
    }

    @Test(arguments: ModularProject.folders)
    func everyFolderAppliesPresets(_ folder: String) throws {
        _ = try project.run("set", "politeness=casual", "shouting=on", in: folder)
        #expect(try project.run("preset", "save", "loud", in: folder).status == 0)
        #expect(try project.run("preset", "show", "loud", in: folder).output.contains("politeness"))
        _ = try project.run("unset", "--all", in: folder)
        #expect(try project.run("preset", "apply", "loud", in: folder).status == 0)
        #expect(try project.run("get", "politeness", in: folder).output == "casual\n")
        #expect(try project.run("get", "shouting", in: folder).output == "true\n")
    }

    @Test(arguments: ModularProject.folders)
    func everyFolderChecksAllModules(_ folder: String) throws {
        let flags = keys.dropFirst(2).map { key in
            let value = key == "shouting" ? "true" : "\"formal\""
            return "\"\(key)\": {\"state\": \"ENABLED\", \"variants\": {\"a\": \(value)}, \"defaultVariant\": \"a\"}"
        }
        try project.write("{\"flags\": {\(flags.joined(separator: ", "))}}", to: "flags.json")
        let check = try project.run("check", "\(project.path)/flags.json", in: folder)
        #expect(check.status == 0, "\(check)")
        #expect(!check.output.contains("no toggle"), "\(check)")
        let difference = try project.run("diff", "\(project.path)/flags.json", "\(project.path)/flags.json", in: folder)
        #expect(difference.status == 0, "\(difference)")
        let validation = try project.run("validate", in: folder)
        #expect(validation.status == 0)
        #expect(validation.output.split(separator: "\n").count == 3, "\(validation)")
    }

    @Test(arguments: ModularProject.folders)
    func everyFolderLintsAllModules(_ folder: String) throws {
        let lint = try project.run("lint", "--date", "2026-11-21", in: folder)
        #expect(lint.status == 0, "\(lint)")
        #expect(lint.output.contains("3 manifests: 1 warning, 1 note in 4 toggles and "), "\(lint)")
        let expired = try project.run("lint", "--date", "2027-03-01", "--only", "expired_toggle", "--quiet", in: folder)
        for message in [
            "toggles.yaml:11:14: warning: ‘new_greeting’", "Sources/Farewells/toggles.yaml:14:14: warning: ‘farewell’",
        ] {
            #expect(expired.output.contains(message), "\(expired)")
        }
        let tickets = try project.run("tickets", "--date", "2027-03-01", in: folder)
        #expect(tickets.output.contains("change in the code and in `Sources/Farewells/toggles.yaml`, "), "\(tickets)")
        let report = try project.run("report", "--html", "-", "--date", "2026-11-21", in: folder)
        #expect(report.output.contains("politeness") && report.output.contains("new_greeting"))
        #expect(report.output.contains("<td>Phrases</td>"))
    }

    @Test(arguments: ModularProject.manifests.keys.sorted())
    func editChangesTheDeclaringManifest(_ manifest: String) throws {
        let key = try #require(ModularProject.manifests[manifest]?.first)
        let result = try project.run(
            "extend",
            key,
            "--until",
            "2099-12-31",
            "--reason",
            "It needs another release."
        )
        #expect(result.status == 0, "\(result)")
        for other in ModularProject.manifests.keys {
            #expect(try project.text(other).contains("2099-12-31") == (other == manifest))
        }
    }

    @Test func namedManifestsAreExactlyThose() throws {
        let result = try project.run(
            "list",
            "-m",
            "Sources/Phrases/toggles.yaml",
            "-m",
            "Sources/Farewells/toggles.yaml",
            "--json"
        )
        #expect(result.status == 0)
        #expect(!result.output.contains("shouting"))
        #expect(result.output.contains("politeness") && result.output.contains("farewell"))
    }

    @Test func togglesCanBeNamedAsInCode() throws {
        #expect(try project.run("set", "newGreeting", "on").output == "new_greeting = on\n")
        #expect(try project.run("get", ".newGreeting").output == "true\n")
        #expect(try project.run("explain", "newGreeting").output.contains("new_greeting"))
        #expect(try project.run("preset", "save", "new", "--key", "newGreeting").status == 0)
        #expect(try project.run("pin", "newGreeting").output == "new_greeting is pinned\n")
        #expect(try project.run("unpin", "newGreeting").output == "new_greeting is no longer pinned\n")
        #expect(try project.run("unset", "newGreeting").output == "new_greeting: unset\n")
        let extended = try project.run(
            "extend",
            "newGreeting",
            "--until",
            "2099-12-31",
            "--reason",
            "It needs more time."
        )
        #expect(extended.output.contains("new_greeting"), "\(extended)")
        #expect(
            try project.run("get", "newGreetin").error
                == "There is no toggle ‘newGreetin’. Did you mean ‘new_greeting’?\n"
        )
    }

    @Test func overridesOfOtherModulesSurvive() throws {
        _ = try project.run("set", "politeness=formal", "farewell=cheerful")
        try project.write("{\"version\": 1}", to: "unrelated.json")
        let result = try project.run("unset", "--all", "-m", "Sources/Phrases/toggles.yaml")
        #expect(
            result.output == """
                politeness: unset
                Left in the file, since the given manifests don't declare them: farewell. To remove them, name them: \
                toggles unset farewell

                """
        )
        #expect(try project.run("get", "farewell").output == "cheerful\n")
    }

    @Test func brokenManifestMayDeclareLeftOverrides() throws {
        _ = try project.run("set", "farewell", "cheerful")
        try project.write(
            project.text("Sources/Farewells/toggles.yaml").replacing("category: experiment", with: "category: 5"),
            to: "Sources/Farewells/toggles.yaml"
        )
        #expect(
            try project.run("unset", "--all").output == """
                All toggles are already unset.
                Left in the file, since they may be declared in Sources/Farewells/toggles.yaml, which has errors: farewell. \
                To remove them, name them: toggles unset farewell

                """
        )
    }

    @Test func flagOfToggleInTwoModulesIsChanged() throws {
        let copy = try project.text("Sources/Farewells/toggles.yaml")
        try project.write(copy.replacing("FarewellToggles", with: "OtherToggles"), to: "Sources/Other/toggles.yaml")
        try project.write(
            """
            {"flags": {"farewell": {"state": "ENABLED", "variants": {"control": "control", "cheerful": "cheerful"},
             "defaultVariant": "control"}}}
            """,
            to: "flags.json"
        )
        let result = try project.run("rollout", "farewell", "cheerful=10", "--document", "flags.json", "--dry-run")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("cheerful  0% → 10%"))
    }

    @Test func sharedKeyIsReportedByValidateAndLint() throws {
        let copy = try project.text("Sources/Farewells/toggles.yaml")
        try project.write(
            copy.replacing("FarewellToggles", with: "OtherToggles").replacing(
                "default: control",
                with: "default: cheerful"
            ),
            to: "Sources/Other/toggles.yaml"
        )
        let message =
            "Sources/Other/toggles.yaml:7:3: error: ‘farewell’ is also declared in Sources/Farewells/toggles.yaml:7 as "
            + "experiment FarewellVariant, default \"control\""
        let validation = try project.run("validate")
        #expect(validation.status == 1)
        #expect((validation.output + validation.error).contains(message.prefix(100)), "\(validation)")
        let lint = try project.run("lint", "--date", "2026-11-21", "--only", "shared_key")
        #expect(lint.status == 1)
        #expect(lint.output.contains("Sources/Other/toggles.yaml:7:3: error: ‘farewell’ is also declared"), "\(lint)")
    }

    @Test func severalApplicationsAreAChoice() throws {
        let text = try project.text("Sources/Phrases/toggles.yaml")
        try project.write(
            text.replacing("application: greeter", with: "application: parrot"),
            to: "Sources/Phrases/toggles.yaml"
        )
        try project.write(
            try project.text("toggles.yaml").replacing("application: greeter", with: "application: greeter"),
            to: "Sources/Greeter/toggles.yaml"
        )
        try FileManager.default.removeItem(atPath: "\(project.path)/toggles.yaml")
        for arguments in [["list"], ["lint", "--date", "2026-11-21"]] {
            let result = try BuiltCommand("toggles").run(arguments, environment: project.environment, in: project.path)
            #expect(
                result
                    == BuiltCommand.Result(
                        error: """
                            This project contains several applications. Choose one:
                              --application greeter  Sources/Farewells/toggles.yaml and 1 more
                              --application parrot   Sources/Phrases/toggles.yaml

                            """,
                        status: 2
                    )
            )
        }
        #expect(try project.run("get", "politeness", "--application", "parrot").output == "polite\n")
        // The nearest manifest decides.
        #expect(try project.run("get", "politeness", in: "Sources/Phrases").output == "polite\n")
        #expect(try project.run("lint", "--application", "parot").error.contains("Did you mean ‘parrot’?"))
    }

    @Test func appsOfAllApplicationsAreListed() throws {
        let phrases = "Sources/Phrases/toggles.yaml"
        try project.write(
            try project.text(phrases).replacing("application: greeter", with: "application: parrot"),
            to: phrases
        )
        let toggles = try BuiltCommand("toggles")
        var environment = project.environment
        environment["TOGGLES_DEFAULTS"] = nil
        func apps(_ options: String..., in folder: String = ".") throws -> BuiltCommand.Result {
            try toggles.run(["apps"] + options, environment: environment, in: "\(project.path)/\(folder)")
        }
        let none = try apps()
        let lines = none.error.split(separator: "\n")
        #expect(lines.count == 2, "\(none)")
        let path = try #require(lines.last?.split(separator: " follows ").last?.dropLast())
        #expect(path.contains("parrot"))
        let shop = try Shop()
        let app = try RunningShop(in: shop, defaults: String(path))
        for folder in [".", "Sources/Greeter", "Sources/Phrases"] {
            #expect(try apps(in: folder).output.contains(" \(app.process) "), "\(folder)")
        }
        #expect(try apps("--application", "greeter").output == "")
    }

    @Test func brokenManifestOfAnotherModuleIsNamed() throws {
        try project.write("schema: 1\nnamespace: 5\n", to: "Sources/Phrases/toggles.yaml")
        let list = try project.run("list")
        #expect(list.status == 0)
        #expect(list.error.contains("Sources/Phrases/toggles.yaml has errors, so its toggles are missing"), "\(list)")
        let lint = try project.run("lint", "--date", "2026-11-21")
        #expect(lint.status == 1)
        #expect(lint.error.contains("Sources/Phrases/toggles.yaml:"), "\(lint)")
    }

    @Test func brokenManifestThatNamesTheApplicationStopsCommands() throws {
        for path in ["Sources/Phrases/toggles.yaml", "Sources/Farewells/toggles.yaml"] {
            let text = try project.text(path)
            try project.write(
                text.split(separator: "\n").filter { !$0.hasPrefix("application") }.joined(separator: "\n"),
                to: path
            )
        }
        #expect(try project.run("set", "politeness", "formal").status == 0)
        let manifest = try project.text("toggles.yaml")
        try project.write(manifest.replacing("application: greeter", with: "application: gree ter"), to: "toggles.yaml")
        let result = try project.run("unset", "--all", in: "Sources/Phrases")
        #expect(result.status == 2)
        #expect(result.error.contains("has errors, so the application of"), "\(result)")
        #expect(try project.text("defaults.json").contains("politeness"))
    }

    @Test func applicationAppliesToNamedManifests() throws {
        let path = "Sources/Phrases/toggles.yaml"
        let text = try project.text(path).split(separator: "\n").filter { !$0.hasPrefix("application") }
        try project.write(text.joined(separator: "\n"), to: path)
        var environment = project.environment
        environment["TOGGLES_DEFAULTS"] = nil
        let result = try BuiltCommand("toggles").run(
            ["set", "politeness", "formal", "--manifest", path, "--application", "greeter"],
            environment: environment,
            in: project.path
        )
        #expect(result.status == 0, "\(result)")
        let get = ["get", "politeness", "--application", "greeter"]
        #expect(
            try BuiltCommand("toggles").run(get, environment: environment, in: project.path).output == "formal\n"
        )
    }

    @Test func oneManifestNamesTheDocumentOfAll() throws {
        try project.write("{\"flags\": {}}", to: "flags.json")
        try project.write(
            try project.text("toggles.yaml") + "document: flags.json\n",
            to: "toggles.yaml"
        )
        let result = try project.run("rollout", "politeness", "formal=10", "--dry-run")
        #expect(!result.error.contains("unknown which remote document"), "\(result)")
        #expect((result.output + result.error).contains("flags.json"), "\(result)")
    }

    @Test func manifestsShareOneDocument() throws {
        let module = "Sources/Phrases/toggles.yaml"
        try project.write("{\"flags\": {}}", to: "flags.json")
        try project.write("{\"flags\": {}}", to: "other.json")
        try project.write(try project.text("toggles.yaml") + "document: flags.json\n", to: "toggles.yaml")
        let text = try project.text(module)
        try project.write(text + "document: other.json\n", to: module)
        let result = try project.run("lint")
        #expect(result.status == 1)
        #expect(
            result.error.contains(
                """
                ‘document’ is ‘other.json’ here and ‘flags.json’ in toggles.yaml; all manifests of the application share \
                one document, so name it in one of them
                """
            ),
            "\(result)"
        )
        try project.write(text + "document: flags.json\n", to: module)
        #expect(!(try project.run("lint").error.contains("share one document")))
    }

    @Test func oneManifestNamesTheDocumentOfTheLog() throws {
        try project.write(
            #"{"flags": {"politeness": {"state": "DISABLED", "variants": {"polite": "polite"}}}}"#,
            to: "flags.json"
        )
        try project.write(
            try project.text("toggles.yaml") + "document: flags.json\n",
            to: "toggles.yaml"
        )
        try project.git("init", "--quiet")
        try project.git("add", "toggles.yaml", "Sources", "flags.json")
        try project.git("commit", "--quiet", "-m", "Begin")
        let log = try project.run("log", "politeness")
        #expect(log.output.contains("remote: added"), "\(log)")
    }

    @Test func logOfUnknownToggleSearchesAllManifests() throws {
        try project.git("init", "--quiet")
        try project.git("add", "toggles.yaml", "Sources")
        try project.git("commit", "--quiet", "-m", "Begin")
        let expected = BuiltCommand.Result(
            error: """
                There is no toggle ‘politness’ in any of the 3 manifests, and there never was one; did you mean ‘politeness’?

                """,
            status: 2
        )
        #expect(try project.run("log", "politness") == expected)
    }

    @Test func reportsOfInvalidSettingsHavePathsInTheRepository() throws {
        let manifest = "Sources/Phrases/toggles.yaml"
        let text = try project.text(manifest).replacing("application: greeter", with: "application: parrot")
        try project.write(text + "lint:\n  grace: soon\n", to: manifest)
        // The application has a root of its own.
        try project.write("// swift-tools-version: 6.2\n", to: "Sources/Phrases/Package.swift")
        try project.git("init", "--quiet")
        let lint = try project.run("lint", "--application", "parrot", "--reporter", "gitlab")
        #expect(lint.status == 1)
        let report = try #require(try json(lint.output) as? [[String: Any]], "\(lint)")
        let paths = report.compactMap { ($0["location"] as? [String: Any])?["path"] as? String }
        #expect(paths == [manifest])
    }

    @Test func linkedManifestIsNotAnotherModule() throws {
        try FileManager.default.createDirectory(
            atPath: "\(project.path)/Sources/Linked",
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: "\(project.path)/Sources/Linked/toggles.yaml",
            withDestinationPath: "../Phrases/toggles.yaml"
        )
        let result = try project.run("validate")
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 3, "\(result)")
    }

    @Test func twoHundredManifestsAreOneApplication() throws {
        for index in 0..<200 {
            try project.write(
                """
                schema: 1
                namespace: Feature\(index)Toggles
                application: greeter
                toggles:
                  feature_\(index):
                    category: ops
                    description: A feature of this module.
                    owner: features
                    created: 2026-11-01
                    permanent: true

                """,
                to: "Modules/Feature\(index)/toggles.yaml"
            )
        }
        let list = try project.run("list", "--json", in: "Modules/Feature7")
        #expect(list.status == 0)
        #expect(
            ((try json(list.output) as? [String: Any])?["toggles"] as? [Any])?.count == 204,
            "\(list.output.prefix(200))"
        )
        #expect(try project.run("set", "feature_150", "on", in: "Modules/Feature7").status == 0)
        #expect(try project.run("get", "feature_150").output == "true\n")
    }
}
