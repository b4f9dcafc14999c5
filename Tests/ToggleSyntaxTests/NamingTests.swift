import Testing
import ToggleLint

/// Code that names flags without reading them, and code that reads them indirectly.
@Suite struct NamingTests {
    private func facts(
        _ files: [String: String],
        _ kind: LintConfiguration.DeclarationSource.Kind = .cases,
        type: String = "Flag",
        reads: [String] = ["isOn"]
    ) -> SourceFacts {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: kind, type: type, key: .snakeCase, reads: reads)
        ]
        return scan(files, configuration: configuration)
    }

    /// Returns the uses in a file beside the declaration of four cases.
    private func uses(_ code: String, path: String = "B.swift", reads: [String] = ["isOn"]) -> [String] {
        let declaration = "enum Flag: String { case alpha, beta, gamma, delta }"
        return facts(["A.swift": declaration, path: code], reads: reads).uses.filter { $0.path == path }.map(\.summary)
    }

    @Test(arguments: [
        ("let names: [Flag: String] = [.alpha: \"A\"]", ["alpha declaration"]),
        ("let names = [Flag.alpha: \"A\"]", ["alpha declaration"]),
        ("let names = [.alpha: \"A\"]", ["alpha possibly declaration"]),
        ("func f() { defaults.register(defaults: [Flag.alpha.rawValue: true]) }", ["alpha declaration"]),
        ("let shown: Set<Flag> = [.alpha]", ["alpha possibly declaration"]),
        ("let shown: [Flag] = [.alpha]", ["alpha"]),
        (
            "let all: [Flag] = [.alpha, .beta, .gamma, .delta]",
            ["alpha declaration", "beta declaration", "gamma declaration", "delta declaration"]
        ),
        ("func f() { overrides[.alpha] = true }", ["alpha possibly declaration"]),
        ("let rows = [\"title\": Flag.alpha]", ["alpha"]),
        ("let shown = all.filter { $0 != .alpha }", ["alpha possibly declaration"]),
        ("func f() { if flag != .alpha { show() } }", ["alpha possibly"]),
        ("func f() { if isOn(.alpha) {} }", ["alpha isOn"]),
        ("func f() { for flag in [Flag.alpha] where isOn(flag) {} }", ["alpha"]),
        // Code goes through the elements, and may read them.
        (
            "func f() { for flag in [Flag.alpha, .beta, .gamma, .delta] where isOn(flag) {} }",
            ["alpha", "beta possibly", "gamma possibly", "delta possibly"]
        ),
        (
            "func f() { for (flag, step) in [Flag.alpha: a] where isOn(flag) {} }",
            ["alpha"]
        ),
        (
            "let gated: [Flag] = [.alpha, .beta, .gamma, .delta]; let shown = gated.filter(isOn)",
            ["alpha possibly", "beta possibly", "gamma possibly", "delta possibly"]
        ),
        ("let gated: Set<Flag> = [.alpha]; let areOn = gated.allSatisfy(isOn)", ["alpha possibly"]),
        (
            "let steps: [Flag: Step] = [.alpha: a]; func f() { for (flag, step) in steps where isOn(flag) {} }",
            ["alpha possibly"]
        ),
        ("extension Flag { static let gated = [Flag.alpha] }; let shown = Flag.gated.map(isOn)", ["alpha possibly"]),
        ("extension Flag { static let titles = [Flag.alpha: \"A\"] }; let on = isOn(f)", ["alpha declaration"]),
        (
            """
            let values: [Flag: Bool] = [.alpha: true]
            func save() { for (flag, value) in values { stored[flag.rawValue] = value } }
            func isOn(_ flag: Flag) -> Bool { values[flag] ?? false }
            """, ["alpha declaration"]
        ),
        (
            "let on: [Flag] = [.alpha, .beta, .gamma, .delta]; let isOn = on.contains(.delta)",
            ["alpha declaration", "beta declaration", "gamma declaration", "delta declaration", "delta possibly"]
        ),
        (
            "extension Flag { static func any(_ s: S) -> Bool { s.allOn(.alpha, .beta) } }",
            ["alpha possibly", "beta possibly"]
        ),
    ])
    func tableNamesFlags(code: String, expected: [String]) {
        #expect(uses(code) == expected)
    }

    @Test(arguments: [
        (
            "func title(_ flag: Flag) -> String { switch flag { case .alpha: \"A\"; default: \"\" } }",
            ["alpha declaration"]
        ),
        (
            "func title() -> String { switch flag { case .alpha: return \"A\"; default: return \"\" } }",
            ["alpha possibly declaration"]
        ),
        ("func view(_ flag: Flag) -> some View { switch flag { case .alpha: A(); default: B() } }", ["alpha possibly"]),
        // A copy of the enum may only pass values on.
        (
            "func flag(_ old: Old) -> Flag { switch old { case .alpha: return .alpha; case .two: return .beta } }",
            ["alpha possibly", "beta"]
        ),
        // The case runs code for the flag.
        ("func run(_ flag: Flag) { switch flag { case .alpha: start(); default: break } }", ["alpha possibly"]),
        // Another type has cases with these names.
        ("func title(_ tab: Tab) -> String { switch tab { case .alpha: \"A\"; case .other: \"\" } }", []),
    ])
    func switchNamesFlags(code: String, expected: [String]) {
        #expect(uses(code) == expected)
    }

    @Test func mappedFlagIsReadIfTheFlagOfItsCaseIs() {
        let mapper = """
            func remote(_ flag: Flag) -> Bool {
                switch flag {
                case .alpha: return service.isOn(Flag.gamma)
                case .beta: return service.isOn(Flag.delta)
                default: return false
                }
            }
            """
        #expect(uses(mapper).filter { $0.contains("isOn") } == ["gamma declaration isOn", "delta declaration isOn"])
        let read = mapper + "\nfunc f() { if isOn(.beta) {} }"
        #expect(uses(read).filter { $0.contains("isOn") } == ["gamma declaration isOn", "delta isOn", "beta isOn"])
    }

    @Test(arguments: [
        "gated.sorted().forEach { if isOn($0) {} }", "print(gated.lazy.filter(isOn))",
        "print(gated.count { isOn($0) })",
        "for (f, v) in zip(gated, views) where isOn(f) {}", "if let f = gated.randomElement(), isOn(f) {}",
        "if isOn(gated[0]) {}", "if anyOn(gated) {}", "if any { isOn($0) }, gated.contains(where: isOn) {}",
        "print(self.gated.sorted { $0 < $1 }.filter(isOn))", "for f in gated() where isOn(f) {}",
        "for f in gated { f.isShown = f.isOn }",
    ])
    func codeGoesThroughTable(code: String) {
        let code = "func anyOn(_ flags: [Flag]) -> Bool { flags.contains(where: isOn) }\nfunc f() { \(code) }"
        for table in ["let gated: [Flag] = [.alpha, .beta, .gamma, .delta]", "let gated: Set<Flag> = [.alpha]"] {
            #expect(uses(table + "\n" + code).allSatisfy { $0.hasSuffix("possibly") }, "\(table)")
        }
    }

    @Test func setMayBeReadByAFunctionThatTakesIt() {
        let code = """
            let gated: Set<Flag> = [.alpha]; func anyOn(_ flags: Set<Flag>) -> Bool { flags.contains(where: isOn) }
            func f() { if anyOn(gated) {} }
            """
        #expect(uses(code) == ["alpha possibly"])
    }

    @Test(arguments: [
        "print(steps.keys.filter(isOn))", "print(sum(steps))", "for (f, _) in steps.sorted(by: <) where isOn(f) {}",
    ])
    func codeGoesThroughDictionary(code: String) {
        let table = "let steps: [Flag: Int] = [.alpha: 1]\nfunc sum(_ m: [Flag: Int]) -> Int { m.reduce(0, g) }"
        #expect(uses("\(table)\nfunc f() { \(code) }") == ["alpha possibly"])
    }

    @Test(arguments: [
        "if isOn(flag) { show(gated.count, gated.contains(flag), gated.isEmpty) }", "gated = []",
        "register(defaults: gated); if isOn(flag) {}", "show(gated: isOn(flag))",
    ])
    func codeUsesTableAsWhole(code: String) {
        let table = "var gated: [Flag] = [.alpha, .beta, .gamma, .delta]\n"
        #expect(uses("\(table)func f() { \(code) }").allSatisfy { $0.hasSuffix("declaration") })
    }

    @Test(arguments: [
        "extension Flag { static let first = Flag.alpha }", "extension Flag { static let first: Self = .alpha }",
        "extension Flag { static var first: Flag { .alpha } }",
    ])
    func otherNameMayBeRead(code: String) {
        #expect(uses(code + "\nfunc f() { if isOn(.first) {} }").contains("alpha possibly"))
    }

    @Test func tableMayBeReadInAnotherFile() {
        let table = "let gated: [Flag] = [.alpha, .beta, .gamma, .delta]"
        func found(_ code: String, _ path: String = "C.swift") -> [String] {
            let files = ["A.swift": "enum Flag { case alpha, beta, gamma, delta }", "B.swift": table, path: code]
            return facts(files).uses.map(\.summary)
        }
        #expect(found("func f() { gated.forEach { if isOn($0) {} } }").allSatisfy { $0.hasSuffix("possibly") })
        #expect(found("func f() { if isOn(flag) { show(gated.count) } }").allSatisfy { $0.hasSuffix("declaration") })
        #expect(found("func f() { gated.map(isOn) }", "Tests/CTests.swift").allSatisfy { $0.hasSuffix("declaration") })
    }

    @Test func listOfBothFlagsReadsNone() {
        let files = ["A.swift": "enum Flag { case alpha, beta }", "B.swift": "let all: [Flag] = [.alpha, .beta]"]
        #expect(facts(files).uses.map(\.summary).allSatisfy { $0.hasSuffix("declaration") })
        let one = ["A.swift": "enum Flag { case alpha }", "B.swift": "let shown: [Flag] = [.alpha]"]
        #expect(facts(one).uses.map(\.summary).contains("alpha"))
    }

    @Test func caseThatRunsCodeReadsItsOwnFlag() {
        let code = "func f(_ flag: Flag) { switch flag { case .alpha: if isOn(.alpha) { go() }; default: break } }"
        #expect(uses(code) == ["alpha possibly", "alpha isOn"])
    }

    @Test(arguments: [
        ("class VM: FeatureFlags { func f() { if alpha {} } }", ["alpha property"]),
        ("class VM: FeatureFlags { func f() { if self.alpha {} } }", ["alpha property"]),
        ("class VM: Other { func f() { if alpha {} } }", []),
    ])
    func conformingTypeReadsItsProperty(code: String, expected: [String]) {
        let files = ["A.swift": "protocol FeatureFlags { var alpha: Bool { get } }", "B.swift": code]
        let found = facts(files, .instanceProperties, type: "FeatureFlags", reads: [])
        #expect(found.uses.filter { $0.path == "B.swift" }.map(\.summary) == expected)
    }

    @Test(arguments: [
        ("struct A { init(flags: FeatureFlags.Type) { if flags.alpha {} } }", ["alpha possibly"]),
        ("let flags = FeatureFlags.self\nfunc f() { if flags.alpha {} }", ["alpha possibly"]),
        ("func f() { if type(of: x).alpha {} }", ["alpha possibly"]),
        ("func f() { if cart.alpha {} }", []),
        ("struct MockupEditor { func f() { if FeatureFlags.alpha {} } }", ["alpha"]),
        ("struct SpyglassView { func f() { if FeatureFlags.alpha {} } }", ["alpha"]),
        ("struct FakeCallView { func f() { show(FeatureFlags.alpha) } }", ["alpha"]),
        ("struct MockFlags { let alpha = FeatureFlags.alpha }", ["alpha test"]),
        ("struct MockServer { func f() { if FeatureFlags.alpha { g() } } }", ["alpha"]),
    ])
    func typeOfFlagsIsRead(code: String, expected: [String]) {
        let files = ["A.swift": "struct FeatureFlags { static let alpha = true }", "B.swift": code]
        let found = facts(files, .staticProperties, type: "FeatureFlags", reads: [])
        #expect(found.uses.filter { $0.path == "B.swift" }.map(\.summary) == expected)
    }

    @Test func readInTheOwnTypeIsRead() {
        #expect(uses("extension Flag { static var isShown: Bool { Flag.alpha.isOn } }") == ["alpha isOn"])
    }

    @Test func mockNamesFlags() {
        #expect(uses("struct MockFlags { func f() { set(Flag.alpha) } }") == ["alpha test"])
        #expect(uses("struct MockServer { func f() { if flags.isOn(.alpha) {} } }") == ["alpha isOn"])
    }

    @Test func menuThatNamesNearlyAllFlagsIsADebugMenu() {
        let all = "func f() { row(isOn(.alpha)); row(isOn(.beta)); row(isOn(.gamma)) }"
        #expect(uses(all, path: "Debug/Rows.swift").allSatisfy { $0.contains(" isOn") && !$0.contains("debugMenu") })
        let rows = "struct DebugView { " + all + "; func g() { row(isOn(.delta)) } }"
        #expect(uses(rows).allSatisfy { $0.contains("debugMenu") })
        #expect(uses(rows.replacing("DebugView", with: "FeatureFlagDemoView")).allSatisfy { $0.contains("debugMenu") })
        #expect(uses(rows.replacing("DebugView", with: "FeatureFlagList")).allSatisfy { !$0.contains("debugMenu") })
        // It chooses code by the flags.
        let choices = ["alpha", "beta", "gamma", "delta"].map { "func \($0)() { if isOn(.\($0)) { a() } }" }
        #expect(
            uses("struct DebugView { \(choices.joined(separator: "\n")) }").allSatisfy { !$0.contains("debugMenu") }
        )
        // Accessors of another type with such a name are readers.
        let accessors = ["alpha", "beta", "gamma", "delta"].map { "var \($0)1: Bool { isOn(.\($0)) }" }
        #expect(
            uses("struct BetaSettings { \(accessors.joined(separator: "\n")) }").allSatisfy {
                !$0.contains("debugMenu")
            }
        )
    }

    @Test func generatedPropertyStandsForItsUses() {
        let files = [
            "A.swift": "enum Flag: String { case alpha, beta }",
            "Flags.generated.swift":
                "struct Flags { var alpha: Bool { isOn(.alpha) }\nvar beta: Bool { isOn(.beta) } }",
            "B.swift": "func f() { if flags.alpha {} }",
        ]
        #expect(
            facts(files).uses.map { "\($0.path) \($0.summary)" } == [
                "B.swift alpha", "Flags.generated.swift alpha declaration isOn",
                "Flags.generated.swift beta declaration isOn",
            ]
        )
        // Without generated code, it is a member of another type.
        #expect(uses("func f() { if cart.alpha {} }") == [])
    }

    @Test(arguments: [
        "func f() { if flags.newCheckout {} }",
        "func f() { if flags?.newCheckout == true {} }",
        "func f() { g { $0.newCheckout } }",
        "func f() { Switch($flags.newCheckout) }",
        "func f() { if wrapper.flags.`newCheckout` {} }",
    ])
    func memberOfAnObjectMayReadToggle(code: String) {
        #expect(scan(code).uses.map(\.summary) == ["new_checkout possibly"])
    }

    @Test func wrapperForKeyPathsMakesMembersReads() {
        let wrapper = """
            @dynamicMemberLookup struct Flags {
                subscript(dynamicMember path: KeyPath<ReleaseToggle.Type, ReleaseToggle>) -> Bool { false }
            }
            """
        #expect(
            scan([
                "A.swift": wrapper, "B.swift": "func f() { if flags.newCheckout {} }",
            ]).uses.map(\.summary) == ["new_checkout"]
        )
    }

    @Test func assignmentToAMemberIsNoRead() {
        #expect(scan("func f() { view.newCheckout = true }").uses == [])
    }

    @Test func subscriptWithTheTypeOfTheFlagReadsIt() {
        let declaration = "extension Store { static let alpha: Config<Bool> = Config() }"
        let reader = "struct D { subscript<T>(feature feature: Config<T>) -> T { get {} } }"
        let code = "func f() { if d[feature: .alpha] {} }"
        let files = ["A.swift": declaration, "B.swift": reader, "C.swift": code]
        #expect(facts(files, .staticProperties, type: "Store", reads: []).uses.map(\.summary) == ["alpha"])
        let named = facts(
            ["A.swift": declaration, "C.swift": code],
            .staticProperties,
            type: "Store",
            reads: ["subscript"]
        )
        #expect(named.uses.map(\.summary) == ["alpha subscript"])
    }

    @Test(arguments: [
        ("func f() { if flags[\\.alpha] {} }", ["alpha possibly property"]),
        ("func f() { if appSettings[\\.alpha] {} }", ["alpha property"]),
        ("func f() { if appSettings.isOn(\\.alpha) {} }", ["alpha property isOn"]),
        (
            "func isOn(_ p: KeyPath<AppSettings, Bool>) {}; func f() { if x.check(\\.alpha) {} }",
            ["alpha possibly property"]
        ),
        ("func check(_ p: KeyPath<AppSettings, Bool>) {}; func f() { if x.check(\\.alpha) {} }", ["alpha property"]),
        ("func f() { Toggle(isOn: $appSettings.alpha) }", ["alpha property"]),
        ("func f() { appSettings.alpha = true }", ["alpha declaration property"]),
    ])
    func keyPathMayReadProperty(code: String, expected: [String]) {
        let declaration = "class AppSettings { @Preference var alpha: Bool }"
        let found = facts(["A.swift": declaration, "B.swift": code], .attributedProperties, type: "Preference")
        #expect(found.uses.filter { $0.path == "B.swift" }.map(\.summary) == expected)
    }

    @Test(arguments: [
        ("if (FlagAlpha) {}", ["alpha"]), ("if ([Flag alpha]) {}", ["alpha"]), ("if (Flag.alpha) {}", ["alpha"]),
        ("// FlagAlpha", []), ("x = @\"http://a\" + FlagAlpha;", ["alpha possibly"]),
        ("switch (f) {\n  case FlagAlpha: break;\n}", ["alpha possibly"]),
        ("int alpha;", ["alpha possibly"]),
    ])
    func objectiveCReadsFlag(code: String, expected: [String]) {
        #expect(uses(code, path: "B.m") == expected)
    }

    @Test func wordInATextOfAResourceIsNoRead() {
        #expect(uses("\"title\" = \"An alpha version.\";", path: "en.lproj/Localizable.strings") == [])
        #expect(uses("<string>alpha</string>", path: "Info.plist") == ["alpha possibly"])
    }

    @Test func remoteNameInAStringIsTheKey() {
        let manifest = """
            schema: 1
            namespace: AppToggles
            toggles:
              pinch_to_zoom:
                { category: ops, default: false, remote: pinchToZoom, description: Zooms., owner: a, created: 2026-01-01 }
              full_screen: { category: ops, default: false, remote: full, description: Fills., owner: a, created: 2026-01-01 }
            """
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .stringKeys, type: "bool(forKey:)", key: .snakeCase)
        ]
        let code = "func f() { bool(forKey: \"pinchToZoom\"); bool(forKey: \"fullScreen\"); g(\"full\") }"
        let found = scan(code, manifest: manifest, configuration: configuration)
        #expect(
            found.uses.map(\.summary) == [
                "pinch_to_zoom string bool", "full_screen string bool", "full_screen possibly string",
            ]
        )
    }

    // MARK: - Constants

    private func constants(
        _ code: String,
        _ kind: LintConfiguration.DeclarationSource.Kind = .cases
    ) -> [String: Bool] {
        facts(["A.swift": code], kind).constants.mapValues(\.value)
    }

    private static let cases = "enum Flag: String { case alpha, beta }\n"

    @Test(
        arguments: [
            (
                "func isOn(_ f: Flag) -> Bool { switch f { case .alpha: return true\ncase .beta: return remote.b } }",
                ["alpha": true]
            ),
            (
                "extension Flag { var isOn: Bool { switch self { case .alpha: true; default: false } } }",
                ["alpha": true, "beta": false]
            ),
            // Other code runs before.
            (
                "func isOn(_ f: Flag) -> Bool { if o { return x }; switch f { case .alpha: return true; default: return false } }",
                [:]
            ),
            // Another implementation asks a server.
            (
                """
                func isOn(_ f: Flag) -> Bool { switch f { default: return true; case .alpha: return true } }
                struct Server { func isOn(_ f: Flag) -> Bool { ask(f) } }
                """, [:]
            ),
            // One that passes the question on doesn't.
            (
                """
                func isOn(_ f: Flag) -> Bool { switch f { default: return remote.b; case .alpha: return true } }
                struct Facade { func isOn(_ f: Flag) -> Bool { service.isOn(f) } }
                struct MockFlags { func isOn(_ f: Flag) -> Bool { values[f] } }
                """, ["alpha": true]
            ),
            ("func title(_ f: Flag) -> Bool { switch f { case .alpha: return true; default: return false } }", [:]),
            (
                "func isOn(_ f: Flag) -> Bool { switch f {\n#if DEBUG\ncase .alpha: return true\n#endif\ndefault: return false } }",
                [:]
            ),
            // Only some users get the value.
            (
                "func isOn(_ f: Flag) -> Bool { switch f { case .alpha where isBeta: return true; default: return false } }",
                ["beta": false]
            ),
            (
                "func isOn(_ f: Flag) -> Bool { switch f { case _ where isBeta: return true; default: return false } }",
                [:]
            ),
            (
                """
                func isOn(_ f: Flag) -> Bool { switch f { default: return true; case .alpha: return true } }
                extension Flag {
                #if DEBUG
                    var isOn: Bool { defaults.bool(rawValue) }
                #else
                    var isOn: Bool { service.isOn(self) }
                #endif
                }
                """, [:]
            ),
            (
                """
                extension Flag {
                #if DEBUG
                    var isOn: Bool { switch self { default: return true; case .alpha: return true } }
                #endif
                }
                """, [:]
            ),
        ] as [(String, [String: Bool])]
    )
    func constantAnswer(code: String, expected: [String: Bool]) {
        #expect(constants(Self.cases + code) == expected)
    }

    @Test(arguments: [
        "class Beta: Flag { override var alpha: Bool { remote.alpha } }",
        "extension Live: Flag { var alpha: Bool { true } }",
    ])
    func overriddenPropertyIsNotConstant(code: String) {
        let declaration = "class Flag { var alpha: Bool { false }\nvar beta: Bool { false } }\n"
        #expect(constants(declaration + code, .instanceProperties) == ["beta": false])
        let mock = "class MockFlag: Flag { override var alpha: Bool { true } }"
        #expect(constants(declaration + mock, .instanceProperties) == ["alpha": false, "beta": false])
    }

    @Test func constantOfOneOfTwoDeclarationsIsNone() {
        var configuration = LintConfiguration()
        configuration.sources = ["Flag", "RemoteFlag"].map {
            LintConfiguration.DeclarationSource(kind: .cases, type: $0, key: .snakeCase, reads: ["isOn"])
        }
        let code = """
            enum Flag { case alpha }
            enum RemoteFlag { case alpha }
            func isOn(_ f: Flag) -> Bool { switch f { case .alpha: return true } }
            struct Remote { func isOn(_ f: RemoteFlag) -> Bool { ask(f) } }
            """
        #expect(scan(["A.swift": code], configuration: configuration).constants.isEmpty)
    }

    @Test func constantProperty() {
        let code = """
            enum Flag {
                static let alpha = true
                static var beta: Bool { return false }
                static var gamma = true
                static let delta = Config.isOn
            #if DEBUG
                static let epsilon = true
            #endif
            }
            """
        #expect(constants(code, .staticProperties) == ["alpha": true, "beta": false, "gamma": true])
    }

    @Test(arguments: [
        "func f() { Flag.alpha = true }", "func f() { Flag.alpha.toggle() }", "func f() { change(&Flag.alpha) }",
        "func f() { type(of: flag).alpha = true }", "extension Flag { static func f() { alpha = true } }",
        "extension Flag { static func f() { Self.alpha = isOn } }",
    ])
    func assignedPropertyIsNotConstant(code: String) {
        let declaration = "enum Flag { static var alpha = false\nstatic var beta = false }\n"
        for path in ["B.swift", "Tests/BTests.swift"] {
            let found = facts(["A.swift": declaration, path: code], .staticProperties)
            #expect(found.constants.mapValues(\.value) == ["beta": false])
        }
        let text = "void f() { Flag.alpha = YES; if (Flag.beta == YES) {} }"
        #expect(facts(["A.swift": declaration, "B.m": text], .staticProperties).constants.keys.sorted() == ["beta"])
        let visible = "@objcMembers class Flag: NSObject { static var alpha = false }"
        #expect(facts(["A.swift": visible], .staticProperties).constants.isEmpty)
    }
}
