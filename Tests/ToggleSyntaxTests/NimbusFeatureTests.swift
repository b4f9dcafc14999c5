import Testing
import ToggleLint
import ToggleManifest
import ToggleSyntax

/// Finds the Boolean variables that Nimbus describes, and their reads through generated types.
@Suite struct NimbusFeatureTests {
    private let features = """
        about:
          ios: { class: AppNimbus, module: App }
        features:
          new-menu:
            description: >
              The menu
              on one page.
            variables:
              enabled: { description: Whether it's on., type: Boolean, default: false }
              row-count: { description: Rows., type: Int, default: 3 }
          search:
            description: Search.
            variables:
              show-history:
                description: Shows the history.
                type: Boolean
                default: true
              show-trends:
                description: Shows trends.
                type: Boolean
                default: false
          old-tips:
            description: Tips.
            variables:
              is-enabled: { description: On., type: Boolean, default: true }
        """

    @Test func variablesBecomeFlags() throws {
        let found = report([
            "App/nimbus.fml.yaml": features,
            "App/Menu.swift": "func f() { if AppNimbus.shared.features.newMenu.value().enabled {} }",
        ])
        #expect(
            summary(found) == [
                "nimbus_features AppNimbus []: newMenu.enabled=false, search.showHistory=true, search.showTrends=false, "
                    + "oldTips.isEnabled=true"
            ]
        )
        let declaration = try #require(found.declarations.first)
        #expect(declaration.source.file == "App/nimbus.fml.yaml")
        #expect(declaration.flags.map(\.key) == ["new_menu", "search_show_history", "search_show_trends", "old_tips"])
        #expect(declaration.flags.first?.comment == "The menu on one page.")
        #expect(declaration.reads.map(\.text) == ["features.x.value()"])
    }

    @Test func filesOfOneFolderAreOneDeclaration() {
        let found = report([
            "nimbus-features/a.yaml": "features:\n  a:\n    variables:\n      enabled: { type: Boolean }\n",
            "nimbus-features/b.yaml": "features:\n  b:\n    variables:\n      enabled: { type: Boolean }\n",
        ])
        #expect(found.declarations.map(\.source.file) == ["nimbus-features/*.yaml"])
        #expect(found.declarations.flatMap(\.flags).map(\.key) == ["a", "b"])
    }

    @Test(arguments: [
        ("features:\n  a:\n    variables:\n      b: { type: Boolean\nc: [\n", "later features are missing"),
        ("[a, b]\n", "this file is not a mapping with ‘features:’"),
        (
            "includes: [other.fml.yaml]\nfeatures: {}\n",
            "there is no file ‘App/other.fml.yaml’, which this file includes"
        ),
        ("features: [a]\n", "‘features’ is not a mapping of names to features"),
        ("features:\n  a: { variables: [b] }\n", "‘variables’ of ‘a’ is not a mapping of names to variables"),
        ("features:\n  a: { variables: { b: { type: Bool } } }\n", "‘Bool’ is not a type of Nimbus; write ‘Boolean’"),
        (
            "features:\n  a: { variables: { b: { type: Boolean, default: on } } }\n",
            "the default of ‘a.b’ is not ‘true’ or ‘false’"
        ),
    ])
    func badFilesAreReportedAndStopNothing(text: String, message: String) {
        let found = report(["App/nimbus.fml.yaml": text, "Lib/nimbus.fml.yaml": features])
        #expect(found.problems.count == 1)
        #expect(found.problems.first?.message.hasSuffix(message) == true, "\(found.problems)")
        #expect(found.declarations.flatMap(\.flags).contains { $0.key == "new_menu" })
    }

    @Test func includedFilesAreThere() {
        let files = [
            "App/nimbus.fml.yaml": "includes: [../Lib/search.fml.yaml, nimbus-features/*.yaml]\nfeatures: {}\n",
            "Lib/search.fml.yaml": features,
        ]
        #expect(report(files).problems.isEmpty)
    }

    @Test func linterReportsFilesThatItCannotRead() {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .nimbusFeatures, type: "Nimbus", key: .snakeCase)
        ]
        let found = scan(["a.fml.yaml": "features: {"], configuration: configuration)
        #expect(found.unparsed.map(\.path) == ["a.fml.yaml"])
    }

    @Test func featuresRepeatFlags() {
        let found = report([
            "App.swift":
                "enum FeatureFlagID { case newMenu, chat }\nfunc f() { if isEnabled(.newMenu), isEnabled(.chat) {} }",
            "nimbus-features/menu.yaml":
                "features:\n  new-menu-feature:\n    variables:\n      enabled:\n        type: Boolean\n",
        ])
        #expect(found.declarations.map(\.omission) == [nil, .repeats("FeatureFlagID", role: .remoteValues)])
    }

    @Test(arguments: [
        ("if AppNimbus.shared.features.newMenu.value().enabled {}", ["new_menu property"]),
        (
            "let search = nimbus.features.search.value()\nif search.showTrends {}",
            [
                "search_show_history possibly property", "search_show_trends property",
            ]
        ),
        ("if features.search.value().showHistory {}", ["search_show_history property"]),
        ("features.oldTips.with { _, _ in OldTips(isEnabled: false) }", []),
        ("features.oldTips.recordExposure()", []),
        ("if menu.oldTips.isEnabled {}", []),
    ])
    func findsReads(code: String, expected: [String]) throws {
        let files = ["App/nimbus.fml.yaml": features, "App/Menu.swift": "func f() { \(code) }"]
        let found = try #require(report(files).declarations.first)
        var configuration = LintConfiguration()
        configuration.sources = [found.source]
        let facts = scan(files, configuration: configuration)
        #expect(facts.declared.count == 4)
        #expect(facts.uses.map(\.summary).sorted() == expected, "\(code)")
    }
}
