import Foundation
import TestSupport
import Testing

/// `toggles released`, as users run it, and what the rules, `toggles remove`, and `toggles lint` make of it.
struct ReleasedTests {
    /// A repository with the releases that a script builds.
    private final class History {
        let folder: TemporaryFolder
        var path: String { folder.path + "/shop" }

        init() throws {
            folder = try TemporaryFolder()
            let script = URL(filePath: #filePath).appending(path: "../../../../Examples/Releases/build.sh").standardized
            let bash = try #require(BuiltCommand(installed: "bash"))
            let result = try bash.run(
                [script.path(percentEncoded: false), path],
                environment: environment,
                in: folder.path
            )
            try #require(result.status == 0, "\(result.error)")
        }

        var environment: [String: String] {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return [
                "PATH": path, "HOME": folder.path, "XDG_CACHE_HOME": "\(folder.path)/cache",
                "XDG_CONFIG_HOME": folder.path, "GIT_CEILING_DIRECTORIES": "/",
            ]
        }

        func run(_ arguments: String...) throws -> BuiltCommand.Result {
            try BuiltCommand("toggles").run(arguments, environment: environment, in: path)
        }

        func git(_ arguments: String...) throws {
            let git = try #require(BuiltCommand(installed: "git"))
            let names = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
            let result = try git.run(names + arguments, environment: environment, in: path)
            try #require(result.status == 0, "\(result.error)")
        }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        }

        func text(_ name: String) throws -> String {
            try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
        }

        /// Replaces text in a file.
        func edit(_ name: String, _ old: String, _ new: String) throws {
            let text = try text(name)
            try #require(text.contains(old))
            try write(text.replacingOccurrences(of: old, with: new), to: name)
        }
    }

    private struct Answer: Decodable {
        struct Parameter: Decodable {
            var parameter: String?
            var first: String?
            var last: String?
            var mayLeave: Bool
            var since: String?
            var keptBy: [String]
            var breaks: [Break]
        }

        struct Break: Decodable, Equatable {
            var versions: [String]
            var reason: String
            var served: Bool
        }

        var parameters: [Parameter]

        subscript(name: String) -> Parameter? { parameters.first { $0.parameter == name } }
    }

    private func answer(_ history: History, _ arguments: String...) throws -> Answer {
        let result = try BuiltCommand("toggles").run(
            ["released", "--json"] + arguments,
            environment: history.environment,
            in: history.path
        )
        try #require(result.status == 0, "\(result.error)")
        return try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
    }

    // MARK: - Answers

    @Test func answerEqualsTableByHand() throws {
        let history = try History()
        let table = URL(filePath: #filePath).appending(path: "../../../../Examples/Releases/truth.txt").standardized
        let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let answer = try answer(history, "--supported", "1.4")
        try #require(lines.count == 6)
        #expect(answer.parameters.count == lines.count)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let parameter = try #require(answer[words[0]])
            #expect(parameter.first == words[1], "\(line)")
            #expect(parameter.last == words[2], "\(line)")
            #expect(parameter.mayLeave == (words[3] == "yes"), "\(line)")
        }
    }

