import Testing
import ToggleLint
import ToggleManifest

@Suite struct RemovalTicketsTests {
    private static func manifest(_ toggles: String) throws -> Manifest {
        let text = "schema: 1\nnamespace: A\ntoggles:\n" + toggles
        return try #require(Manifest.parse(text, path: "toggles.yaml").manifest)
    }

    private static func project(_ toggles: String) throws -> LintProject {
        LintProject(
            manifestFiles: [("toggles.yaml", try manifest(toggles))],
            today: try #require(CalendarDate("2026-11-21"))
        )
    }

    private static func toggle(_ key: String, _ category: String, _ expiry: String = "expires: 2027-01-31") -> String {
        "  \(key): { category: \(category), description: \"A | <b> `x` @ada\", owner: team, \(expiry) }\n"
    }

    @Test func promotedBornAndExpiredTogglesGetTickets() throws {
        let before = try Self.manifest(
            Self.toggle("shipped", "release") + Self.toggle("same", "ops") + Self.toggle("old", "release")
        )
        let now = try Self.project(
            Self.toggle("shipped", "ops") + Self.toggle("same", "ops")
                + Self.toggle("old", "release", "expires: 2026-11-21")
                + Self.toggle("new", "release") + Self.toggle("stays", "ops", "permanent: true")
        )
        let all = RemovalTickets(now).tickets(since: before)
        #expect(all.map { "\($0.key) \($0.occasion)" } == ["shipped promoted", "old expired", "new born"])
        #expect(RemovalTickets(now).tickets(since: nil).map(\.key) == ["old"])
        #expect(RemovalTickets(now).tickets(since: before, for: [.born]).map(\.key) == ["new"])
    }

    @Test func toggleThatNoCodeReadsGetsATicket() throws {
        var project = try Self.project(Self.toggle("dead", "ops") + Self.toggle("doubtful", "ops"))
        // Without sources, nothing is known.
        #expect(RemovalTickets(project).tickets(since: nil).isEmpty)
        let place = SourceLocation(line: 7, column: 1, offset: 0)
        let uses = [("dead", ToggleUse.Place.test), ("doubtful", .production)].map { key, kind in
            ToggleUse(
                target: .toggle(key),
                form: .member,
                certainty: kind == .test ? .certain : .possible,
                place: kind,
                path: "Tests/A.swift",
                range: SourceRange(start: place, end: place),
                line: "isEnabled(.\(key))"
            )
        }
        project.sources = SourceFacts(uses: uses, fileCount: 1)
        let tickets = RemovalTickets(project).tickets(since: nil)
        #expect(tickets.map { "\($0.key) \($0.occasion)" } == ["dead unused"])
        let body = try #require(tickets.first).body
        #expect(body.contains("No code of the app reads `dead`. It should be removed."))
        #expect(body.contains("## Where it is named\n\n- [ ] `Tests/A.swift:7` (test)"))
        #expect(
            body.contains("1. No code reads it, so either value can stay.\n2. Run `toggles remove dead --keep VALUE`.")
        )
        #expect(RemovalTickets(project).tickets(since: nil, for: [.expired]).isEmpty)
    }

    @Test func ticketListsTheDeclarationAndLeavesOutAMissingDate() throws {
        var project = try Self.project(Self.toggle("old", "ops", "created: 2026-01-01"))
        let range = SourceRange(
            start: SourceLocation(line: 3, column: 10, offset: 0),
            end: SourceLocation(line: 3, column: 13, offset: 3)
        )
        project.sources = SourceFacts(
            uses: [
                ToggleUse(
                    target: .toggle("old"),
                    form: .member,
                    certainty: .certain,
                    place: .declaration,
                    path: "Mocks/Flags.swift",
                    range: range,
                    line: "case .old:"
                )
            ],
            declared: [
                DeclaredFlag(key: "old", name: "old", container: "Flag", source: 0, path: "Flag.swift", range: range)
            ],
            fileCount: 2
        )
        let body = try #require(RemovalTickets(project).tickets(since: Self.manifest("")).first).body
        let places = """

            - [ ] `Flag.swift:3` (declaration): `old`
            - [ ] `Mocks/Flags.swift:3` (named, not read): `case .old:`

            """
        #expect(body.contains(places), "\(body)")
        #expect(!body.contains("| Due |"), "\(body)")
    }

    @Test func ticketContainsInstructions() throws {
        var project = try Self.project(Self.toggle("old", "ops", "expires: 2026-11-01"))
        let place = SourceLocation(line: 7, column: 1, offset: 0)
        let range = SourceRange(start: place, end: place)
        project.sources = SourceFacts(uses: [
            ToggleUse(
                target: .toggle("old"),
                form: .member,
                certainty: .certain,
                place: .production,
                path: "Sources/App.swift",
                range: range,
                line: "    if toggles.isEnabled(.old) {"
            )
        ])
        let text =
            #"{ "flags": { "old": { "state": "ENABLED", "variants": { "on": true }, "defaultVariant": "on" } }, "#
            + #""metadata": { "changed": "2026-09-01" } }"#
        project.document = LintProject.File(path: "flags.json", bytes: Array(text.utf8))
        let ticket = try #require(RemovalTickets(project).tickets(since: nil).first)
        #expect(ticket.title == "Remove the toggle old")
        #expect(
            ticket.body == """
                <!-- toggles:ticket old -->
                `old` expired on 2026-11-01. It should be removed.

                | | |
                |---|---|
                | Description | A \\| &lt;b> \\`x\\` @\u{2060}ada |
                | Owner | team |
                | Category | ops |
                | Declared | `toggles.yaml:4` |
                | Due | 2026-11-01 |

                ## Where it is read

                - [ ] `Sources/App.swift:7`: `if toggles.isEnabled(.old) {`

                ## Steps

                1. All users have had `true` for a while: keep its branch, unless there is a reason not to.
                2. Run `toggles remove old --keep on`. It shows what to change in the code and in `toggles.yaml`, and what to \
                look at yourself. With `--write`, it makes the changes; with `--deep`, it also removes tests and code that only \
                the other branch needs.
                3. Delete the parameter `old` from the remote document when no released version reads it anymore, with \
                `toggles remove old --parameter --write`.
                4. Run `toggles lint` to find leftovers.

                """
        )
    }
}
