import Testing
import ToggleLint

/// Copies of flags, and other types with members of the same names.
@Suite struct CopiedFlagTests {
    private func configuration(_ reads: [String] = []) -> LintConfiguration {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .cases, type: "AppConfig", key: .snakeCase, reads: reads)
        ]
        return configuration
    }

    /// The uses that may read a flag.
    private func reads(_ files: [String: String], by readers: [String] = []) -> [String] {
        scan(files, configuration: configuration(readers)).uses.filter { $0.place == .production }.map(\.summary)
    }

    @Test(arguments: [
        ("enum Palette { static let alpha = 1 }", []),
        ("extension Palette { static let alpha = 1 }", ["alpha possibly"]),
        ("typealias Palette = AppConfig", ["alpha possibly"]), ("// enum Palette", ["alpha possibly"]),
        ("struct Palette {}\ntypealias Palette = AppConfig", ["alpha possibly"]),
    ])
    func memberOfDeclaredTypeIsNoFlag(other: String, expected: [String]) {
        let files = [
            "A.swift": "enum AppConfig { case alpha }", "B.swift": "func f() { show(Palette.alpha, L10n.alpha) }",
            "C.swift": other,
        ]
        #expect(reads(files) == expected)
    }

    @Test func typeWithNameOfFlagsMayBeCopy() {
        let files = [
            "A.swift": "enum AppConfig { case alpha }", "B.swift": "func f() { show(RemoteFlag.alpha) }",
            "C.swift": "enum RemoteFlag { case alpha }",
        ]
        #expect(reads(files) == ["alpha possibly"])
    }

    @Test(arguments: [
        ("row.required = .alpha", ["alpha"]), ("row.other = .alpha", ["alpha possibly"]),
        ("self = .alpha", ["alpha possibly"]),
    ])
    func assignmentGivesPropertyItsFlag(code: String, expected: [String]) {
        let files = [
            "A.swift": "enum AppConfig { case alpha }", "B.swift": "func f() { \(code) }",
            "C.swift": "final class Row { var required: AppConfig?; var other: Int? }",
        ]
        #expect(reads(files) == expected)
    }

    @Test func translatedCopyReadsNoFlag() {
        let names = ["alpha", "beta", "gamma", "delta"]
        let cases = "case " + names.joined(separator: ", ")
        func branches(_ result: (String) -> String) -> String {
            names.map { "case .\($0): \(result($0))" }.joined(separator: "\n")
        }
        let files = [
            "A.swift": "enum AppConfig: CaseIterable { \(cases) }", "B.swift": "enum Server { \(cases) }",
            "C.swift": """
            func config(_ server: Server) -> AppConfig { switch server { \(branches { "return .\($0)" }) } }
            extension Store {
                func set(_ config: AppConfig, to value: Bool) { switch config { \(branches { "\($0) = value" }) } }
                func isOn(_ config: AppConfig) -> Bool { switch config { \(branches { "return \($0)" }) } }
            }
            final class Store { @Stored("alpha") var storedAlpha: Bool?; @Stored("delta") var storedDelta: Bool? }
            """,
            "D.swift": "func f(store: Store) { if store.alpha {}; if store.isOn(.beta) {}; show(Server.gamma) }",
        ]
        #expect(reads(files, by: ["isOn"]) == ["alpha", "beta isOn", "gamma possibly"])
    }

    @Test(arguments: ["case .alpha: isShown = true", "case .alpha: tint = color"])
    func caseThatStoresAnotherValueMayDependOnFlag(branch: String) {
        let files = [
            "A.swift": "enum AppConfig { case alpha, beta }",
            "B.swift": "func f(flags: [AppConfig]) { for flag in flags { switch flag { \(branch)\ndefault: break } } }",
        ]
        #expect(reads(files, by: ["isOn"]) == ["alpha possibly"])
    }

    @Test(arguments: [("isDisabled", [:]), ("isOn", ["gamma": false])])
    func undeclaredReaderMayReturnAnything(reader: String, expected: [String: Bool]) {
        let code = """
            enum AppConfig { case alpha, beta, gamma }
            struct Overrides {
                func \(reader)(_ config: AppConfig) -> Bool {
                    switch config {
                    case .beta: return store.beta
                    default: return false
                    }
                }
            }
            func f() { if enabled.contains(.alpha) {}; if overrides.\(reader)(.gamma) {} }
            """
        let found = scan(["A.swift": code], configuration: configuration(["contains", reader]))
        #expect(found.constants.mapValues(\.value) == expected)
    }

    @Test(arguments: [
        ("if ([defaults boolForKey:@\"newMenu\"]) {}", ["new_menu"]),
        ("[defaults setBool:YES forKey:@\"newMenu\"];", ["new_menu declaration"]),
        ("[defaults objectForKey:@\"newMenu\"];", ["new_menu possibly"]),
    ])
    func messageReadsKey(code: String, expected: [String]) {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .stringKeys, type: "bool(forKey:)", key: .snakeCase)
        ]
        let manifest = """
            schema: 1
            namespace: Shop
            toggles:
              new_menu:
                { category: ops, default: false, remote: newMenu, description: Menu., owner: a, created: 2026-01-01 }

            """
        let found = scan(["A.m": code], manifest: manifest, configuration: configuration)
        #expect(found.uses.map(\.summary) == expected)
    }

    private static let menu = """
        schema: 1
        namespace: Shop
        toggles:
          new_menu:
            { category: ops, default: false, remote: menu.new, description: Menu., owner: a, created: 2026-01-01 }

        """

    /// A key that isn't a word is found by the message that takes it.
    @Test(arguments: [
        ("A.m", "bool(forKey:)", "if ([defaults boolForKey:@\"menu.new\"]) {}", ["new_menu string"]),
        ("A.m", "bool(forKey:)", "[defaults setBool:YES forKey:@\"menu.new\"];", []),
        ("A.m", "bool(forKey:)", "// [defaults boolForKey:@\"menu.new\"]", []),
        ("A.swift", "subscript", "if remoteConfig[\"menu.new\"].boolValue {}", ["new_menu string"]),
        ("A.swift", "subscript", "print(remoteConfig[\"menu.new\"].stringValue)", []),
        ("A.swift", "subscript", "if remoteConfig[\"other\"].boolValue {}", []),
    ])
    func keyWithPunctuationIsRead(path: String, type: String, code: String, expected: [String]) {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .stringKeys, type: type, key: .snakeCase)
        ]
        let found = scan([path: code], manifest: Self.menu, configuration: configuration)
        #expect(found.uses.map(\.summary) == expected)
    }

    /// The object may show more than the flag.
    @Test(arguments: [("@Feature(options: MenuOptions())", ["new_menu possibly"]), ("@Feature(name: \"Menu\")", [])])
    func objectOfAttributeMayBeUsed(attribute: String, expected: [String]) {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .attributedProperties, type: "Feature", key: .snakeCase)
        ]
        let code = "struct Features {\n    \(attribute) var newMenu: Bool\n}\n"
        let found = scan(["A.swift": code], manifest: Self.menu, configuration: configuration)
        #expect(found.uses.map(\.summary) == expected)
    }

    @Test func getterOfFlagDoesNotReadItByConstant() {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .stringKeys, type: "bool(forKey:)", key: .snakeCase),
            LintConfiguration.DeclarationSource(kind: .instanceProperties, type: "DebugSettings", key: .snakeCase),
        ]
        let code = """
            final class DebugSettings {
                private struct Keys { static let NewMenu = "menu.new" }
                var newMenu: Bool {
                    get { defaults.bool(forKey: Keys.NewMenu) }
                    set { defaults.set(newValue, forKey: Keys.NewMenu) }
                }
            }
            """
        let found = scan(["A.swift": code], manifest: Self.menu, configuration: configuration)
        #expect(found.uses.map(\.summary) == [])
    }

    /// A list of all flags that is written by hand is read as little as `allCases`.
    @Test(arguments: [("allFlags", 0), ("enabledFlags", 1)])
    func listOfAllFlagsReadsNone(list: String, count: Int) {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(
                kind: .staticProperties,
                type: "FeatureFlag",
                key: .snakeCase,
                reads: ["isOn"]
            )
        ]
        let code = """
            extension FeatureFlag {
                static let newMenu = Self(name: "menu.new")
                static let \(list): [Self] = [.newMenu]
            }
            func f() { for flag in FeatureFlag.\(list) { if flags.isOn(flag) { open(flag) } } }
            """
        let found = scan(["A.swift": code], manifest: Self.menu, configuration: configuration)
        #expect(found.uses.count { $0.place == .production } == count, "\(found.uses.map(\.summary))")
    }
}
