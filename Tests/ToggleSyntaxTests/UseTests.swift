import Testing
import ToggleLint
import ToggleManifest

@Suite struct UseTests {
    @Test(arguments: [
        ("func f() { if toggles.isEnabled(.newCheckout) {} }", ["new_checkout isEnabled"]),
        ("func f() { _ = toggles.isEnabled(.adminTools, for: user) }", ["admin_tools isEnabled"]),
        ("func f() { _ = toggles.value(of: .searchRanking) }", ["search_ranking value"]),
        ("func f() { _ = toggles.variant(of: .checkoutButton, for: user) }", ["checkout_button variant"]),
        ("func f() { _ = toggles.stage(of: .orderStore) }", ["order_store stage"]),
        ("func f() { _ = app?.toggles.evaluation(of: .searchRanking).value }", ["search_ranking evaluation"]),
        ("func f() async { for await x in toggles.updates(of: .reviews) {} }", ["reviews updates"]),
        ("let p = toggles.select(.newCheckout, on: New.init, off: Old.init)", ["new_checkout select frozen:global"]),
        ("func f() { let key = ReleaseToggle.newCheckout }", ["new_checkout"]),
        ("func f() { let key = OpsToggle<Bool>.reviews }", ["reviews"]),
        ("func f() { g(FeatureToggles.OpsToggle<Bool>.reviews) }", ["reviews"]),
        ("func f() { g(ShopToggles.newCheckout) }", ["new_checkout"]),
        ("let key: ReleaseToggle = .newCheckout", ["new_checkout"]),
        ("let keys: [ReleaseToggle] = [.newCheckout, .giftWrapping]", ["new_checkout", "gift_wrapping"]),
        ("var key: OpsToggle<Bool> { .reviews }", ["reviews"]),
        ("func key() -> ReleaseToggle { return x ? .newCheckout : .giftWrapping }", ["new_checkout", "gift_wrapping"]),
        ("func f(_ key: ReleaseToggle = .newCheckout) {}", ["new_checkout"]),
        ("struct V { @Toggle(.newCheckout) var isOn }", ["new_checkout"]),
        ("struct V { @FeatureFlag(toggle: .reviews) var isOn: Bool }", ["reviews"]),
        ("let x = #toggle(.newCheckout)", ["new_checkout"]),
        (
            "func f() { toggles.isEnabled(x ? .newCheckout : .giftWrapping) }",
            [
                "new_checkout isEnabled", "gift_wrapping isEnabled",
            ]
        ),
        (
            "func f() { switch toggles.value(of: .searchRanking) { case .classic: break; default: break } }",
            [
                "search_ranking value"
            ]
        ),
        ("func f() { toggles.isEnabled(.`newCheckout`) }", ["new_checkout isEnabled"]),
        ("func f() { toggles\n .isEnabled(\n  .newCheckout // here\n ) }", ["new_checkout isEnabled"]),
    ])
    func findsTogglesInCalls(source: String, expected: [String]) {
        #expect(scan(source).uses.map(\.summary) == expected)
    }

    @Test(arguments: [
        "let reviews = load(); print(reviews)",
        "func f() { Analytics.newCheckout.send() }",
        "func f() { self.newCheckout() }",
        "enum Screen { case newCheckout, reviews }",
        "// toggles.isEnabled(.newCheckout)",
        "/* .newCheckout */ let x = 1",
        "let text = \"toggles.isEnabled(.newCheckout)\"",
        "for toggle in ShopToggles.registry.toggles { print(toggle.key) }",
        "func newCheckout(reviews: Int) { newCheckout(reviews: 1) }",
        "let path = \\Product.reviews",
        "struct newCheckout {}",
    ])
    func ignoresOtherDeclarationsWithSameName(source: String) {
        #expect(scan(source).uses.isEmpty)
    }

    @Test(arguments: [
        ("func f() { router.open(.newCheckout) }", ["new_checkout possibly"]),
        ("func f() { switch screen { case .reviews: show(); default: break } }", ["reviews possibly"]),
        // A case without code for it only names the toggle.
        ("func f() { switch screen { case .reviews: break; default: break } }", ["reviews possibly declaration"]),
        ("func f() { product.reviews.count }", ["reviews possibly"]),
        ("func f() { if screen == .reviews {} }", ["reviews possibly"]),
        ("func f() { let x: Screen = .reviews }", ["reviews possibly"]),
        ("let key = \"new_checkout\"", ["new_checkout possibly string"]),
    ])
    func reportsUncertainUsesAsPossible(source: String, expected: [String]) {
        #expect(scan(source).uses.map(\.summary) == expected)
    }

