import Foundation
import TestSupport
import Testing
import ToggleBase
import ToggleLint
import ToggleManifest
import ToggleSyntax

@Suite struct ProjectFolderTests {
    /// A project on disk, which is deleted at the end.
    private final class Project {
        private let folder: TemporaryFolder

        var root: URL { URL(filePath: folder.path) }

        init(_ files: [String: String]) throws {
            folder = try TemporaryFolder()
            for (path, text) in files { try write(text, path) }
        }

        func write(_ text: String, _ path: String) throws { try folder.write(text, to: path) }

        func scan(
            _ configuration: LintConfiguration = LintConfiguration(),
            manifest: String = shopManifest,
            cache: String? = nil,
            files: [String]? = nil,
            ignored: Set<String> = []
        ) throws -> SourceFacts {
            let manifest = try #require(Manifest.parse(manifest, path: "toggles.yaml").manifest)
            return try SourceScanner(
                root: root.path,
                manifest: manifest,
                configuration: configuration,
                cache: cache.map { root.appending(path: $0).path },
                ignored: ignored
            ).scan(files: files)
        }
    }

    private static let use = "func f() { toggles.isEnabled(.newCheckout) }"

    @Test func skipsHiddenAndBuildFolders() throws {
        let project = try Project([
            "Sources/A.swift": Self.use, ".build/B.swift": Self.use, "Pods/C.swift": Self.use, "A.txt": Self.use,
            "Sources/Deep/er/D.swift": Self.use, "DerivedData/E.swift": Self.use,
        ])
        let facts = try project.scan()
        #expect(facts.uses.map(\.path) == ["Sources/A.swift", "Sources/Deep/er/D.swift"])
        #expect(facts.fileCount == 2)
    }

    @Test(arguments: [
        ("App/Cart.m", "if ([Flags newCheckout]) { [self show]; }"), ("App/Cart.mm", "Flags.newCheckout ? 1 : 2"),
        ("App/Cart.h", "#define NEW Flags.newCheckout"), ("App/Base.lproj/Cart.xib", "keyPath=\"flags.newCheckout\""),
        ("App/Main.storyboard", "<string key=\"key\">newCheckout</string>"),
        ("App/Settings.bundle/Root.plist", "<string>new_checkout</string>"),
        ("App/en.lproj/Flags.strings", "\"new_checkout\" = \"Checkout\";"),
        ("App/App.pch", "#define NEW @\"new_checkout\""), ("App/a.c", "is_on(\"new_checkout\");"),
        ("App/a.cc", "isOn(\"new_checkout\");"), ("App/a.cpp", "isOn(\"new_checkout\");"),
        ("App/a.hpp", "isOn(\"new_checkout\");"), ("App/Flags.xcstrings", "\"new_checkout\" : {"),
    ])
    func wordInOtherCodeIsPossibleRead(path: String, text: String) throws {
        let project = try Project([
            path: text, "App/App-Swift.h": text, "Pods/A.m": text, "AppTests/B.m": text,
            "A.swift": "func f() { toggles.isEnabled(.reviews) }",
        ])
        let uses = try project.scan().uses.filter { $0.target == .toggle("new_checkout") && $0.place == .production }
        #expect(uses.map(\.path) == [path])
        #expect(uses.map(\.certainty) == [.possible])
        #expect(uses.map(\.line) == [text])
    }

    /// In the file, letters surround the key: the markers of its own length and of the next string.
    @Test(arguments: ["on", String(repeating: "n", count: 300), "ä"])
    func searchesBinaryPropertyLists(other: String) throws {
        let project = try Project(["A.swift": "func f() { toggles.isEnabled(.reviews) }"])
        let value: [Any] = ["old", "new_checkout", other, "my_new_checkout", ["flags.newCheckout"]]
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        try #require(data.starts(with: Data("bplist".utf8)))
        try data.write(to: project.root.appending(path: "Root.plist"))
        let uses = try project.scan().uses.filter { $0.target == .toggle("new_checkout") }
        #expect(Set(uses.map(\.path)) == ["Root.plist"])
        #expect(Set(uses.map(\.line)) == ["new_checkout", "flags.newCheckout"])
        // A damaged file is searched as it is.
        for count in stride(from: 0, to: data.count, by: 3) {
            try data.prefix(count).write(to: project.root.appending(path: "Root.plist"))
            _ = try project.scan(files: ["Root.plist"])
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            var damaged = data
            let place = Int.random(in: max(8, data.count - 60)..<data.count, using: &random)
            damaged[place] = .random(in: 0...255, using: &random)
            try damaged.write(to: project.root.appending(path: "Root.plist"))
            _ = try project.scan(files: ["Root.plist"])
        }
    }

