import Foundation
import Testing
import ToggleLint
import ToggleManifest

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct HTMLReportTests {
    private static func project(_ toggles: String, history: ProjectHistory? = nil) throws -> LintProject {
        let text = "schema: 1\nnamespace: A\ntoggles:\n" + toggles
        let result = Manifest.parse(text, path: "toggles.yaml")
        return LintProject(
            manifestFiles: [("toggles.yaml", try #require(result.manifest, "\(result.diagnostics)"))],
            today: try #require(CalendarDate("2026-11-21")),
            history: history
        )
    }

    private static func toggle(_ key: String, _ category: String, created: String, _ rest: String) -> String {
        "  \(key): { category: \(category), description: It does., owner: team, created: \(created), \(rest) }\n"
    }

    private static func commit(_ day: String) throws -> ProjectHistory.Commit {
        ProjectHistory.Commit(identifier: day, day: try #require(CalendarDate(day)), author: "Ada", subject: "Change")
    }

    @Test func expiredAndOldTogglesComeFirst() throws {
        let project = try Self.project(
            Self.toggle("young", "release", created: "2026-11-01", "expires: 2026-12-20")
                + Self.toggle("soon", "release", created: "2026-11-01", "expires: 2026-11-22")
                + Self.toggle("old", "release", created: "2026-01-01", "expires: 2026-12-20")
                + Self.toggle("expired", "release", created: "2026-09-01", "expires: 2026-10-01")
                + Self.toggle("stays", "ops", created: "2020-01-01", "permanent: true")
        )
        let all = removals(in: project)
        #expect(all.map(\.toggle.key) == ["expired", "soon"])
        #expect(all.first?.reasons == ["‘expired’ expired on 2026-10-01, 51 days ago"])
        #expect(all.last?.reasons == ["‘soon’ expires on 2026-11-22, in 1 day"])
    }

    private func removals(in project: LintProject) -> [RemovalPriority] {
        RemovalPriority.all(
            of: project.manifest.toggles,
            in: LintFacts(project),
            findings: Linter(project).run().findings
        )
    }

    /// The linter decides what to remove, also about ages, rules that are off, and exceptions.
    @Test(arguments: [
        ("release", "created: 2026-01-01, expires: 2026-12-20", "", false),
        ("release", "created: 2026-01-01, expires: 2026-12-20", "rules: { aged_toggle: { planned: 1 } }", true),
        ("release", "created: 2026-11-01, expires: 2026-11-20", "", true),
        ("release", "created: 2026-11-01, expires: 2026-11-20", "rules: { expired_toggle: off }", false),
        (
            "release", "created: 2026-11-01, expires: 2026-11-20",
            "allow: [{ rule: expired_toggle, toggle: menu, reason: It waits for 2.4., until: 2026-12-31 }]", false
        ),
        ("ops", "created: 2026-11-01, expires: 2026-11-22", "rules: { expires_soon: off }", false),
    ])
    func reportListsNothingThatTheLinterDoesNot(category: String, fields: String, lint: String, isListed: Bool) throws {
        let text = "  menu: { category: \(category), description: It does., owner: team, \(fields) }\n"
            .replacing("ops,", with: "ops, type: bool, default: false,")
        let section = lint.isEmpty ? "" : "lint:\n  \(lint)\n"
        var project = try Self.project(text + section)
        let (configuration, problems) = LintConfiguration.read(project.manifest.lint, path: "toggles.yaml")
        #expect(problems.isEmpty)
        project = LintProject(
            manifestFiles: project.manifestFiles,
            configuration: configuration,
            today: project.today
        )
        #expect(removals(in: project).isEmpty == !isListed)
        let page = HTMLReport(project, findings: Linter(project).run().findings, title: "All").text
        #expect(page.contains("No toggle is due for removal.") == !isListed)
        #expect(page.contains("too old</span>") == isListed)
        #expect(page.contains(" old\" cx=") == isListed)
    }

    @Test func historyOfOneDayHasNoAxis() throws {
        let born = try ProjectHistory.ToggleEvent(
            toggle: "menu",
            kind: .born(.release, expires: nil),
            commit: Self.commit("2026-11-21")
        )
        let menu = Self.toggle("menu", "release", created: "2026-11-21", "expires: 2026-12-20")
        let project = try Self.project(menu, history: ProjectHistory(toggles: [born]))
        let text = HTMLReport(project, findings: [], title: "All").text
        #expect(text.contains("<p>The history begins today, with 1 toggle.</p>"))
        #expect(!text.contains("time-title"))
    }

    @Test func uncommittedToggleWasNotThereBefore() throws {
        let born = try ProjectHistory.ToggleEvent(
            toggle: "menu",
            kind: .born(.release, expires: nil),
            commit: Self.commit("2026-11-01")
        )
        let project = try Self.project(
            Self.toggle("menu", "release", created: "2026-11-01", "expires: 2026-12-20")
                + Self.toggle("page", "release", created: "2026-11-20", "expires: 2026-12-20"),
            history: ProjectHistory(toggles: [born])
        )
        let steps = ToggleTimeline(project).steps.map { "\($0.day) \($0.total)" }
        #expect(steps == ["2026-11-01 1", "2026-11-20 2"])
    }

    @Test func commonValueIsReasonForRemoval() throws {
        let history = ProjectHistory(parameters: [
            .init(parameter: "done", kind: .added, valueForAllUsers: nil, commit: try Self.commit("2026-01-01")),
            .init(parameter: "done", kind: .changed, valueForAllUsers: "true", commit: try Self.commit("2026-10-01")),
        ])
        var project = try Self.project(
            Self.toggle("done", "ops", created: "2026-11-01", "expires: 2027-01-01"),
            history: history
        )
        let text =
            #"{ "flags": { "done": { "state": "ENABLED", "variants": { "on": true }, "defaultVariant": "on" } } }"#
        project.document = LintProject.File(path: "flags.json", bytes: Array(text.utf8))
        let reasons = removals(in: project).first?.reasons
        #expect(reasons?.count == 1 && reasons?.first?.contains("2026-10-01") == true, "\(reasons ?? [])")
    }

    @Test func countsTogglesBackFromToday() throws {
        let history = ProjectHistory(toggles: [
            .init(toggle: "gone", kind: .born(.ops, expires: nil), commit: try Self.commit("2026-01-01")),
            .init(toggle: "here", kind: .born(.release, expires: nil), commit: try Self.commit("2026-02-01")),
            .init(toggle: "gone", kind: .removed, commit: try Self.commit("2026-03-01")),
            .init(toggle: "here", kind: .category(from: .release, to: .ops), commit: try Self.commit("2026-04-01")),
        ])
        let project = try Self.project(
            Self.toggle("here", "ops", created: "2026-01-01", "permanent: true")
                + Self.toggle("before", "ops", created: "2020-01-01", "permanent: true"),
            history: history
        )
        let steps = ToggleTimeline(project).steps.map { step in
            "\(step.day) ops \(step.counts[.ops] ?? 0) release \(step.counts[.release] ?? 0)"
        }
        #expect(
            steps == [
                "2025-12-31 ops 1 release 0", "2026-01-01 ops 2 release 0", "2026-02-01 ops 2 release 1",
                "2026-03-01 ops 1 release 1", "2026-04-01 ops 2 release 0",
            ]
        )
    }

    /// Returns manifests that declare the toggle ‘both’ differently.
    private static func manifests(
        created: String,
        _ declarations: [(path: String, category: String, rest: String)]
    ) throws -> [LintProject.ManifestFile] {
        try declarations.map { path, category, rest in
            let text = "schema: 1\nnamespace: A\ntoggles:\n" + toggle("both", category, created: created, rest)
            return (path, try #require(Manifest.parse(text, path: path).manifest))
        }
    }

    @Test func togglesOfSeveralModulesHaveTheirModule() throws {
        let files = try Self.manifests(
            created: "2026-09-01",
            [
                ("Sources/Search/toggles.yaml", "ops", "permanent: true"),
                ("Sources/Shop/toggles.yaml", "release", "expires: 2026-10-01"),
            ]
        )
        let project = LintProject(manifestFiles: files, today: try #require(CalendarDate("2026-11-21")))
        let findings = Linter(project).run().findings
        let text = HTMLReport(project, modules: ["Search", "Shop"], findings: findings, title: "All").text
        #expect(text.contains("<b>2</b> declared"))
        let head = "<th scope=\"col\">Toggle</th><th scope=\"col\">Module</th><th scope=\"col\">Owner</th>"
        #expect(text.contains(head))
        for (category, module) in [("ops", "Search"), ("release", "Shop")] {
            let name = "<code>both</code> <span class=\"mark \(category)\">\(category)</span>"
            #expect(text.contains("<th scope=\"row\">\(name)</th><td>\(module)</td><td>team</td>"))
            #expect(text.contains("<th scope=\"row\">\(name)</th><td>\(module)</td><td class=\"number\">81</td>"))
        }
        #expect(text.contains("<span class=\"faint\">team</span></th><td>Shop</td><td><ul>"))
    }

    @Test func findingInAManifestIsOnlyAboutItsToggle() throws {
        let files = try Self.manifests(
            created: "2026-11-01",
            [
                ("Search/toggles.yaml", "release", "expires: 2026-12-20"),
                ("Shop/toggles.yaml", "ops", "expires: 2027-01-01"),
            ]
        )
        let project = LintProject(manifestFiles: files, today: try #require(CalendarDate("2026-11-21")))
        let rule = try #require(Rules.all.first { $0.description.identifier == "unused_toggle" }).description
        let toggles = files.flatMap(\.manifest.toggles)
        func finding(_ path: String) -> Finding {
            Finding(
                rule,
                toggle: toggles[0],
                path: path,
                range: nil,
                message: "found in \(path)",
                nextStep: "remove it"
            )
        }
        let findings = [finding("Search/toggles.yaml"), finding("Sources/App.swift")]
        let all = RemovalPriority.all(of: toggles, in: LintFacts(project), findings: findings)
        #expect(all.map(\.toggle.category) == [.release, .ops])
        #expect(all.first?.reasons == ["found in Search/toggles.yaml", "found in Sources/App.swift"])
        #expect(all.last?.reasons == ["found in Sources/App.swift"])
    }

    @Test func inputIsEscaped() throws {
        let evil = "<script>alert('1')</script>&\\u0007"
        let project = try Self.project(
            "  one: { category: release, description: \"\(evil)\", owner: \"\(evil)\", expires: 2026-01-01, issue: \"javascript:\(evil)\" }\n"
        )
        let text = HTMLReport(project, findings: [], title: "<b>\"'", notes: ["x <i>"]).text
        #expect(!text.contains("<script") && !text.contains("<b>\"") && !text.contains("<i>"))
        #expect(!text.contains("href=\"javascript"))
        #expect(!text.unicodeScalars.contains("\u{7}"))
        #expect(text.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;\u{FFFD}"))
    }

    @Test(arguments: [0, 1, 200]) func pageIsWellFormed(_ count: Int) throws {
        let toggles = (0..<count).map { index in
            Self.toggle(
                "toggle_\(index)",
                ToggleCategory.allCases.map(\.rawValue).filter { $0 != "experiment" }[index % 4],
                created: CalendarDate(daysSince1970: 20_778 - index * 3)?.description ?? "",
                index % 5 == 0 ? "permanent: true" : "expires: 2026-12-01"
            )
        }
        let events = try (0..<count).map { index in
            ProjectHistory.ToggleEvent(
                toggle: "toggle_\(index)",
                kind: .born(.ops, expires: nil),
                commit: try Self.commit("2026-01-\(10 + index % 15)")
            )
        }
        let project = try Self.project(
            count == 0 ? "  {}\n" : toggles.joined(),
            history: ProjectHistory(toggles: events)
        )
        let text = HTMLReport(project, findings: [], title: "All").text
        // HTML with closed empty elements is XML.
        let page = text.drop { $0 != "\n" }
            .replacing("<meta charset=\"utf-8\">", with: "")
            .replacing(#/<meta [^>]*>/#, with: "").replacing("<br>", with: "<br/>").replacing("<wbr>", with: "")
        let parser = XMLParser(data: Data(page.utf8))
        let isWellFormed = parser.parse()
        #expect(isWellFormed, "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
        #expect(!text.contains("http://") && !text.contains("https://"))
        #expect(!text.contains("<table>") || text.contains("<caption>"))
    }
}
