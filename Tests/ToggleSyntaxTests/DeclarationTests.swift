import Testing
import ToggleLint

@Suite struct DeclarationTests {
    private static func source(
        _ kind: LintConfiguration.DeclarationSource.Kind,
        _ type: String,
        key: LintConfiguration.DeclarationSource.KeyStyle = .rawValue,
        reads: [String] = []
    ) -> LintConfiguration.DeclarationSource {
        LintConfiguration.DeclarationSource(kind: kind, type: type, key: key, reads: reads)
    }

    private func flags(_ source: LintConfiguration.DeclarationSource, _ text: String) -> [String] {
        var configuration = LintConfiguration()
        configuration.sources = [source]
        return scan(text, path: "Flags.swift", configuration: configuration).declared.map { flag in
            [flag.name, flag.key, flag.rawValue, flag.defaultValue].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test(arguments: [
        (
            source(.cases, "Flag"), "enum Flag: String { case aiChat, newSearch = \"search-v2\" }",
            ["aiChat ai_chat", "newSearch search_v2 search-v2"]
        ),
        (
            source(.cases, "Flag", key: .name), "enum Flag: String { case newSearch = \"x\" }",
            ["newSearch new_search x"]
        ),
        (source(.cases, "Flag"), "enum Flag: Int { case first = 1; case second }", ["first first", "second second"]),
        (source(.cases, "Shop.Flag"), "enum Shop { enum Flag { case a }\n}\nenum Flag { case b }", ["a a"]),
        (
            source(.cases, "Flag"), "enum Flag { case a\n#if DEBUG\ncase b\n#else\ncase c\n#endif\n}",
            ["a a", "b b", "c c"]
        ),
        (source(.cases, "Flag"), "func f(_ x: Flag) { _ = Flag.a }", []),
        (
            source(.staticProperties, "Flags"),
            "struct Flags { static let newCart = true\nlet x = 1 }\nextension Flags { static var b: Bool { false } }",
            ["newCart new_cart true", "b b false"]
        ),
        (
            source(.staticProperties, "Flags"), "enum Flags { static let a = Flag(key: \"a_key\", default: false) }",
            ["a a_key a_key false"]
        ),
        (
            source(.attributedProperties, "Preference"),
            "class S { @Preference(defaultValue: false) var chatEnabled: Bool\n@Preference(defaultValue: 3) var size: Int\nvar x = true }",
            ["chatEnabled chat_enabled false"]
        ),
        (
            source(.attributedProperties, "Flag"), "struct S { @Flag(key: \"chat\", default: true) var isOn: Bool }",
            ["isOn chat chat true"]
        ),
    ])
    func readsDeclarations(source: LintConfiguration.DeclarationSource, text: String, expected: [String]) {
        #expect(flags(source, text) == expected)
    }

    @Test(arguments: [
        (source(.cases, "Flag"), "enum Flag: String { case newCheckout = \"new_checkout\" }"),
        (
            source(.staticProperties, "Flags"),
            "@objcMembers class Flags: NSObject { static let newCheckout: Flag = .init(key: \"new_checkout\") }"
        ),
        (
            source(.attributedProperties, "Flag"),
            "struct S { @Flag(key: \"new_checkout\", default: true) var isNewCheckout: Bool }"
        ),
    ])
    func keyInDeclarationIsNotRead(source: LintConfiguration.DeclarationSource, text: String) {
        var configuration = LintConfiguration()
        configuration.sources = [source]
        #expect(scan(text, path: "Flags.swift", configuration: configuration).uses == [])
        // It is a read in any other place, such as an accessor.
        let code = "extension Other { static var newCheckout: Bool { defaults.bool(\"new_checkout\") } }"
        let facts = scan(["Flags.swift": text, "Other.swift": code], configuration: configuration)
        #expect(facts.uses.map(\.summary) == ["new_checkout possibly string"])
    }

    @Test(arguments: [
        "func isOn(_ flag: Flag) -> Bool { switch flag { case .aiChat: true } }",
        "func isOn(_ flag: Flag) -> Bool { switch flag { case Flag.aiChat: return a { true } } }",
        "extension Flag { var isOn: Bool { switch self { case .aiChat: true } } }",
        "struct S { let flag: Flag; var isOn: Bool { switch flag { case .aiChat: true } } }",
    ])
    func implementationOfFlagDoesNotReadIt(code: String) {
        let source = Self.source(.cases, "Flag", reads: ["isOn"])
        #expect(uses(source, "enum Flag { case aiChat }", code) == ["ai_chat declaration"])
        let other = code.replacing("isOn", with: "isShown")
        #expect(uses(source, "enum Flag { case aiChat }", other).count == 1)
    }

    private func uses(_ source: LintConfiguration.DeclarationSource, _ declaration: String, _ code: String) -> [String]
    {
        var configuration = LintConfiguration()
        configuration.sources = [source]
        return scan(["A.swift": declaration, "B.swift": code], configuration: configuration).uses
            .filter { $0.path == "B.swift" }.map(\.summary)
    }

    @Test(arguments: [
        ("func f() { if flagger.isFeatureOn(.aiChat) {} }", ["ai_chat isFeatureOn"]),
        ("func f() { if flagger.isFeatureOn(for: Flag.aiChat) {} }", ["ai_chat isFeatureOn"]),
        ("func f() { g(Flag.aiChat) }", ["ai_chat"]),
        ("func f() { g(.aiChat) }", ["ai_chat possibly"]),
        ("func h(_ flag: Flag) {}; func f() { h(.aiChat) }", ["ai_chat"]),
        ("func f() { Other.aiChat.show() }", []),
        ("func f() { switch x { case .aiChat(let y): break } }", []),
        ("extension Flag { var isOn: Bool { switch self { case .aiChat: true } } }", ["ai_chat declaration"]),
    ])
    func findsCasesInCalls(code: String, expected: [String]) {
        let source = Self.source(.cases, "Flag", reads: ["isFeatureOn"])
        #expect(uses(source, "enum Flag: String { case aiChat }", code) == expected)
    }

    @Test(arguments: [
        ("func f() { if appSettings.chatEnabled {} }", ["chat_enabled property"]),
        ("func f() { if dependencies.settings.chatEnabled {} }", ["chat_enabled property"]),
        ("func f() { AppSettings.shared.chatEnabled }", ["chat_enabled property"]),
        ("func f() { appSettings.chatEnabledPublisher.sink {} }", ["chat_enabled property"]),
        ("func f() { settings.$chatEnabled.sink {} }", ["chat_enabled property"]),
        ("func f() { state.chatEnabled }", ["chat_enabled possibly property"]),
        ("func f() { appSettings.chatEnabled = true }", ["chat_enabled declaration property"]),
        ("extension AppSettings { var x: Bool { chatEnabled } }", ["chat_enabled property"]),
        ("extension AppSettings { func x(chatEnabled: Bool) { print(chatEnabled) } }", []),
        ("struct Other { var chatEnabled = true; func f() { self.chatEnabled } }", []),
        ("let path = \\AppSettings.chatEnabled", ["chat_enabled property"]),
    ])
    func findsPropertiesOfObjects(code: String, expected: [String]) {
        let declaration = "class AppSettings { @UserPreference(defaultValue: false) var chatEnabled: Bool }"
        #expect(uses(Self.source(.attributedProperties, "UserPreference"), declaration, code) == expected)
    }

    @Test(arguments: [
        ("func f() { if Flags.newCart { a() } else { b() } }", ["new_cart"]),
        ("func f() { if Flags.newCart.isOn() {} }", ["new_cart isOn"]),
        ("func f() { if cart.newCart {} }", []),
        ("extension Flags { static let other = newCart && x }", ["new_cart"]),
    ])
    func findsStaticProperties(code: String, expected: [String]) {
        #expect(
            uses(Self.source(.staticProperties, "Flags"), "enum Flags { static let newCart = true }", code).map {
                $0.replacing(" frozen:staticProperty", with: "")
            } == expected
        )
    }

    @Test func readsStringKeysOfFunction() {
        var configuration = LintConfiguration()
        configuration.sources = [Self.source(.stringKeys, "isOn(key:)"), Self.source(.stringKeys, "flag")]
        let code = "func f() { isOn(key: \"new_checkout\"); x.flag(\"gone\"); flag(\"a\\(b)\"); isOn(\"reviews\") }"
        #expect(
            scan(code, configuration: configuration).uses.map(\.summary) == [
                "new_checkout string isOn", "?gone string flag", "computed string flag", "reviews possibly string",
            ]
        )
    }

    @Test func readsConditionsOfOtherDeclarations() {
        var configuration = LintConfiguration()
        configuration.sources = [Self.source(.cases, "Flag", reads: ["isFeatureOn"])]
        let code = "enum Flag { case aiChat }\nfunc f() { guard !x.isFeatureOn(.aiChat) else { return }\na() }"
        #expect(
            scan(code, configuration: configuration).uses.map { $0.condition?.summary } == ["not on:return off:a()"]
        )
    }
}