    @Test func objectiveCCaseIncludesTypeName() throws {
        var configuration = LintConfiguration()
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .cases, type: "Feature", reads: ["isOn"])
        ]
        let project = try Project([
            "Flags.swift": "@objc enum Feature: Int { case newCheckout, reviews }",
            "Cart.m": "if ([Features isOn:FeatureNewCheckout]) {}",
        ])
        #expect(try project.scan(configuration).uses.map(\.summary) == ["new_checkout"])
    }

    @Test func searchesUTF16Resources() throws {
        let project = try Project([:])
        try FileManager.default.createDirectory(at: project.root, withIntermediateDirectories: true)
        for (name, encoding) in [("A.strings", String.Encoding.utf16LittleEndian), ("B.strings", .utf16BigEndian)] {
            let text = try #require("\u{FEFF}/* ä */\n\"new_checkout\" = 1;".data(using: encoding))
            try text.write(to: project.root.appending(path: name))
        }
        let uses = try project.scan().uses
        #expect(uses.map(\.path) == ["A.strings", "B.strings"])
        #expect(uses.map(\.range.start.line) == [2, 2])
    }

    @Test func includedBuildFolderIsSearched() throws {
        let project = try Project(["build/Generated/A.swift": Self.use, "Pods/B.swift": Self.use])
        var configuration = LintConfiguration()
        configuration.included = ["build/Generated"]
        #expect(try project.scan(configuration).uses.map(\.path) == ["build/Generated/A.swift"])
    }

    @Test(
        arguments: [
            ([], ["Sources/A.swift"]), (["Sources"], ["Sources/A.swift"]),
            // Files that are included by name are searched, even in an ignored folder.
            (["Sources", "Out/Generated"], ["Out/Generated/B.swift", "Sources/A.swift"]),
            (["Sources/C.swift", "./Out/"], ["Out/D.swift", "Out/Generated/B.swift", "Sources/C.swift"]),
            (["**/*.swift"], ["Sources/A.swift"]),
            (["**", "Out"], ["Out/D.swift", "Out/Generated/B.swift", "Sources/A.swift"]),
            // Their neighbors are not.
            (["**", "Out/Generated"], ["Out/Generated/B.swift", "Sources/A.swift"]),
            (["**", "Out/D.swift"], ["Out/D.swift", "Sources/A.swift"]),
        ] as [([String], [String])]
    )
    func includedPathsAreSearchedDespiteGitIgnore(included: [String], expected: [String]) throws {
        let project = try Project([
            "Sources/A.swift": Self.use, "Out/Generated/B.swift": Self.use, "Sources/C.swift": Self.use,
            "Out/D.swift": Self.use,
        ])
        var configuration = LintConfiguration()
        configuration.included = included
        let facts = try project.scan(configuration, ignored: ["Out", "Sources/C.swift"])
        #expect(facts.uses.map(\.path) == expected)
    }

    @Test func namedDeclarationIsReadDespiteGitIgnore() throws {
        let project = try Project(["Out/Flags.swift": "enum Flags { case newCheckout }", "Out/B.swift": Self.use])
        var configuration = LintConfiguration()
        #expect(try project.scan(configuration, ignored: ["Out"]).fileCount == 0)
        configuration.sources = [
            LintConfiguration.DeclarationSource(kind: .cases, type: "Flags", file: "Out/Flags.swift", key: .snakeCase)
        ]
        let facts = try project.scan(configuration, ignored: ["Out"])
        #expect(facts.declared.map(\.key) == ["new_checkout"])
        // Its neighbors stay ignored.
        #expect(facts.fileCount == 1)
        #expect(!facts.uses.contains { $0.path == "Out/B.swift" })
    }

    @Test(
        arguments: [
            (["Sources"], [], ["Sources/A.swift", "Sources/Generated/B.swift"]),
            (["Sources", "App/*.swift"], ["**/Generated/**"], ["App/C.swift", "Sources/A.swift"]),
            ([], ["Sources"], ["App/C.swift", "App/Deep/D.swift"]),
            (["**/Deep"], [], ["App/Deep/D.swift"]),
            (["./App/"], ["**/D.*"], ["App/C.swift"]),
            ([], ["**/?.swift"], []),
        ] as [([String], [String], [String])]
    )
    func globsSelectFiles(included: [String], excluded: [String], expected: [String]) throws {
        let project = try Project([
            "Sources/A.swift": Self.use, "Sources/Generated/B.swift": Self.use, "App/C.swift": Self.use,
            "App/Deep/D.swift": Self.use,
        ])
        var configuration = LintConfiguration()
        configuration.included = included
        configuration.excluded = excluded
        #expect(try project.scan(configuration).uses.map(\.path) == expected)
    }

    @Test func toleratesLinkLoopsAndMissingFiles() throws {
        let project = try Project(["Sources/A.swift": Self.use])
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: project.root.appending(path: "Sources/Loop").path,
            withDestinationPath: project.root.path
        )
        try manager.createSymbolicLink(
            atPath: project.root.appending(path: "Sources/Gone.swift").path,
            withDestinationPath: "nowhere"
        )
        try manager.createSymbolicLink(
            atPath: project.root.appending(path: "Sources/Link.swift").path,
            withDestinationPath: "A.swift"
        )
        #expect(try project.scan().uses.map(\.path) == ["Sources/A.swift"])
        let facts = try project.scan(files: ["Sources/A.swift", "./Sources/None.swift", "README.md"])
        #expect(facts.uses.count == 1)
        #expect(
            facts.unparsed.map(\.description) == [
                "Sources/None.swift:1:1: note: this file was not searched: No such file or directory"
            ]
        )
    }

    @Test func linkedFileIsSearchedOnce() throws {
        let project = try Project(["Sources/B.swift": Self.use, "Shared/Outside.swift": Self.use])
        let manager = FileManager.default
        for (link, target) in [
            ("Sources/A.swift", "B.swift"), ("Sources/C.swift", "A.swift"),
            ("Sources/D.swift", "../Shared/Outside.swift"),
            ("Sources/E.swift", "../Shared/Outside.swift"), ("Sources/F.txt", "B.swift"),
        ] {
            try manager.createSymbolicLink(
                atPath: project.root.appending(path: link).path,
                withDestinationPath: target
            )
        }
        #expect(try project.scan().uses.map(\.path) == ["Shared/Outside.swift", "Sources/B.swift"])
        // If the file itself isn't searched, the first link represents it.
        var configuration = LintConfiguration()
        configuration.excluded = ["Shared"]
        #expect(try project.scan(configuration).uses.map(\.path) == ["Sources/B.swift", "Sources/D.swift"])
    }

    @Test func missingRootIsError() {
        #expect(throws: FileFailure.self) {
            try SourceScanner(
                root: "/nowhere/at/all",
                manifest: Manifest(namespace: "A", toggles: []),
                configuration: LintConfiguration()
            ).scan()
        }
    }

    @Test func cacheDoesNotChangeFacts() throws {
        let body = """
            // toggles:ignore a_rule - why
            func f(_ key: ReleaseToggle = .newCheckout) { if !toggles.isEnabled(.newCheckout) { a() } else { b() } }
            #if A
            static let x = { toggles.select(.giftWrapping, on: a, off: b) }()
            #endif
            client.explanations(ofKey: "gone"); client.explanations(ofKey: "a\\(b)")
            """
        let project = try Project([
            "A.swift": body, "B.swift": Self.use, "C.swift": "f(.giftWrapping)", "D.swift": "let x = 1",
        ])
        let without = try project.scan()
        let cold = try project.scan(cache: "Caches/scan")
        let warm = try project.scan(cache: "Caches/scan")
        for facts in [cold, warm] {
            #expect(facts.uses == without.uses)
            #expect(facts.suppressions == without.suppressions)
            #expect(facts.unparsed == without.unparsed)
            #expect(facts.paths == without.paths)
        }
        try project.write("func f() { toggles.isEnabled(.reviews) }", "B.swift")
        #expect(try project.scan(cache: "Caches/scan").uses == project.scan().uses)
        let other = shopManifest.replacing("new_checkout", with: "old_checkout")
        #expect(try project.scan(manifest: other, cache: "Caches/scan").uses == project.scan(manifest: other).uses)
    }

    @Test func damagedCacheIsReplaced() throws {
        let project = try Project([
            "A.swift": Self.use, "B.swift": "toggles.isEnabled(.reviews) // toggles:ignore x - y",
        ])
        let expected = try project.scan(cache: "scan").uses
        let file = project.root.appending(path: "scan")
        let good = try Data(contentsOf: file)
        for index in stride(from: 0, to: good.count, by: 23) {
            var bad = good
            bad[index] ^= 0x55
            try bad.write(to: file)
            #expect(try project.scan(cache: "scan").uses == expected)
            try good.prefix(index).write(to: file)
            #expect(try project.scan(cache: "scan").uses == expected)
        }
        #expect(try Data(contentsOf: file) == good)
    }
}
