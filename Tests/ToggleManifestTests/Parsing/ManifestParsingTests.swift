import FeatureToggles
import Testing
import ToggleBase
import ToggleDocuments

@testable import ToggleManifest

struct ManifestParsingTests {
    static let complete = """
        # yaml-language-server: $schema=…
        schema: 1
        namespace: AppToggles            # generated enum that holds the registry
        access: public
        toggles:
          new_checkout:
            category: release
            description: One-page checkout.
            owner: payments
            created: 2026-11-01
            expires: 2026-12-15
            issue: https://example.com/PAY-123
          search_ranking:
            category: ops
            values: [classic, neural]    # closed set
            default: classic
            remote: search_ranking_2
            retired: [search_ranking]
            description: Which ranking the search uses.
            owner: search
          checkout_button: { category: experiment, values: [control, treatment], default: control, description: …, owner: growth }
          admin_tools: { category: permission, permanent: true, description: …, owner: platform, created: 2025-01-10 }
          book_store: { category: migration, description: SQLite to Firestore., owner: data, issue: 1234 }
        lint: { rules: { expired_toggle: error } }

        """

    static func manifest(_ yaml: String) throws -> Manifest {
        let result = Manifest.parse(yaml, path: "t")
        #expect(result.diagnostics.map(\.description) == [])
        return try #require(result.manifest)
    }

    static func toggle(_ fields: String) throws -> ToggleDeclaration {
        let yaml = "schema: 1\nnamespace: App\ntoggles:\n  a: { description: d, owner: o, \(fields) }\n"
        return try #require(try manifest(yaml).toggles.first)
    }