    @Test func tableShowsVersionsAndAnswers() throws {
        let result = try History().run("released", "--supported", "1.4")
        #expect(result.error == "")
        #expect(result.status == 0)
        #expect(
            result.output == """
                PARAMETER         FIRST       LAST   TYPE      DEFAULT    MAY LEAVE THE DOCUMENT
                search_ranking_2  1.5.0-rc.1  next   variants  "classic"  no: ‘search_ranking’ declares it here (toggles.yaml:6)
                page_size         1.3.0       next   int       20         no: ‘page_size’ declares it here (toggles.yaml:16)
                gift_cards        1.5.0-rc.1  next   bool      false      no: ‘gift_cards’ declares it here (toggles.yaml:24)
                search_ranking    1.2.0       1.4.0  variants  "classic"  no: 1.4.0 may read it
                reviews           1.2.0       1.5.0  bool      true       no: 1.4.0–1.5.0 may read it
                old_banner        1.2.0       1.3.0  bool      false      yes, since 1.4.0 of 2026-04-01

                search_ranking_2 in 1.5.0-rc.1–1.5.0: the variant ‘popular’ is unknown; the document must not serve it to them

                6 releases, 1.2.0 to 1.6.0; users may run 1.4.0–1.6.0, according to --supported 1.4

                """
        )
    }

    @Test func schemaDescribesTheJSON() throws {
        typealias Object = [String: Any]
        let path = URL(filePath: #filePath).appending(path: "../../../../Schemas/released.schema.json").standardized
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? Object)
        let types = try #require(schema["definitions"] as? [String: Object])
        let output = try History().run("released", "--json").output
        let report = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? Object)
        let parameters = try #require(report["parameters"] as? [Object])
        for (objects, type) in [
            ([report], schema),
            (
                [try #require(report["supported"] as? Object)],
                (schema["properties"] as? Object)?["supported"] as? Object
            ),
            (try #require(report["releases"] as? [Object]), types["release"]),
            (parameters, types["parameter"]),
            (parameters.flatMap { $0["declarations"] as? [Object] ?? [] }, types["declaration"]),
            (parameters.flatMap { $0["breaks"] as? [Object] ?? [] }, types["break"]),
        ] {
            try #require(!objects.isEmpty)
            let type = try #require(type)
            for object in objects {
                #expect(Set(object.keys) == Set((type["properties"] as? Object ?? [:]).keys))
                #expect(Set(object.keys) == Set(type["required"] as? [String] ?? []))
            }
        }
    }

    @Test func withoutSupportedVersionAllOfThemCount() throws {
        let answer = try answer(History())
        #expect(answer["old_banner"]?.mayLeave == false)
        #expect(answer["old_banner"]?.keptBy == ["1.2.0", "1.3.0"])
        #expect(
            answer["page_size"]?.breaks == [
                Answer.Break(versions: ["1.3.0"], reason: "40 is an integer instead of a bool value", served: true)
            ]
        )
    }

    @Test func secondRunUsesCacheAndAgrees() throws {
        let history = try History()
        let first = try history.run("released", "--json")
        let second = try history.run("released", "--json")
        #expect(first == second)
        #expect(try history.run("released", "--json", "--no-cache") == first)
        #expect(FileManager.default.fileExists(atPath: "\(history.folder.path)/cache/toggles/sources"))
    }

    @Test func detailNamesDeclarations() throws {
        let result = try History().run("released", "giftCards", "--supported", "1.3")
        #expect(
            result.output == """
                gift_cards: no: ‘gift_cards’ declares it here (toggles.yaml:24)
                  1.3.0–1.6.0: gift_cards, ops, bool, false, which 1.5.0-rc.1–1.6.0 read
                  this checkout: gift_cards, ops, bool, false
                  6 releases, 1.2.0 to 1.6.0; users may run 1.3.0–1.6.0, according to --supported 1.3

                """
        )
    }

    @Test func policyStatesSupportedVersions() throws {
        let history = try History()
        try history.write(
            #"{"created_at": "2026-11-01T00:00:00Z", "details": [{"app_version": "< 1.4.0", "os_version": "*", "title": "T", "message": "M", "button_text": "B", "#
                + #""redirect_url": "https://apps.apple.com/app/id1"}]}"#,
            to: "policy.json"
        )
        #expect(try answer(history, "--policy", "policy.json")["old_banner"]?.mayLeave == true)
        // On older systems only: users with newer ones may run the version.
        try history.edit("policy.json", #""os_version": "*""#, #""os_version": "13.*.*""#)
        #expect(try answer(history, "--policy", "policy.json")["old_banner"]?.mayLeave == false)
        try history.write("{", to: "policy.json")
        let broken = try history.run("released", "--policy", "policy.json")
        #expect(broken.status == 1)
        #expect(broken.error.contains("policy.json"))
    }

    @Test func publishingAsksReleasedVersions() throws {
        let history = try History()
        try history.edit("toggles.yaml", "document:", "lint:\n  releases: { supported: 1.4 }\ndocument:")
        #expect(try history.run("publish", "flags.json", "--to", "live.json", "--yes").status == 0)
        // The parameter that no supported version reads, and one that 1.4.0 and 1.5.0 read.
        for name in ["old_banner", "reviews"] {
            let line = try #require(try history.text("flags.json").split(separator: "\n").first { $0.contains(name) })
            try history.edit("flags.json", String(line) + "\n", "")
        }
        try history.edit("flags.json", "\"defaultVariant\": \"long\" },", "\"defaultVariant\": \"long\" }")
        let refused = try history.run("publish", "flags.json", "--to", "live.json")
        #expect(refused.status == 2)
        #expect(refused.error.contains("the document no longer has the parameter ‘reviews’, which"), "\(refused)")
        #expect(!refused.error.contains("old_banner"))
        #expect(try history.run("publish", "flags.json", "--to", "live.json", "--yes").status == 0)
    }

    // MARK: - Tags

    @Test func otherTagsNeedPattern() throws {
        let history = try History()
        for tag in ["v1.2.0", "v1.3.0", "v1.4.0", "v1.5.0-rc1", "v1.5.0", "v1.6.0"] {
            try history.git("tag", "shop-\(tag)", tag)
            try history.git("tag", "--delete", tag)
        }
        let failed = try history.run("released")
        #expect(failed.status == 2)
        #expect(failed.error.contains("None of the 6 tags of the repository looks like a version; the newest one is"))
        #expect(failed.error.contains("'shop-v{version}'"))
        #expect(try answer(history, "--tags", "shop-v{version}", "--supported", "1.4")["old_banner"]?.mayLeave == true)
        try history.edit(
            "toggles.yaml",
            "document:",
            "lint:\n  releases: { tags: 'shop-v{version}', supported: 1.4 }\ndocument:"
        )
        #expect(try answer(history)["old_banner"]?.mayLeave == true)
        #expect(try history.run("released", "--tags", "shop").status == 2)
    }

    @Test func repositoryWithoutTagsIsAnError() throws {
        let shop = try Shop.committed()
        let result = try BuiltCommand("toggles").run(["released"], environment: shop.lintEnvironment, in: shop.path)
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("The repository has no tags, which mark releases."))
    }

    @Test func unknownKeyIsAnError() throws {
        let result = try History().run("released", "old_bannr")
        #expect(result.status == 2)
        #expect(result.error.contains("Did you mean ‘old_banner’?"))
    }

    @Test func settingsOfRepositoryChangeNothing() throws {
        let history = try History()
        let before = try history.run("released", "--json", "--no-cache")
        for setting in [
            "diff.renames=copies", "core.quotePath=true", "diff.orderFile=toggles.yaml", "log.showRoot=false",
        ] {
            let parts = setting.split(separator: "=").map(String.init)
            try history.git("config", parts[0], parts[1])
        }
        try history.git("config", "core.fsmonitor", "touch \(history.folder.path)/ran")
        #expect(try history.run("released", "--json", "--no-cache") == before)
        #expect(!FileManager.default.fileExists(atPath: "\(history.folder.path)/ran"))
    }

    // MARK: - Rules and removal

    @Test func lintProposesAndKeepsRetired() throws {
        let history = try History()
        try history.edit("toggles.yaml", "    retired: [search_ranking]\n", "")
        let rules = ["--only", "parameter_still_read", "--only", "removable_parameter", "--only", "orphaned_parameter"]
        func lint(_ supported: String) throws -> String {
            try BuiltCommand("toggles").run(
                ["lint", "--supported", supported, "--quiet"] + rules,
                environment: history.environment,
                in: history.path
            ).output
        }
        let early = try lint("1.4")
        #expect(
            early.contains(
                "1.4.0, which users may run, may read ‘search_ranking’, which ‘search_ranking’ no longer reads"
            )
        )
        #expect(early.contains("add ‘retired: [search_ranking]’ to ‘search_ranking’ at toggles.yaml:6"))
        #expect(early.contains("1.3.0 was the last version that read ‘old_banner’"))
        #expect(early.contains("`toggles remove old_banner --parameter --write`"))
        // Versions that users run need it, and no toggle replaces it.
        #expect(!early.contains("‘reviews’"))
        let late = try lint("1.6")
        #expect(late.contains("1.4.0 was the last version that read ‘search_ranking’"))
        #expect(late.contains("1.5.0 was the last version that read ‘reviews’"))
    }

    @Test func lintReportsUnknownVariant() throws {
        let history = try History()
        try history.edit("flags.json", #"[["neural", 10], ["classic", 90]]"#, #"[["popular", 10], ["classic", 90]]"#)
        let arguments = ["lint", "--supported", "1.4", "--quiet", "--only", "variant_unknown_to_release"]
        let result = try BuiltCommand("toggles").run(arguments, environment: history.environment, in: history.path)
        #expect(
            result.output.contains(
                "users of 1.5.0-rc.1–1.5.0 get the default for ‘search_ranking_2’, because the variant ‘popular’ is unknown"
            )
        )
    }

    @Test func lintWithoutTagsNotesIt() throws {
        let manifest = Shop.manifest + "lint:\n  releases: { supported: \"2.4\" }\n"
        let shop = try Shop.committed(manifest: manifest, ["Package.swift": ""])
        let result = try shop.lint("--fail-on", "never")
        #expect(result.status == 0)
        #expect(
            result.output.contains(
                "the released versions are unknown, so no rule checks them: The repository has no tags"
            )
        )
        let strict = try shop.lint("--supported", "2.4")
        #expect(strict.status == 2)
    }

    @Test func removalNamesVersionsThatKeepParameter() throws {
        let history = try History()
        let result = try history.run("remove", "gift_cards", "--keep", "on", "--supported", "1.4")
        #expect(
            result.output.contains(
                "once users no longer run 1.5.0-rc.1–1.6.0, which may read the parameter ‘gift_cards’"
            )
        )
        let refused = try history.run("remove", "reviews", "--parameter", "--supported", "1.4")
        #expect(refused.status == 2)
        #expect(
            refused.error.hasPrefix(
                "1.4.0–1.5.0, which users may run according to --supported 1.4, may read the parameter"
            )
        )
        let written = try history.run("remove", "reviews", "--parameter", "--write", "--supported", "1.6")
        #expect(written.status == 0, "\(written.error)")
        #expect(try !history.text("flags.json").contains("\"reviews\""))
    }

    // MARK: - Other histories

    @Test func movedManifestKeepsItsVersions() throws {
        let history = try History()
        try FileManager.default.createDirectory(atPath: history.path + "/Modules", withIntermediateDirectories: true)
        try history.git("mv", "toggles.yaml", "Modules/toggles.yaml")
        try history.git("commit", "--quiet", "--message", "Move")
        try history.git("tag", "v1.7.0")
        let answer = try answer(history, "--supported", "1.4")
        #expect(answer["page_size"]?.first == "1.3.0")
        #expect(answer["page_size"]?.last == "1.7.0")
    }

    @Test func versionWithInvalidManifestMayReadAnything() throws {
        let history = try History()
        let manifest = try history.text("toggles.yaml")
        try history.write("toggles: [", to: "toggles.yaml")
        try history.git("commit", "--quiet", "--all", "--message", "Break")
        try history.git("tag", "v1.7.0")
        try history.write(manifest, to: "toggles.yaml")
        let result = try history.run("released", "old_banner", "--supported", "1.6")
        #expect(result.output.hasPrefix("old_banner: unknown: a manifest of 1.7.0 has errors\n"))
        #expect(try answer(history, "--supported", "1.6")["old_banner"]?.mayLeave == false)
        let refused = try history.run("remove", "old_banner", "--parameter", "--supported", "1.6")
        #expect(refused.status == 2)
        #expect(refused.error.contains("A manifest of 1.7.0 has errors"))
    }

    @Test func flagsOfExistingCodeNeedNoManifestAtTags() throws {
        let folder = try TemporaryRepository()
        func release(_ flags: [String], reads: [String], _ tag: String, _ day: String) throws {
            try folder.write(
                "enum Flag: String {\n" + flags.map { "    case \($0)\n" }.joined() + "}\n",
                to: "Sources/Flag.swift"
            )
            try folder.write(
                "func show(_ store: Store) {\n" + reads.map { "    print(store.isOn(.\($0)))\n" }.joined() + "}\n",
                to: "Sources/Reads.swift"
            )
            try folder.commit("Release \(tag)", on: day)
            try folder.git("tag", tag)
        }
        try release(["newCart", "oldMenu"], reads: ["newCart", "oldMenu"], "1.0", "2026-01-01")
        try release(["newCart", "oldMenu"], reads: [], "1.1", "2026-02-01")
        try release(["newCart"], reads: ["newCart"], "1.2", "2026-03-01")
        try folder.write(
            """
            schema: 1
            namespace: AppToggles
            toggles:
              new_cart: { category: ops, default: false, description: One., owner: me, permanent: true }
            lint:
              sources:
                - { kind: cases, type: Flag, key: snake_case, reads: [isOn] }
            """,
            to: "toggles.yaml"
        )
        let home = try TemporaryFolder()
        let result = try BuiltCommand("toggles").run(
            ["released", "--json", "--supported", "1.1"],
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": home.path,
                "GIT_CEILING_DIRECTORIES": "/",
            ],
            in: folder.folder
        )
        try #require(result.status == 0, "\(result.error)")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
        #expect(answer["new_cart"]?.first == "1.0")
        #expect(answer["new_cart"]?.last == "1.2")
        #expect(answer["old_menu"]?.first == "1.0")
        #expect(answer["old_menu"]?.last == "1.0")
        #expect(answer["old_menu"]?.mayLeave == true)
    }
}
