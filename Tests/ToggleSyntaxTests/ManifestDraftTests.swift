import Testing
import ToggleLint
import ToggleManifest
import ToggleSyntax

@Suite struct ManifestDraftTests {
    @Test(arguments: [
        "public enum Flag: String {\n  /// The chat.\n  case aiChat\n  case newSearch = \"search-v2\"\n  case `default`\n}",
        "enum Flag { case a, b }",
        "class S { @Flag(defaultValue: true) var chat: Bool\n@Flag var other: Bool = false }",
        "enum Flag { static let size = 3; static let name = \"on\"; static let rate = 0.5; static let isOn = build <= .beta }",
        "enum Flag { case größe, ok }", "enum Flag: String { case a_1, a1 }",
    ])
    func isValidManifest(declaration: String) throws {
        let (source, flags) = try #require(
            DeclarationReader.inferred(type: "Flag", path: "App/Flags.swift", bytes: Array(declaration.utf8))
        )
        let today = try #require(CalendarDate("2026-11-21"))
        let text = ManifestDraft([DiscoveredDeclaration(source: source, flags: flags)], today: today).text
        let result = Manifest.parse(text, path: "toggles.yaml")
        #expect(result.diagnostics.isEmpty, "\(text)")
        let manifest = try #require(result.manifest)
        let (configuration, problems) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
        #expect(problems.isEmpty)
        var expected = source
        expected.except = flags.map(\.name).filter { $0 == "größe" }
        #expect(configuration.sources == [expected])
        #expect(!manifest.toggles.isEmpty)
    }

    @Test(arguments: [
        ("enum Flag {\n  // These are temporary\n  case chat\n  case menu\n}", nil),
        ("enum Flag {\n  // case search\n  case chat\n}", nil),
        ("enum Flag {\n  // Talks with a machine.\n  case chat\n}", "Talks with a machine."),
        ("enum Flag {\n  // The chat.\n  case chat\n  case menu\n}", "The chat."),
        (
            """
            enum Flag {
                case chat, menu
                var description: String {
                    switch self {
                    case .chat: return "Talks with a machine"
                    case .menu: return "Shows \\(count) rows"
                    }
                }
            }
            """, "Talks with a machine"
        ),
    ])
    func descriptionIsThatOfTheFlag(declaration: String, expected: String?) throws {
        let (_, flags) = try #require(
            DeclarationReader.inferred(type: "Flag", path: "Flags.swift", bytes: Array(declaration.utf8))
        )
        #expect(flags.map(\.comment).first == expected)
    }

    /// Members that several types have get the name of the type, too.
    @Test func keysWithTypesAreDistinct() throws {
        let code = ["CoinConfig", "SwapConfig"].map { "enum \($0) { static var isEnabled: Bool { true } }" }
        let declarations = code.enumerated().map { index, text in
            var source = LintConfiguration.DeclarationSource(
                kind: .staticProperties,
                type: index == 0 ? "CoinConfig" : "SwapConfig"
            )
            source.key = .typeName
            var configuration = LintConfiguration()
            configuration.sources = [source]
            let flags = DeclarationReader(configuration: configuration).flags(path: "A.swift", bytes: Array(text.utf8))
            return DiscoveredDeclaration(source: source, flags: flags)
        }
        let text = ManifestDraft(declarations, today: try #require(CalendarDate("2026-11-21"))).text
        let manifest = try #require(Manifest.parse(text, path: "toggles.yaml").manifest, "\(text)")
        #expect(manifest.toggles.map(\.key) == ["coin_config_is_enabled", "swap_config_is_enabled"])
        #expect(text.contains("description: \"Coin config is enabled.\""), "\(text)")
        let (configuration, problems) = LintConfiguration.read(manifest.lint, path: "toggles.yaml")
        #expect(problems.isEmpty && configuration.sources.map(\.key) == [.typeName, .typeName])
    }

    @Test func containsKnownDetails() throws {
        let text = """
            enum Flag: String {
                /// Chats with a machine.
                case aiChat
                case newSearch
            }
            """
        let (source, flags) = try #require(
            DeclarationReader.inferred(
                type: "Flag",
                path: "Flags.swift",
                bytes: Array(text.utf8),
                reads: ["isFeatureOn"]
            )
        )
        let draft = ManifestDraft(
            [DiscoveredDeclaration(source: source, flags: flags)],
            namespace: "ShopToggles",
            application: "shop",
            today: try #require(CalendarDate("2026-11-21")),
            day: { $1 == 3 ? CalendarDate("2025-02-28") : nil },
            owner: { _ in "@acme/chat" }
        )
        #expect(
            draft.text == """
                # The flags of Flag, for `toggles lint`. The code doesn't change; the linter checks
                # the flags that are declared here.
                #
                # DECIDE what the code, git and CODEOWNERS don't provide, then delete these lines:
                # - category (ops, experiment or permission), written as ‘ops’: all
                # - expiry (‘expires’, or ‘permanent: true’), left out: all
                # - default, written as ‘false’: all
                # - remote parameter, written as the name or raw value of the case: all
                # - description, written as the name: new_search
                # - creation date, left out: new_search
                schema: 1
                namespace: ShopToggles
                application: shop

                toggles:
                  ai_chat:
                    category: ops
                    default: false
                    remote: aiChat
                    description: "Chats with a machine."
                    owner: "@acme/chat"
                    created: 2025-02-28
                  new_search:
                    category: ops
                    default: false
                    remote: newSearch
                    description: "New search."
                    owner: "@acme/chat"

                lint:
                  sources:
                    - { kind: cases, type: Flag, file: Flags.swift, key: snake_case, reads: [isFeatureOn] }

                """
        )
    }

    @Test func leavesOutNamesWithoutKeysUntilTheyAreDecided() throws {
        let code = "enum Flag { case null, a, yes }"
        let (source, flags) = try #require(
            DeclarationReader.inferred(type: "Flag", path: "Flags.swift", bytes: Array(code.utf8))
        )
        let today = try #require(CalendarDate("2026-11-21"))
        let text = ManifestDraft([DiscoveredDeclaration(source: source, flags: flags)], today: today).text
        #expect(text.contains("# DECIDE: ‘null’ cannot be turned into a key; rename it, or leave it out."), "\(text)")
        #expect(text.contains("except: [\"null\", \"yes\"]"), "\(text)")
    }

    /// A comment next to a toggle would be removed with it.
    @Test func decisionsAreListedBeforeTheToggles() throws {
        let code = "enum Flag: String { case null, a }"
        let (source, flags) = try #require(
            DeclarationReader.inferred(type: "Flag", path: "Flags.swift", bytes: Array(code.utf8))
        )
        let today = try #require(CalendarDate("2026-11-21"))
        let text = ManifestDraft([DiscoveredDeclaration(source: source, flags: flags)], today: today).text
        var editor = try ManifestEditor(Array(text.utf8), path: "toggles.yaml")
        try editor.remove(toggle: "a")
        #expect(String(decoding: editor.bytes, as: UTF8.self).contains("# DECIDE: ‘null’ cannot"), "\(text)")
    }

    @Test func flagsOfSeveralTypesAreOneToggle() throws {
        let declarations = [
            ("Local", "enum Local: Int { case pointOfSale, chat }"),
            (
                "Remote",
                """
                enum Remote {
                    case pointOfSale
                    init?(rawValue: String) {
                        switch rawValue { case "woo_pos": self = .pointOfSale; default: return nil }
                    }
                }
                """
            ),
        ].compactMap { type, code in
            DeclarationReader.inferred(type: type, path: "\(type).swift", bytes: Array(code.utf8)).map {
                DiscoveredDeclaration(source: $0.source, flags: $0.flags)
            }
        }
        let draft = ManifestDraft(declarations, today: try #require(CalendarDate("2026-11-21")))
        #expect(draft.joined.map { "\($0.flag.name) \($0.types)" } == ["pointOfSale [\"Local\", \"Remote\"]"])
        let toggles = try #require(Manifest.parse(draft.text, path: "toggles.yaml").manifest, "\(draft.text)").toggles
        #expect(toggles.map { "\($0.key): \($0.remote ?? "nil")" } == ["point_of_sale: woo_pos", "chat: nil"])
        let decision = ", because they have the same name: point_of_sale (Local and Remote)\n"
        #expect(draft.text.contains(decision), "\(draft.text)")
    }

    @Test func namesCasesWithTheSameKey() throws {
        let (source, flags) = try #require(
            DeclarationReader.inferred(
                type: "Flag",
                path: "Flags.swift",
                bytes: Array("enum Flag { case newUI, newUi }".utf8)
            )
        )
        let today = try #require(CalendarDate("2026-11-21"))
        let text = ManifestDraft([DiscoveredDeclaration(source: source, flags: flags)], today: today).text
        #expect(text.contains("\n  new_ui:\n"), "\(text)")
        #expect(
            text.contains(
                "\n# DECIDE: ‘newUi’ would have the key ‘new_ui’ of ‘newUI’; rename one of them, or leave it out.\n"
            ),
            "\(text)"
        )
    }

    /// A property that returns the names of a service is better than the raw values.
    @Test(
        arguments: [
            (
                ": String? { switch self { case .a: \"x\"; default: nil } }", "remoteKey", ["x", "nil", "nil"],
                "none: new_b, c"
            ),
            (
                ": String? { switch self { case .a: isOn ? \"x\" : nil; default: rawValue.snakeCased() } }",
                "remoteKey",
                ["x", "nil", "nil"], nil
            ),
            (
                ": String { switch self { case .a, .newB: return \"x\"; case .c: return rawValue } }", "firebaseName",
                ["x", "nil", "nil"], nil
            ),
            (": String { switch self { case .a: \"x\"; default: f } }", "key", ["x", "newB", "nil"], "case: new_b"),
            (
                ": Int { 1 } }; extension Flag { var flagKey: String { switch self { case .newB: \"x\"; default: rawValue } }",
                "size", ["nil", "x", "nil"], nil
            ),
            (": String { rawValue }", "remoteKey", ["nil", "newB", "nil"], nil),
            (
                ": String { switch self { case .a: \"x\"; default: \"y\" } }", "defaultsKey", ["nil", "newB", "nil"],
                "case: new_b"
            ),
            (
                "s: [String] { [] }; static var remoteKey: String { switch self { case .a: \"x\" } }", "remoteKey",
                ["nil", "newB", "nil"], "case: new_b"
            ),
        ] as [(String, String, [String], String?)]
    )
    func remoteNamesComeFromProperties(type: String, name: String, expected: [String], decision: String?) throws {
        let code = "enum Flag: String { case a, newB, c; var \(name)\(type) }"
        let (source, flags) = try #require(
            DeclarationReader.inferred(type: "Flag", path: "Flags.swift", bytes: Array(code.utf8))
        )
        let today = try #require(CalendarDate("2026-11-21"))
        let text = ManifestDraft([DiscoveredDeclaration(source: source, flags: flags)], today: today).text
        let toggles = try #require(Manifest.parse(text, path: "toggles.yaml").manifest, "\(text)").toggles
        #expect(toggles.map { $0.remote ?? "nil" } == expected, "\(text)")
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("# - remote parameter, ") }
        #expect(lines.count == (decision == nil ? 0 : 1), "\(text)")
        if let decision { #expect(lines.first?.hasSuffix(decision) == true, "\(text)") }
    }

    @Test(
        arguments: [
            ("enum Flag: String { case darkMode }", ["dark_mode: darkMode"]),
            ("enum Flag { case darkMode }", ["dark_mode: darkMode"]),
            ("enum Flag: String { case darkMode = \"dark-mode\" }", ["dark_mode: dark-mode"]),
            ("enum Flag: String { case darkMode = \"dark_mode\" }", ["dark_mode: nil"]),
            ("enum Flag: String { case darkMode = \"dark mode: on\" }", ["dark_mode: dark mode: on"]),
            ("enum Flag: String { case newSearch = \"search-v2\" }", ["new_search: search-v2"]),
            // A parameter can be the key of another toggle that has a parameter of its own.
            (
                "enum Flag: String { case a = \"b\", b = \"c\", c = \"a\" }",
                ["a: b", "b: c", "c: a"]
            ),
            // No text can stand for a number.
            ("enum Flag: Int { case darkMode = 1, chat }", ["dark_mode: nil", "chat: nil"]),
            ("enum Flag: Int { case darkMode; var remoteKey: String { \"dark\" } }", ["dark_mode: dark"]),
            (
                """
                enum Flag: Decodable {
                    case darkMode, chat, newMenu
                    init?(rawValue: String) {
                        switch rawValue {
                        case "woo_dark": self = .darkMode
                        case "woo_chat", "chat": self = .chat
                        default: return nil
                        }
                    }
                }
                """, ["dark_mode: woo_dark", "chat: woo_chat", "new_menu: nil"]
            ),
            (
                "enum Flag { case darkMode; var rawValue: String { switch self { case .darkMode: \"dark\" } } }",
                ["dark_mode: dark"]
            ),
            ("struct Flag { static let darkMode = Flag(key: \"dark-mode\") }", ["dark_mode: dark-mode"]),
            ("struct Flag { static let darkMode = true }", ["dark_mode: nil"]),
            // Two toggles can't have the same parameter.
            (
                "struct Flag { static let a = Flag(\"c\"); static let b = Flag(\"d\"); static let c = true; static let e = Flag(\"d\") }",
                ["a: nil", "b: d", "c: nil", "e: nil"]
            ),
            (
                "struct Flag { static let a = Flag(\"b\"); static let b = Flag(\"c\"); static let c = true }",
                ["a: nil", "b: nil", "c: nil"]
            ),
        ]
    )
    func keepsRemoteNames(code: String, expected: [String]) throws {
        let (source, flags) = try #require(
            DeclarationReader.inferred(type: "Flag", path: "Flags.swift", bytes: Array(code.utf8))
        )
        let today = try #require(CalendarDate("2026-11-21"))
        let text = ManifestDraft([DiscoveredDeclaration(source: source, flags: flags)], today: today).text
        let result = Manifest.parse(text, path: "toggles.yaml")
        #expect(result.diagnostics.isEmpty, "\(text)")
        let toggles = try #require(result.manifest).toggles
        #expect(toggles.map { "\($0.key): \($0.remote ?? "nil")" } == expected)
    }
}