    @Test func rootFieldsAreRead() throws {
        let manifest = try Self.manifest(Self.complete)
        #expect(manifest.schema == 1)
        #expect(manifest.namespace == "AppToggles")
        #expect(manifest.access == .public)
        #expect(
            manifest.toggles.map(\.key)
                == ["new_checkout", "search_ranking", "checkout_button", "admin_tools", "book_store"]
        )
        #expect(manifest.lint?["rules"]?["expired_toggle"]?.scalar?.text == "error")
    }

    @Test func toggleFieldsAreRead() throws {
        let toggle = try #require(try Self.manifest(Self.complete).toggles.first)
        #expect(toggle.swiftName == "newCheckout")
        #expect(toggle.category == .release)
        #expect(toggle.type == .bool)
        #expect(toggle.defaultValue == .bool(false))
        #expect(
            toggle.details
                == ToggleDetails(
                    description: "One-page checkout.",
                    owner: "payments",
                    created: CalendarDate("2026-11-01"),
                    expires: CalendarDate("2026-12-15"),
                    issue: "https://example.com/PAY-123"
                )
        )
    }

    @Test func remoteParametersAreRead() throws {
        let toggles = try Self.manifest(Self.complete).toggles
        #expect(
            toggles.map(\.remoteParameter) == [nil, "search_ranking_2", "checkout_button", "admin_tools", "book_store"]
        )
        #expect(toggles.map(\.retired) == [[], ["search_ranking"], [], [], []])
    }

    @Test func keysAndValuesHaveLocations() throws {
        let toggles = try Self.manifest(Self.complete).toggles
        #expect(toggles[0].location.start.line == 6)
        #expect(toggles[0].location.start.column == 3)
        #expect(toggles[0].location.end.column == 15)
        #expect(toggles[0].fields["owner"]?.start.line == 9)
        #expect(toggles[0].fields["owner"]?.start.column == 12)
        #expect(toggles[0].fields["owner"]?.end.column == 20)
        #expect(Set(toggles[1].fields.keys).count == 7)
        #expect(toggles[1].fields["default"]?.start.line == 16)
    }

    @Test func ticketNumberIsText() throws {
        #expect(try Self.manifest(Self.complete).toggles[4].details.issue == "1234")
    }

    @Test(
        arguments: [
            ("category: release", .bool, .bool(false)),
            ("category: release, type: bool, default: false", .bool, .bool(false)),
            ("category: ops", .bool, .bool(false)),
            ("category: ops, default: true", .bool, .bool(true)),
            ("category: ops, type: bool, default: True", .bool, .bool(true)),
            ("category: ops, type: int, default: -42", .int, .integer(-42)),
            ("category: ops, type: int, default: 0x1F", .int, .integer(31)),
            ("category: ops, type: int, default: 10.0", .int, .integer(10)),
            ("category: ops, type: double, default: 2.5e-3", .double, .number(0.0025)),
            ("category: ops, type: double, default: 3", .double, .number(3)),
            ("category: ops, type: double, default: 100000000000000000000", .double, .number(1e20)),
            ("category: ops, type: string, default: hello world", .string, .string("hello world")),
            ("category: ops, type: string, default: \"\"", .string, .string("")),
            ("category: ops, type: string, default: on", .string, .string("on")),
            ("category: ops, type: string, default: 2026-11-01", .string, .string("2026-11-01")),
            ("category: ops, type: json, default: null", .json, .null),
            (
                "category: ops, type: json, default: [1, 1.5, x]", .json,
                .array([.integer(1), .number(1.5), .string("x")])
            ),
            ("category: ops, values: [off, on], default: off", .variants(["off", "on"]), .string("off")),
            ("category: permission, permanent: true", .bool, .bool(false)),
            ("category: permission, expires: 2027-01-01, default: true", .bool, .bool(true)),
            ("category: migration", .migrationStages, .string("off")),
            ("category: migration, default: live", .migrationStages, .string("live")),
        ] as [(String, ToggleType, JSONValue)]
    )
    func typeAndDefaultAreReadOrImplied(_ fields: String, type: ToggleType, defaultValue: JSONValue) throws {
        let toggle = try Self.toggle(fields)
        #expect(toggle.type == type)
        #expect(toggle.defaultValue == defaultValue)
    }

    @Test func jsonDefaultKeepsMemberOrder() throws {
        let toggle = try Self.toggle("category: ops, type: json, default: { zebra: 1, ape: { b: ~, a: [] } }")
        guard case .object(let object) = toggle.defaultValue else {
            Issue.record("the default is \(toggle.defaultValue.kindDescription)")
            return
        }
        #expect(object.members.map(\.name) == ["zebra", "ape"])
        #expect(object["ape"] == ["b": .null, "a": []])
    }

    @Test func blockDescriptionLosesFinalLineBreak() throws {
        let yaml = """
            schema: 1
            namespace: App
            toggles:
              a:
                category: release
                description: |
                  First line.
                  Second line.
                owner: >-
                  the
                  team
            """
        let details = try #require(try Self.manifest(yaml).toggles.first).details
        #expect(details.description == "First line.\nSecond line.")
        #expect(details.owner == "the team")
    }

    @Test(
        arguments: ["toggles:", "toggles: {}", "toggles: ~", "toggles: # none yet", "toggles:\nlint:"]
    )
    func fileWithoutTogglesIsRead(_ toggles: String) throws {
        #expect(try Self.manifest("schema: 1\nnamespace: App\n\(toggles)\n").toggles.isEmpty)
    }

    @Test func applicationNameIsRead() throws {
        let manifest = try Self.manifest("schema: 1\nnamespace: App\napplication: store-front\ntoggles:\n")
        #expect(manifest.application == "store-front")
        #expect(try Self.manifest(Self.complete).application == nil)
    }

    @Test(
        arguments: [
            (#""+09:00""#, .seconds(32_400)), ("+09:00", .seconds(32_400)), ("-0430", .seconds(-16_200)), ("Z", .zero),
            ("+09", .seconds(32_400)), ("", nil), ("null", nil),
        ] as [(String, Duration?)]
    )
    func timeZoneIsAnOffset(text: String, offset: Duration?) throws {
        let manifest = try Self.manifest("schema: 1\nnamespace: App\ntime_zone: \(text)\ntoggles:\n")
        #expect(manifest.utcOffset == offset)
    }

    @Test func accessDefaultsToInternal() throws {
        #expect(try Self.manifest("schema: 1\nnamespace: App\ntoggles:\n").access == .internal)
    }

    @Test func byteOrderMarkAndCRLFAreAccepted() throws {
        let windows = Array(Self.complete.utf8).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        let result = Manifest.parse([0xEF, 0xBB, 0xBF] + windows, path: "t")
        #expect(result.diagnostics == [])
        let plain = try Self.manifest(Self.complete)
        let manifest = try #require(result.manifest)
        #expect(manifest.toggles.map(\.details) == plain.toggles.map(\.details))
        #expect(manifest.toggles.map(\.location.start.line) == plain.toggles.map(\.location.start.line))
        #expect(manifest.toggles.map(\.location.start.column) == plain.toggles.map(\.location.start.column))
        // Three bytes of the mark, and one more for each previous line.
        #expect(manifest.toggles[0].location.start.offset == plain.toggles[0].location.start.offset + 3 + 5)
    }

    @Test func jsonIsAccepted() throws {
        let json = """
            {"schema": 1, "namespace": "App", "toggles": {
            \t"a": {"category": "release", "description": "d", "owner": "o"}
            }}
            """
        #expect(try Self.manifest(json).toggles.map(\.key) == ["a"])
    }

    @Test func manifestBecomesARegistry() throws {
        let registry = try Self.manifest(Self.complete).registry
        #expect(registry.namespace == "AppToggles")
        #expect(registry.toggles.map(\.key).count == 5)
        let ranking = registry.toggles[1]
        #expect(ranking.remoteParameter == "search_ranking_2")
        #expect(ranking.retiredParameters == ["search_ranking"])
        #expect(ranking.defaultValue == .string("classic"))
        #expect(
            ranking.id
                == ToggleIdentifier.make(
                    category: .ops,
                    type: .variants(["classic", "neural"]),
                    key: "search_ranking"
                )
        )
    }
}