    @Test(arguments: [
        (
            "typealias Flags = ReleaseToggle\nfunc f() { _ = t.isEnabled(Flags.newCheckout) }",
            ["new_checkout isEnabled"]
        ),
        ("func f() { _ = t.value(of: keys.reviews) }", ["reviews value"]),
        ("func f() { show(Keys.newCheckout) }", ["new_checkout possibly"]),
        ("func f() { _ = t.on(\\.newCheckout) }", ["new_checkout possibly"]),
        ("extension ReleaseToggle { static var pages: [Self] { [newCheckout] } }", ["new_checkout possibly"]),
        ("struct Pages { static var pages: [Int] { [newCheckout] } }", []),
    ])
    func typeAliasHidesNoUses(source: String, expected: [String]) {
        #expect(scan(source).uses.map(\.summary) == expected)
    }

    @Test(arguments: [
        "<<<<<<< HEAD\nfunc f() { _ = t.isEnabled(.newCheckout) }\n=======\n}\n>>>>>>> b",
        "/* never closed\nfunc f() { _ = t.isEnabled(.newCheckout) }",
        "let x = \"\"\"\nfunc f() { _ = t.isEnabled(.newCheckout) }",
    ])
    func invalidFileIsSearchedAsText(source: String) {
        let facts = scan(source)
        #expect(facts.unparsed.count == 1)
        #expect(facts.uses.contains { $0.target == .toggle("new_checkout") && $0.place == .production })
    }

    @Test(arguments: [
        ("Sources/ABTests/Run.swift", ToggleUse.Place.production), ("Sources/App/ABTest.swift", .production),
        ("Tests/AppTests/Run.swift", .test), ("Packages/Core/Tests/Run.swift", .test), ("AppTests/Run.swift", .test),
        ("Checks/Run.swift", .test), ("Tests/Fixtures/Run.swift", .production),
    ])
    func sourcesFolderContainsNoTests(path: String, place: ToggleUse.Place) {
        var configuration = LintConfiguration()
        configuration.tests = ["Checks", "!Tests/Fixtures"]
        let facts = scan("func f() { _ = t.isEnabled(.newCheckout) }", path: path, configuration: configuration)
        #expect(facts.uses.map(\.place) == [place])
    }

    @Test func conditionalImportDoesNotMakeTest() {
        let read = "\nfunc f() { _ = t.isEnabled(.newCheckout) }"
        #expect(scan("#if canImport(XCTest)\nimport XCTest\n#endif" + read).uses.map(\.place) == [.production])
        #expect(scan("import XCTest" + read).uses.map(\.place) == [.test])
    }

    @Test(arguments: [
        #"let arguments = ["--enable-toggle", "new_checkout"]"#, #"let environment = ["TOGGLE_NEW_CHECKOUT": "1"]"#,
    ])
    func settingForOtherProcessIsNotRead(source: String) {
        #expect(scan(source).uses.map(\.place) == [.script])
    }

