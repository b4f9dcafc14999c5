import Foundation
import Testing

/// `toggles lint`, as users run it.
struct LintTests {
    // MARK: - Output

    @Test func expiredToggleIsReportedWithNextStep() throws {
        let result = try Shop.linted().lint("--only", "expired_toggle")
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.contains("toggles.yaml:10:14: warning: ‘new_checkout’ expired on 2026-11-19, 2 days ago"))
        #expect(
            result.output.contains(
                "\n      expires: 2026-11-19\n               ^~~~~~~~~~\n  owner: payments\n  next: "
            )
        )
        #expect(result.output.contains("startThreeSteps()"))
        #expect(result.output.contains("\nnote: there is no remote document; "))
        #expect(result.output.contains("\ntoggles.yaml: 1 warning in 2 toggles and 2 source files\n"))
    }

    /// The first output on the page about the linter, which is that of this package.
    @Test func pageQuotesOutputForThisPackage() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(contentsOf: root.appending(path: "Documentation/Lint.md"), encoding: .utf8)
        let result = try BuiltCommand("toggles").run(
            ["lint", "--date", "2026-12-20", "--only", "expired_toggle", "--no-cache"],
            environment: Shop().lintEnvironment,
            in: root.path
        )
        let finding = try #require(result.output.firstRange(of: "\n\n"), "\(result)")
        let summary = try #require(result.output.split(separator: "\n").last)
        // Notes in between depend on the clone.
        let lines = "\(result.output[..<finding.lowerBound])\n\n\(summary)\n"
        #expect(page.contains("$ toggles lint --date 2026-12-20 --only expired_toggle\n\(lines)```\n"), "\(result)")
    }

    @Test func quietRunWithoutFindingsPrintsNothing() throws {
        let result = try Shop.linted().lint("--only", "unused_toggle", "--quiet")
        #expect(result == BuiltCommand.Result())
    }

    @Test func printsHelpListAndExplanation() throws {
        let shop = try Shop()
        let help = try shop.lint("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("USAGE: toggles lint "))
        let list = try shop.lint("--list")
        #expect(list.output.contains("\nexpired_toggle ") || list.output.hasPrefix("expired_toggle "))
        #expect(list.output.contains("\nsuperfluous_allowance "))
        let explanation = try shop.lint("--explain", "expired_toggle")
        #expect(explanation.output.hasPrefix("expired_toggle: a toggle that has reached its expiry date\n"))
        #expect(explanation.output.contains("\nReported: "))
    }

    // MARK: - Exit codes

    @Test(
        arguments: [
            (["--only", "expired_toggle"], 0), (["--only", "expired_toggle", "--fail-on", "warning"], 1),
            (["--only", "expired_toggle", "--scheduled"], 0),
            (["--only", "expired_toggle", "--scheduled", "--grace", "1"], 1),
            (["--only", "expired_toggle", "--scheduled", "--grace", "1", "--fail-on", "never"], 0),
            (["--disable", "expired_toggle", "--fail-on", "warning"], 0), (["--only", "expired_togle"], 2),
            (["--fail-on", "blue"], 2), (["--reporter", "sarfi"], 2),
            (["--reporter", "json", "--reporter", "text"], 2),
            (["--reporter", "sarif="], 2), (["--reporter", "sarif=no/such/folder/x"], 2), (["--date", "soon"], 2),
            (["--grace", "-1"], 2), (["--baseline", "none.json"], 2), (["--strict-baseline"], 2),
            (["--since", "HEAD"], 2), (["--root", "nowhere"], 2), (["--manifest", "nowhere.yaml"], 2),
            (["--document", "nowhere.json"], 2), (["--nonsense"], 2),
        ] as [([String], Int32)]
    )
    func exitCodeReflectsFindingsAndUsage(arguments: [String], status: Int32) throws {
        let shop = try Shop.linted()
        let result = try BuiltCommand("toggles").run(
            ["lint", "--date", "2026-11-21"] + arguments,
            environment: shop.environment.merging(["GIT_CEILING_DIRECTORIES": "/"]) { $1 },
            in: shop.path
        )
        #expect(result.status == status, "\(result.output)\(result.error)")
        #expect(result.error.isEmpty == (status != 2))
    }

    @Test(arguments: ["GITHUB_EVENT_NAME", "CI_PIPELINE_SOURCE"])
    func scheduleOfServerMakesRunScheduled(variable: String) throws {
        let shop = try Shop.linted(lint: "  grace: 0")
        #expect(try shop.lint("--only", "expired_toggle", environment: [variable: "schedule"]).status == 1)
        #expect(try shop.lint("--only", "expired_toggle", environment: [variable: "push"]).status == 0)
        let arguments = ["--only", "expired_toggle", "--no-scheduled"]
        #expect(
            try shop.lint(arguments[0], arguments[1], arguments[2], environment: [variable: "schedule"]).status == 0
        )
    }

    @Test func invalidManifestFailsWithDiagnostic() throws {
        let shop = try Shop.linted(lint: "  rules: { expired_togle: error }")
        let result = try shop.lint()
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        toggles.yaml:20:12: error: ‘expired_togle’ is not a rule; did you mean ‘expired_toggle’?
                          rules: { expired_togle: error }
                                   ^~~~~~~~~~~~~
                        toggles.yaml: 1 error

                        """,
                    status: 1
                )
        )
        let validation = try shop.run("validate")
        #expect(validation.status == 1)
        #expect(validation.output.hasPrefix("toggles.yaml:20:12: error: ‘expired_togle’ is not a rule"))
        #expect(validation.output.hasSuffix("toggles.yaml: 1 error\n"))
        // Builds ignore the settings of the linter.
        #expect(try shop.run("generate", "--output", "Toggles.swift").status == 0)
    }

    @Test func invalidJSONDocumentFailsWithDiagnostic() throws {
        let shop = try Shop.linted()
        try shop.write("{\n  \"flags\": {,\n}", to: "flags.json")
        let result = try shop.lint("--document", "flags.json")
        #expect(result.status == 1)
        #expect(result.error.hasPrefix("flags.json:2:13: error: "), "\(result.error)")
    }

    @Test func tooDeepRuleHidesNoOtherFlag() throws {
        let shop = try Shop.linted()
        let deep = (0..<70).reduce("true") { rule, _ in #"{"!": [\#(rule)]}"# }
        let flag = #""state": "ENABLED", "variants": {"true": true, "false": false}, "defaultVariant": "true""#
        try shop.write(#"{"flags": {"a": {\#(flag), "targeting": \#(deep)}, "b": {\#(flag)}}}"#, to: "flags.json")
        let result = try shop.lint("--document", "flags.json", "--only", "orphaned_parameter")
        #expect(result.error == "")
        #expect(result.output.contains("no toggle reads the parameter ‘a’"))
        #expect(result.output.contains("no toggle reads the parameter ‘b’"))
    }

    @Test(
        arguments: [
            ("[1]", "it is not an object"), ("{}", "it has no ‘flags’"),
            (#"{"flags": []}"#, "its ‘flags’ are not an object"),
        ]
    )
    func documentWithoutFlagsFailsWithDiagnostic(text: String, problem: String) throws {
        let shop = try Shop.linted()
        try shop.write(text, to: "flags.json")
        let result = try shop.lint("--document", "flags.json")
        #expect(result.status == 1)
        #expect(
            result.error == """
                flags.json:1:1: error: this is not a flagd document: \(problem); write ‘{ "flags": { … } }’
                flags.json: 1 error

                """
        )
    }

    @Test(arguments: ["json", "sarif", "gitlab", "junit", "checkstyle", "markdown", "github"])
    func reportersIncludeErrorsOfInputs(reporter: String) throws {
        let shop = try Shop.linted(lint: "  rules: { expired_togle: error }")
        for argument in [reporter, "\(reporter)=report.txt"] {
            let result = try shop.lint("--reporter", argument)
            #expect(result.status == 1)
            #expect(result.error.contains("toggles.yaml:20:12: error: "))
            let text = argument == reporter ? result.output : shop.text("report.txt") ?? ""
            // Markdown escapes the underscore.
            #expect(text.contains("togle"), "\(text)")
            #expect(text.contains("toggles.yaml"), "\(text)")
        }
        let sound = try Shop.linted()
        try sound.write("{ 1", to: "flags.json")
        #expect(try sound.lint("--document", "flags.json", "--reporter", reporter).output.contains("flags.json"))
    }

    @Test func reportThatCannotBeWrittenStopsNoOther() throws {
        let shop = try Shop.linted()
        let result = try shop.lint(
            "--reporter",
            "sarif=no/such/folder/x",
            "--reporter",
            "json=report.json",
            "--reporter",
            "text"
        )
        #expect(result.status == 2 && result.error.contains("no/such/folder/x"), "\(result)")
        #expect(result.output.contains("[expired_toggle]"), "\(result)")
        #expect(shop.text("report.json")?.contains("expired_toggle") == true)
    }

    @Test(arguments: ["--only", "--disable"])
    func baselineOfSelectedRulesIsRejected(option: String) throws {
        let shop = try Shop.linted()
        let result = try shop.lint("--write-baseline", "baseline.json", option, "expired_toggle")
        #expect(result.status == 2)
        #expect(result.error.contains("A baseline contains all findings; leave out \(option)."))
        #expect(shop.text("baseline.json") == nil)
    }

    @Test(arguments: [("lint", "--write-baseline"), ("report", "--html"), ("generate", "--output")])
    func outputNeverReplacesManifest(command: String, option: String) throws {
        let shop = try Shop.linted()
        let result = try shop.run(command, option, "toggles.yaml")
        #expect(result.status == 2)
        #expect(result.error.contains("‘toggles.yaml’ is a manifest, which the output would replace."), "\(result)")
        #expect(shop.text("toggles.yaml") == Shop.lintedManifest)
    }

    @Test func withoutSourcesNothingIsUnused() throws {
        let shop = try Shop(manifest: Shop.lintedManifest)
        let result = try shop.lint()
        #expect(!result.output.contains("unused_toggle"))
        #expect(result.output.contains("note: there are no sources to search below "))
    }

    @Test func patternsWithoutMatchesAreNoted() throws {
        let shop = try Shop.linted(
            lint: """
                  included: [Sources, Nope]
                  excluded: [Sources/Gone, "**/Generated/**", Package.swift]
                  scripts: ["Scripts/*.sh"]
                """
        )
        let notes = try shop.lint("--only", "expired_toggle").output.split(separator: "\n").filter {
            $0.hasPrefix("note: ") && $0.contains("manifest") && !$0.contains("document")
        }
        #expect(
            notes == [
                "note: ‘Nope’ in ‘included’ of the manifest matches no searched file",
                "note: ‘Scripts/*.sh’ in ‘scripts’ of the manifest matches no searched file",
                "note: ‘Sources/Gone’ in ‘excluded’ of the manifest does not exist",
            ]
        )
    }

    // MARK: - Reports

    @Test func severalReportersWriteInOneRun() throws {
        let shop = try Shop.linted()
        let names = ["json", "sarif", "gitlab", "junit", "checkstyle", "markdown"]
        let result = try BuiltCommand("toggles").run(
            ["lint", "--date", "2026-11-21"] + names.flatMap { ["--reporter", "\($0)=\($0).txt"] } + [
                "--reporter", "text",
            ],
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("[expired_toggle]"))
        for name in names { #expect(shop.text("\(name).txt")?.contains("expired_toggle") == true, "\(name)") }
    }

    @Test func gitHubGetsAnnotationsAndASummary() throws {
        let shop = try Shop.linted()
        try shop.write("before\n", to: "summary.md")
        let result = try shop.lint(
            "--reporter",
            "github",
            environment: ["GITHUB_STEP_SUMMARY": "\(shop.path)/summary.md"]
        )
        #expect(
            result.output.hasPrefix(
                "::warning file=toggles.yaml,line=10,endLine=10,col=14,endColumn=24,title=expired_toggle::"
            )
        )
        #expect(shop.text("summary.md")?.hasPrefix("before\n## Toggles\n") == true)
    }

    // MARK: - Git

    @Test func sinceReportsOnlyChangedLines() throws {
        let shop = try Shop.linted()
        try shop.git("init", "--quiet")
        try shop.git("add", ".")
        try shop.git("commit", "--quiet", "-m", "Begin")
        #expect(try shop.lint("--since", "HEAD", "--quiet") == BuiltCommand.Result())
        let all = try shop.lint("--since", "HEAD").output
        #expect(all.contains("outside of the change"))
        try shop.write(Shop.source.replacing("showOnePage()", with: "showOnePage(cart)"), to: "Sources/Checkout.swift")
        #expect(try shop.lint("--since", "HEAD", "--quiet") == BuiltCommand.Result())
        // The change removes the last read.
        try shop.write("struct Checkout {}\n", to: "Sources/Checkout.swift")
        let unused = try shop.lint("--since", "HEAD", "--only", "unused_toggle", "--quiet")
        #expect(unused.output.contains("[unused_toggle]"))
        let unknown = try shop.lint("--since", "nowhere")
        #expect(unknown.status == 2)
        #expect(unknown.error.contains("there is no commit ‘nowhere’"))
    }

    @Test func changeBeforeFirstCommitIsLinted() throws {
        let shop = try Shop.linted()
        try shop.git("init", "--quiet")
        try shop.git("add", ".")
        let result = try shop.lint("--since", "HEAD", "--only", "expired_toggle", "--quiet")
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("[expired_toggle]"))
    }

    @Test func pathsForServersAreRelativeToRepository() throws {
        let shop = try Shop(manifest: Shop.lintedManifest)
        for folder in ["Apps", "Apps/Shop", "Apps/Shop/Sources"] { try shop.createFolder(folder) }
        try shop.write(Shop.lintedManifest, to: "Apps/Shop/toggles.yaml")
        try shop.write(Shop.source, to: "Apps/Shop/Sources/Checkout.swift")
        try shop.write("// swift-tools-version: 6.2\n", to: "Apps/Shop/Package.swift")
        try shop.git("init", "--quiet")
        let names = ["github", "gitlab", "sarif", "text"]
        var arguments = ["lint", "--date", "2026-11-21", "--manifest", "Apps/Shop/toggles.yaml", "--root", "Apps/Shop"]
        for name in names { arguments += ["--reporter", "\(name)=\(name).txt"] }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try BuiltCommand("toggles").run(
            arguments,
            environment: shop.environment.merging(["PATH": path]) { $1 },
            in: shop.path
        )
        #expect(result.status == 0, "\(result.error)")
        for name in names.dropLast() {
            #expect(shop.text("\(name).txt")?.contains("Apps/Shop/toggles.yaml") == true, "\(name)")
        }
        #expect(shop.text("text.txt")?.contains("Apps/Shop/toggles.yaml") == false)
    }

    @Test func manifestOutsideRepositoryIsIgnored() throws {
        let shop = try Shop.linted()
        try shop.createFolder("Vendor")
        let command = try BuiltCommand("toggles")
        let inside = shop.path + "/Vendor"
        #expect(try command.run(["lint"], environment: shop.environment, in: inside).status != 2)
        try shop.createFolder("Vendor/.git")
        for name in ["lint", "list"] {
            let result = try command.run([name], environment: shop.environment, in: inside)
            #expect(result.status == 2)
            #expect(result.error.contains("There is no toggles.yaml in this folder"))
        }
    }

    // MARK: - Baseline

    @Test func baselineReportsGoneFindings() throws {
        let shop = try Shop.linted()
        let written = try shop.lint("--write-baseline", "baseline.json")
        #expect(written.status == 0)
        #expect(written.output.hasPrefix("baseline.json: "))
        try shop.write("# A comment.\n" + (shop.text("toggles.yaml") ?? ""), to: "toggles.yaml")
        try shop.write("\n\n" + Shop.source, to: "Sources/Checkout.swift")
        let moved = try shop.lint("--baseline", "baseline.json", "--strict-baseline", "--fail-on", "note", "--quiet")
        #expect(moved == BuiltCommand.Result())
        let fixed = Shop.lintedManifest.replacing("2026-11-19", with: "2026-12-30")
        try shop.write(fixed, to: "toggles.yaml")
        let gone = try shop.lint("--baseline", "baseline.json", "--strict-baseline", "--quiet")
        #expect(gone.status == 1)
        #expect(
            gone.output.contains(
                "the baseline has ‘expired_toggle’ of ‘new_checkout’ in ‘toggles.yaml’, which is no longer found"
            )
        )
        #expect(try shop.lint("--baseline", "baseline.json", "--quiet").status == 0)
    }

    // MARK: - This repository

    @Test func thisPackageHasNoFindings() throws {
        let shop = try Shop()
        let result = try BuiltCommand("toggles").run(
            ["lint", "--date", "2026-11-21", "--quiet", "--no-cache", "--fail-on", "note"],
            environment: shop.environment,
            in: Package.folder.path(percentEncoded: false)
        )
        #expect(result == BuiltCommand.Result())
    }

    // MARK: - SARIF

    /// The path of the OASIS schema, which is not part of this repository.
    private static let schema: String? = {
        guard let folder = ProcessInfo.processInfo.environment["TOGGLES_SUITES"] else { return nil }
        let path = "\(folder)/sarif/sarif-schema-2.1.0.json"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    @Test(.enabled(if: schema != nil, "there is no sarif/sarif-schema-2.1.0.json in TOGGLES_SUITES"))
    func sarifConformsToSchema() throws {
        let schema = try #require(Self.schema)
        let python = try #require(BuiltCommand(installed: "python3"), "python3 is not installed")
        let shop = try Shop.linted()
        try shop.write("func {\n", to: "Sources/A b%,ü.swift")
        #expect(try shop.lint("--reporter", "sarif=lint.sarif").status == 0)
        let script = """
            import json, sys
            try: import jsonschema
            except ImportError: sys.exit("the Python package jsonschema is not installed")
            schema, log = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
            jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker()).validate(log)
            print(len(log["runs"][0]["results"]) > 0)
            """
        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        let result = try python.run(["-c", script, schema, "lint.sarif"], environment: environment, in: shop.path)
        #expect(result.output == "True\n", "\(result.error)")
    }
}
