import Foundation
import TestSupport
import Testing
import ToggleLint
import ToggleManifest
import ToggleSyntax

/// The search of a project for what a removal changes, and for what it doesn't.
@Suite struct ProjectRemovalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the removal of a toggle of the shop, with changes that stand in for those of the remover.
    private func removal(
        of key: String = "new_checkout",
        _ files: [String: String],
        configuration: LintConfiguration = LintConfiguration(),
        ignored: Set<String> = [],
        manifest: String = shopManifest,
        plan: @escaping ([(path: String, bytes: [UInt8])]) -> RemovalPlan = { _ in RemovalPlan() }
    ) throws -> SourceScanner.Removal {
        for (path, text) in files { try folder.write(text, to: path) }
        let manifest = try #require(Manifest.parse(manifest, path: "toggles.yaml").manifest)
        let scanner = SourceScanner(
            root: folder.path,
            manifest: manifest,
            configuration: configuration,
            ignored: ignored
        )
        return try scanner.removal(
            of: try #require(manifest.toggles.first { $0.key == key }),
            keeping: .bool(true),
            besides: ["toggles.yaml"],
            plan: plan
        )
    }

    private static func places(_ removal: SourceScanner.Removal) -> [String] {
        removal.plan.remarks.map { "\($0.path):\($0.range.start.line):\($0.range.start.column) \($0.kind.rawValue)" }
    }

    @Test func mentionsInFilesOfOtherKindsAreListed() throws {
        let removal = try removal(
            [
                "toggles.yaml": "new_checkout",
                "App/Old.m": "if (x) {\n  return [flags boolForKey:@\"new_checkout\"];\n}",
                "App/Main.storyboard": "<userDefinedRuntimeAttribute keyPath=\"newCheckout\"/>",
                "App.xcodeproj/project.pbxproj": "\n\nTOGGLE_NEW_CHECKOUT = 1;",
                "Config/Base.xcconfig": "FLAGS = TOGGLE_NEW_CHECKOUT",
                "nimbus.fml.yaml": "features:\n  new_checkout:\n    a: b",
                "Docs/Guide.md":
                    "A flag `newCheckout`, again newCheckout\nand new_checkout_2, renew_checkout, newCheckouts.",
                "Scripts/run": "run --toggle new_checkout=on",
                "Resources/a.json": "{\"new_checkout\": true}",
                "Resources/picture.png": "new_checkout",
                "Resources/blob": "\u{0}new_checkout",
                ".hidden/a.md": "new_checkout", "build/a.md": "new_checkout", "Out/a.md": "new_checkout",
            ],
            ignored: ["Out"]
        )
        #expect(
            Self.places(removal) == [
                "App.xcodeproj/project.pbxproj:3:1 mention", "App/Main.storyboard:1:39 mention",
                "App/Old.m:2:30 mention", "Config/Base.xcconfig:1:9 mention", "Docs/Guide.md:1:9 mention",
                "Resources/a.json:1:3 mention", "Scripts/run:1:14 mention", "nimbus.fml.yaml:2:3 mention",
            ]
        )
        #expect(removal.plan.remarks[2].reason == "names the toggle as ‘new_checkout’; edit it by hand")
        #expect(removal.plan.verdict == .caution)
    }

    /// The plan changes Swift alone, so neither the feature nor the code that loads it goes.
    @Test(arguments: [("new_menu", RemovalPlan.Verdict.blocked), ("old_tips", .caution)])
    func variableOfNimbusStays(key: String, verdict: RemovalPlan.Verdict) throws {
        let features = """
            about: { ios: { class: AppNimbus, module: App } }
            features:
              new-menu: { description: A, variables: { enabled: { description: B, type: Boolean, default: false } } }
              old-tips: { description: A, variables: { enabled: { description: B, type: Boolean, default: true } } }
            """
        let source = LintConfiguration.DeclarationSource(
            kind: .nimbusFeatures,
            type: "AppNimbus",
            file: "nimbus.fml.yaml",
            key: .snakeCase
        )
        var configuration = LintConfiguration()
        configuration.sources = [source]
        let removal = try removal(
            of: key,
            [
                "nimbus.fml.yaml": features,
                "App/Menu.swift":
                    "func f() {\n    let menu = AppNimbus.shared.features.newMenu.value()\n    if menu.enabled {}\n}\n",
            ],
            configuration: configuration,
            manifest: """
                schema: 1
                namespace: AppToggles
                toggles:
                  \(key): { category: ops, default: false, description: A, owner: b, created: 2026-01-01 }
                """
        )
        let isLive = verdict == .blocked
        #expect(
            Self.places(removal)
                == (isLive ? ["App/Menu.swift:2:42 blocks"] : []) + ["nimbus.fml.yaml:\(isLive ? 3 : 4):44 mention"]
        )
        #expect(removal.plan.verdict == verdict)
    }

    /// A key that is also a word counts only where names are.
    @Test(
        arguments: [
            ("Read our reviews here.", false), ("`reviews`", true), ("\"reviews\"", true), ("  reviews: true", true),
            ("reviews = YES;", true), ("flags.reviews", true), ("<string>reviews</string>", true),
            ("we like reviews: all of them", false), ("...reviews", false), ("TOGGLE_REVIEWS", true),
        ]
    )
    func ordinaryWordsAreNotMentions(text: String, isMention: Bool) throws {
        let removal = try removal(of: "reviews", ["a.md": text])
        #expect(removal.plan.remarks.isEmpty != isMention)
    }

    @Test func encodingsOfPropertyListsAndStringsAreRead() throws {
        try folder.createFolder("App")
        let text = "\u{FEFF}\"a\" = \"new_checkout\";"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/App/Localizable.strings"))
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["new_checkout": 1],
            format: .binary,
            options: 0
        )
        try list.write(to: URL(filePath: "\(folder.path)/App/Settings.plist"))
        #expect(try removal([:]).plan.remarks.map(\.path) == ["App/Localizable.strings", "App/Settings.plist"])
    }

    @Test func remoteParameterAndNamesOfDeclarationsAreMentions() throws {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .cases, type: "FeatureFlag", key: .snakeCase),
            LintConfiguration.DeclarationSource(kind: .staticProperties, type: "Flags", key: .snakeCase),
        ]
        let manifest = shopManifest.replacing(
            "reviews: { category: ops",
            with: "reviews: { remote: stars_2, category: ops"
        )
        let removal = try removal(
            of: "reviews",
            [
                "App/FeatureFlag.swift": "enum FeatureFlag: String { case reviews = \"show-stars\" }",
                "App/Flags.swift": "struct Flags { static var reviews = false }",
                "a.m": "x = FeatureFlagReviews;\n[Flags setReviews: 1];\nname = @\"show-stars\";",
                "b.json": "[\"stars_2\"]",
            ],
            configuration: configuration,
            manifest: manifest
        )
        #expect(
            Self.places(removal) == ["a.m:1:5 mention", "a.m:2:8 mention", "a.m:3:10 mention", "b.json:1:3 mention"]
        )
        #expect(removal.plan.remarks.last?.reason.hasPrefix("names the remote parameter ‘stars_2’, which ") == true)
    }

    @Test func onlySearchedSwiftIsChanged() throws {
        var configuration = LintConfiguration()
        configuration.excluded = ["Pods2"]
        let removal = try removal(
            [
                "App/A.swift": "isEnabled(.newCheckout)", "Pods2/B.swift": "isEnabled(.newCheckout)",
                "App/Generated.swift": "// Generated from toggles.yaml by swift-feature-toggles\nlet newCheckout = 1",
                "App/Other.swift": "// Generated from toggles.yaml by swift-feature-toggles\n",
            ],
            configuration: configuration,
            plan: { files in
                #expect(files.map(\.path) == ["App/A.swift"])
                return RemovalPlan(files: files.map { RemovalPlan.File(path: $0.path, old: $0.bytes, new: [0x0A]) })
            }
        )
        #expect(Self.places(removal) == ["Pods2/B.swift:1:12 mention"])
        #expect(removal.generated == ["App/Generated.swift"])
        #expect(removal.plan.files.map(\.path) == ["App/A.swift"])
    }

    /// Comments in removed code go with it.
    @Test func commentsThatStayAreMentions() throws {
        let old = """
            // See newCheckout.
            func a() {
                if on {
                    // About new_checkout.
                    b() // of newCheckout
                } else {
                    c() /* not newCheckout */
                }
            }
            let other = newCheckout  // another one
            let text = "new_checkout"

            """
        let new = old.replacing("    if on {\n", with: "").replacing(#/    } else \{\n.*\n    \}\n/#, with: "")
            .replacing("        ", with: "    ")
        let removal = try removal(["A.swift": old, "B.swift": "/// A\n/// newCheckout newCheckout\nlet b = 1\n"]) {
            files in
            let start = SourceLocation(line: 5, column: 1, offset: 90)
            let place = SourceRange(start: start, end: start)
            return RemovalPlan(
                files: [.init(path: "A.swift", old: Array(old.utf8), new: Array(new.utf8))],
                remarks: [.init(kind: .read, path: "A.swift", range: place, reason: "listed already")]
            )
        }
        #expect(
            Self.places(removal) == [
                "A.swift:1:8 mention", "A.swift:4:18 mention", "A.swift:5:1 read", "B.swift:2:5 mention",
            ]
        )
        #expect(removal.plan.remarks[0].reason == "this comment names the toggle as ‘newCheckout’; edit it by hand")
    }

    @Test func changesThatNoLongerParseAreDropped() throws {
        let files = [
            "A.swift": "let a = 1\n", "B.swift": "let = \n", "C.swift": "let c = 1\n",
            "App.xcodeproj/project.pbxproj": "/* A.swift */\n/* C.swift */\n/* CC.swift */",
        ]
        let removal = try removal(files) { files in
            let broken = Array("let )".utf8)
            return RemovalPlan(
                files: files.map { .init(path: $0.path, old: $0.bytes, new: $0.path == "C.swift" ? nil : broken) }
            )
        }
        #expect(removal.plan.files.map(\.path) == ["B.swift", "C.swift"])
        #expect(Self.places(removal) == ["A.swift:1:1 blocks", "App.xcodeproj/project.pbxproj:2:4 mention"])
        #expect(
            removal.plan.remarks.last?.reason == "lists the deleted file ‘C.swift’; remove it from the project"
        )
        #expect(removal.plan.verdict == .blocked)
    }

    @Test func sourcesWithoutOtherTogglesAreEmptied() throws {
        var configuration = LintConfiguration()
        configuration.sources = ["One", "Two", "Absent"].map { .init(kind: .cases, type: $0, key: .snakeCase) }
        let files = [
            "One.swift": "enum One { case newCheckout }", "Two.swift": "enum Two { case newCheckout, other }",
        ]
        let removal = try removal(files, configuration: configuration) { files in
            RemovalPlan(
                files: files.map { path, bytes in
                    let new = String(decoding: bytes, as: UTF8.self).replacing("newCheckout, ", with: "")
                    return .init(path: path, old: bytes, new: path == "One.swift" ? nil : Array(new.utf8))
                }
            )
        }
        #expect(removal.emptiedSources == [0])
    }
}