    @Test func keyParameterProvesUsesInOtherFiles() {
        let sources = [
            "Sources/A.swift": "func show(_ title: String, if toggle: ReleaseToggle) {}",
            "Sources/B.swift": "func f() { show(\"a\", if: .newCheckout); show(\"a\", unless: .giftWrapping) }",
            "Sources/C.swift": "struct Row { let toggle: OpsToggle<Bool> }; let row = Row(toggle: .reviews)",
            "Sources/D.swift":
                "struct Gate { init(_ key: ReleaseToggle) {} }; struct V { @Gate(.newCheckout) var x: Int }",
        ]
        #expect(
            scan(sources).uses.map(\.summary) == [
                "new_checkout", "gift_wrapping possibly", "reviews", "new_checkout",
            ]
        )
    }

    @Test(arguments: [
        ("Tests/AppTests/CartTests.swift", "toggles.isEnabled(.newCheckout)", "test"),
        ("UnitTests/Cart.swift", "toggles.isEnabled(.newCheckout)", "test"),
        ("App/CartTests.swift", "toggles.isEnabled(.newCheckout)", "production"),
        ("Sources/Cart.swift", "import XCTest\nfunc f() { toggles.isEnabled(.newCheckout) }", "test"),
        (
            "Sources/Cart.swift", "@testable import Shop\nimport Testing\nfunc f() { toggles.isEnabled(.newCheckout) }",
            "test"
        ),
        ("Sources/Cart.swift", "let x = XCTest()\nfunc f() { toggles.isEnabled(.newCheckout) }", "production"),
        ("Sources/Cart.swift", "#Preview { Cart(toggles.isEnabled(.newCheckout)) }", "preview"),
        (
            "Sources/Cart.swift",
            "struct P: PreviewProvider { static var previews: some View { a(toggles.isEnabled(.newCheckout)) } }",
            "preview"
        ),
        ("Sources/DebugMenu/Menu.swift", "func f() { toggles.isEnabled(.newCheckout) }", "debugMenu"),
        ("Integration/Cart.swift", "func f() { toggles.isEnabled(.newCheckout) }", "test"),
    ])
    func distinguishesKindsOfCode(path: String, source: String, place: String) {
        var configuration = LintConfiguration()
        configuration.tests = ["Integration"]
        configuration.debugMenus = ["**/DebugMenu/**"]
        #expect(scan(source, path: path, configuration: configuration).uses.map(\.place.rawValue) == [place])
    }

    @Test(arguments: ["", "\u{FEFF}", "// Copyright\n// swiftlint:disable all\n\n", "//\r\n"])
    func generatedFileReadsNothing(start: String) {
        let header = "// Generated from toggles.yaml by swift-feature-toggles. Do not edit: change toggles.yaml.\n"
        let code = "let x = ReleaseToggle.newCheckout\nfunc f() { toggles.isEnabled(.newCheckout) }"
        #expect(scan(start + header + code).uses.isEmpty)
        #expect(!scan(start + code + "\n" + header).uses.isEmpty)
        #expect(!scan(start + "// Generated from toggles.yaml by hand.\n" + code).uses.isEmpty)
    }

    @Test(
        arguments: [
            (
                "struct Checkout { func start(for user: User) { toggles.isEnabled(.newCheckout) } }",
                "Checkout.start(for:)"
            ),
            ("extension Shop.Checkout { init(_ a: Int) { toggles.isEnabled(.newCheckout) } }", "Checkout.init(_:)"),
            ("struct A { var isNew: Bool { toggles.isEnabled(.newCheckout) } }", "A.isNew"),
            ("struct A { var isNew: Bool { get { toggles.isEnabled(.newCheckout) } } }", "A.isNew"),
            ("let check = { toggles.isEnabled(.newCheckout) }", "check"),
            ("func outer() { func inner(a: Int) { toggles.isEnabled(.newCheckout) } }", "outer().inner(a:)"),
            ("struct A { let x = toggles.isEnabled(.newCheckout) }", nil),
        ] as [(String, String?)]
    )
    func findsEnclosingFunction(source: String, function: String?) {
        #expect(scan(source).uses.map(\.function) == [function])
    }

    @Test(
        arguments: [
            ("static let isOn = toggles.isEnabled(.newCheckout)", "staticProperty"),
            ("static let isOn = { toggles.isEnabled(.newCheckout) }()", "staticProperty"),
            ("static let isOn = { toggles.isEnabled(.newCheckout) }", nil),
            ("static var isOn: Bool { toggles.isEnabled(.newCheckout) }", nil),
            ("func f(isOn: Bool = toggles.isEnabled(.newCheckout)) {}", "defaultArgument"),
            ("let isOn = toggles.isEnabled(.newCheckout)", nil),
            ("func f() { let isOn = toggles.isEnabled(.newCheckout) }", nil),
        ] as [(String, String?)]
    )
    func detectsKeptValues(member: String, freeze: String?) {
        #expect(scan("struct A { \(member) }").uses.map(\.freeze?.rawValue) == [freeze])
    }

    @Test func globalKeepsValueExceptInMainFile() {
        let source = "let isOn = toggles.isEnabled(.newCheckout)"
        #expect(scan(source).uses.map(\.freeze) == [.global])
        #expect(scan(source, path: "Sources/App/main.swift").uses.map(\.freeze) == [nil])
    }

    @Test func everyConditionalCompilationBranchCounts() {
        let source = """
            func f() {
            #if DEBUG
            toggles.isEnabled(.newCheckout)
            #elseif os(Linux) && canImport(X)
            toggles.isEnabled(.giftWrapping)
            #else
            #if A
            toggles.isEnabled(.reviews)
            #endif
            #endif
            }
            """
        #expect(
            scan(source).uses.map(\.compilationConditions) == [
                ["DEBUG"], ["os(Linux) && canImport(X)"], ["!(DEBUG || os(Linux) && canImport(X))", "A"],
            ]
        )
    }

    @Test func reportsLocationOfUse() throws {
        let use = try #require(scan("let ä = \"ö\"\r\n\tif toggles.isEnabled(.newCheckout) {}").uses.first)
        #expect(use.range.start.line == 2)
        #expect(use.range.start.column == 24)
        #expect(use.range.end.column == 35)
        #expect(use.line == "\tif toggles.isEnabled(.newCheckout) {}")
    }
}
