import Foundation
import Testing

/// `toggles init` in a project that has flags.
struct InitDiscoveryTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
    }

    private func write(_ text: String, to path: String) throws {
        try shop.createFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
        try shop.write(text, to: path)
    }

    private static let flags = """
        enum FeatureFlag: String {
            case newInbox
            case isAIEnabled
            case oldScanner
            case `default`
        }
        struct Flags {
            let remote: Remote
            func isOn(_ flag: FeatureFlag) -> Bool { remote.bool(flag.rawValue) }
        }

        """
    private static let reads = """
        func f(flags: Flags) {
            if flags.isOn(.newInbox) { a() }
            if flags.isOn(.isAIEnabled) { b() }
            if flags.isOn(.default) { c() }
        }

        """

    private func writeApp(_ folder: String = "") throws {
        try write(Self.flags, to: folder + "Core/FeatureFlag.swift")
        try write(Self.reads, to: folder + "Views/View.swift")
    }

    @Test func findsFlagsWithoutArguments() throws {
        try writeApp()
        let result = try shop.run("init")
        #expect(
            result.output == """
                Read 2 Swift files.

                FeatureFlag        4 cases   Core/FeatureFlag.swift:2
                  read by          isOn(_:), 3 times in 1 file

                Of 4 flags, 1 is never read:
                  never read       oldScanner

                Wrote toggles.yaml.
                To decide later: owners (there is no CODEOWNERS file), creation dates (there is no git history), 4 default values that the code doesn't show and expiry dates.
                Next: `toggles lint` shows where each flag has to be removed.
                      ‘Adopt the package with existing flags or services’ (Documentation/Adopting.md) lists four ways
                      to go on: lint, generate keys, use remote config, remove.

                """
        )
        #expect(result.error == "" && result.status == 0)
        let text = try #require(shop.text("toggles.yaml"))
        for part in [
            "\n  new_inbox:\n", "\n  is_ai_enabled:\n", "\n    swift: isAIEnabled\n", "\n  default:\n",
            "reads: [isOn]", "file: Core/FeatureFlag.swift", "\napplication: toggles-",
        ] {
            #expect(text.contains(part), "\(part) is missing in:\n\(text)")
        }
        // Dates that aren't in the code or in git are left out.
        #expect(!text.contains("created:") && !text.contains("expires:"), "\(text)")
        #expect(try shop.run("validate").output == "toggles.yaml: 4 toggles, no errors\n")
        let lint = try shop.run("lint", "--no-cache")
        #expect(lint.output.contains("‘old_scanner’"), "\(lint)")
        #expect(!lint.output.contains("‘is_ai_enabled’ is declared"), "\(lint)")
    }

    @Test func nothingToRemoveIsNotANextStep() throws {
        try write(Self.flags.replacingOccurrences(of: "    case oldScanner\n", with: ""), to: "Core/FeatureFlag.swift")
        try write(Self.reads, to: "Views/View.swift")
        let result = try shop.run("init")
        #expect(result.output.contains("\nAll 3 flags are read.\n"), "\(result)")
        #expect(result.output.contains("\nNext: ‘Adopt the package with existing flags or services’ "), "\(result)")
        #expect(!result.output.contains("`toggles lint"), "\(result)")
    }

    @Test func manyPackagesHaveTheirPage() throws {
        let page = "‘An app with many modules’ (Documentation/iOSApp.md)"
        let advice = "\(page) shows where manifests go in a project like this one.\n"
        try shop.git("init", "--quiet")
        try write("// swift-tools-version: 6.2\n", to: "Packages/A/Package.swift")
        // A package for tests has no toggles.
        try write("// swift-tools-version: 6.2\n", to: "TestsOfShop/Package.swift")
        #expect(try !shop.run("init").output.contains("many modules"))
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        try write("// swift-tools-version: 6.2\n", to: "Packages/B/Package.swift")
        #expect(try shop.run("init").output.hasSuffix("\n\n\(advice)"))
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        try writeApp()
        let result = try shop.run("init")
        #expect(result.output.hasSuffix("\n      \(advice)"), "\(result)")
    }

    @Test func manyXcodeProjectsHaveTheirPage() throws {
        try shop.git("init", "--quiet")
        try shop.createFolder("Shop.xcworkspace")
        try shop.createFolder("App/App.xcodeproj")
        try writeApp("App/")
        #expect(try !shop.run("init").output.contains("many modules"))
        try FileManager.default.removeItem(atPath: "\(shop.path)/App/toggles.yaml")
        try shop.createFolder("Core/Core.xcodeproj")
        try write("struct Core {}\n", to: "Core/Core/Core.swift")
        let result = try shop.run("init")
        #expect(result.output.contains("‘An app with many modules’"), "\(result)")
    }

    /// Other modules read the keys of a public enum, whose target alone generates them.
    @Test func missingLinesOfPackageAreNextSteps() throws {
        let package = """
            let package = Package(
                products: [.library(name: "Core", targets: ["Core"])],
                targets: [.target(name: "Core"), .target(name: "Views")]
            )

            """
        try write(package, to: "Modules/Package.swift")
        try write("public " + Self.flags, to: "Modules/Sources/Core/FeatureFlag.swift")
        try write(Self.reads, to: "Modules/Sources/Views/View.swift")
        let result = try shop.run("init")
        #expect(
            result.output.hasSuffix(
                """
                      to go on: lint, generate keys, use remote config, remove.
                      To generate keys, add to Modules/Package.swift:
                        dependencies of the package: .package(url: "…/swift-feature-toggles", from: "0.1.0")
                        dependencies of the target Core: .product(name: "FeatureToggles", package: "swift-feature-toggles")
                        plugins of the target Core: .plugin(name: "GenerateToggles", package: "swift-feature-toggles")

                """
            ),
            "\(result)"
        )
        #expect(shop.text("Modules/toggles.yaml")?.contains("\naccess: public\n") == true)
        // A second run changes nothing, and isn't about setting up.
        #expect(try !shop.run("init").output.contains("To generate keys"))
    }

    @Test func missingPartsOfXcodeProjectAreNextSteps() throws {
        try shop.createFolder("App/App.xcodeproj")
        try write(
            """
            /* Begin PBXNativeTarget section */
            isa = PBXNativeTarget;
            name = Shop;
            productType = "com.apple.product-type.application";
            };
            isa = PBXNativeTarget;
            name = Widget;
            productType = "com.apple.product-type.app-extension";
            };

            """,
            to: "App/App.xcodeproj/project.pbxproj"
        )
        try writeApp("App/Shop/")
        let result = try shop.run("init", in: "App")
        #expect(
            result.output.hasSuffix(
                """
                      To generate keys, add to App.xcodeproj:
                        File › Add Package Dependencies…: the URL of swift-feature-toggles
                        Frameworks and Libraries of the target Shop: FeatureToggles
                        Build Phases of the target Shop, Run Build Tool Plug-ins: GenerateToggles

                """
            ),
            "\(result)"
        )
    }

    /// The linter doesn't report constants at first.
    @Test func youngConstantsAreReportedLater() throws {
        let reader = """
            struct Flags {
                func isOn(_ flag: FeatureFlag) -> Bool {
                    switch flag {
                    case .newInbox: true
                    default: Remote.bool(flag.rawValue)
                    }
                }
            }

            """
        let flags = Self.flags.replacingOccurrences(of: "    case oldScanner\n", with: "")
        try write(try #require(flags.components(separatedBy: "struct").first) + reader, to: "Core/FeatureFlag.swift")
        try write(Self.reads, to: "Views/View.swift")
        try shop.git("init", "--quiet")
        try shop.git("add", ".")
        try shop.git("commit", "--quiet", "--message", "One.")
        let result = try shop.run("init", environment: shop.lintEnvironment)
        #expect(
            result.output.contains(
                "\nNext: `toggles lint` reports flags that are always on or off once they've been so for 30 days.\n"
            ),
            "\(result)"
        )
        let lint = try shop.run("lint", "--no-cache", environment: shop.lintEnvironment)
        #expect(!lint.output.contains("new_inbox"), "\(lint)")
    }

    @Test func datesComeFromGit() throws {
        try writeApp()
        try shop.git("init", "--quiet")
        try shop.git("add", ".")
        try shop.git("commit", "--quiet", "--message", "One.")
        let result = try shop.run("init", environment: shop.lintEnvironment)
        #expect(!result.output.contains("creation dates"), "\(result)")
        let text = try #require(shop.text("toggles.yaml"))
        #expect(text.components(separatedBy: "    created: 20").count == 5, "\(text)")
    }

    /// The output for the example on the page about existing flags, as a clone of this package prints it.
    @Test func pageQuotesOutputForExample() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let page = try String(contentsOf: root.appending(path: "Documentation/Adopting.md"), encoding: .utf8)
        let example = "Examples/ExistingFlags"
        let git = try #require(BuiltCommand(installed: "git"), "git is not installed")
        try shop.createFolder("Clone/Examples")
        try shop.createFolder("Clone/.github")
        for app in ["Greeter", "Server"] { try shop.createFolder("Clone/Examples/\(app)") }
        // The manifests of other apps.
        let others = ["toggles.yaml", "Examples/Greeter/toggles.yaml", "Examples/Server/toggles.yaml"]
        for path in [example, ".github/CODEOWNERS"] + others {
            try FileManager.default.copyItem(
                atPath: root.appending(path: path).path,
                toPath: "\(shop.path)/Clone/\(path)"
            )
        }
        // The day on which the example was added.
        let day = "2026-11-29"
        let dates = ["GIT_AUTHOR_DATE": "\(day)T12:00:00Z", "GIT_COMMITTER_DATE": "\(day)T12:00:00Z"]
        for arguments in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "One."]] {
            let result = try git.run(
                ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"] + arguments,
                environment: shop.lintEnvironment.merging(dates) { $1 },
                in: "\(shop.path)/Clone"
            )
            try #require(result.status == 0, "\(result)")
        }
        let result = try shop.run("init", "--date", day, environment: shop.lintEnvironment, in: "Clone/\(example)")
        #expect(result.error == "" && result.status == 0, "\(result)")
        #expect(page.contains("$ toggles init\n\(result.output)```\n"), "\(result.output)")
        // The page says which flags the linter reports at first, and which ones later.
        for (date, count) in [(day, "1 warning"), ("2027-06-01", "3 warnings")] {
            let lint = try shop.run(
                "lint",
                "--no-cache",
                "--date",
                date,
                environment: shop.lintEnvironment,
                in: "Clone/\(example)"
            )
            #expect(lint.output.contains("\ntoggles.yaml: \(count) in 5 toggles"), "\(lint)")
        }
        #expect(page.contains("`toggles lint --date 2027-06-01`"))
    }

    @Test func dryRunWritesNothing() throws {
        try writeApp()
        let result = try shop.run("init", "--dry-run")
        #expect(result.output.contains("\nFeatureFlag        4 cases"), "\(result)")
        #expect(result.output.contains("\nWould write toggles.yaml.\n"), "\(result)")
        #expect(!result.output.contains("Next:"), "\(result)")
        #expect(result.output.contains("\ntoggles.yaml:\n# The flags of FeatureFlag, "), "\(result)")
        #expect(shop.text("toggles.yaml") == nil)
        let printed = try shop.run("init", "--output", "-")
        #expect(printed.output.hasPrefix("# The flags of FeatureFlag, "), "\(printed)")
        #expect(shop.text("-") == nil)
    }

    @Test func secondRunMerges() throws {
        try writeApp()
        #expect(try shop.run("init").status == 0)
        let again = try shop.run("init")
        #expect(again.output.contains("\nEvery flag is in toggles.yaml already.\n"), "\(again)")
        let first = try #require(shop.text("toggles.yaml"))
        let decided = first.replacingOccurrences(of: "owner: nobody", with: "owner: inbox # decided")
        try shop.write(decided, to: "toggles.yaml")
        let changed = Self.flags.replacingOccurrences(of: "    case oldScanner\n", with: "    case scanner, camera\n")
        try write(changed, to: "Core/FeatureFlag.swift")
        let result = try shop.run("init")
        #expect(result.output.contains("\nAdded 2 flags to toggles.yaml.\n"), "\(result)")
        #expect(
            result.output.contains("\nNo longer in the code: old_scanner. Remove them from the manifest.\n"),
            "\(result)"
        )
        let text = try #require(shop.text("toggles.yaml"))
        #expect(text.contains("owner: inbox # decided"), "\(text)")
        #expect(text.contains("\n  scanner:\n") && text.contains("\n  camera:\n"), "\(text)")
        #expect(try shop.run("validate").output == "toggles.yaml: 6 toggles, no errors\n")
        // The same with the declaration named.
        try write(changed.replacingOccurrences(of: "camera", with: "camera, lens"), to: "Core/FeatureFlag.swift")
        let named = try shop.run("init", "--from", "Core/FeatureFlag.swift:FeatureFlag")
        #expect(named.output.hasPrefix("Added to toggles.yaml: 1 toggle of FeatureFlag.\n"), "\(named)")
    }

    /// The app reads the flags of its packages, so the linter searches the whole repository.
    @Test func packageHasItsOwnManifestAndReadsOfTheRepository() throws {
        try shop.git("init", "--quiet")
        try write("// swift-tools-version: 6.2\n", to: "Packages/Flags/Package.swift")
        try write(Self.flags, to: "Packages/Flags/Sources/Flags/FeatureFlag.swift")
        try write(Self.reads, to: "App/View.swift")
        let folder = "Packages/Flags"
        let result = try shop.run("init", in: folder)
        #expect(result.output.contains("\nOf 4 flags, 1 is never read:\n"), "\(result)")
        #expect(result.output.contains("\nWrote toggles.yaml.\n"), "\(result)")
        #expect(shop.text("\(folder)/toggles.yaml") != nil)
        let lint = try shop.run("lint", "--no-cache", in: folder)
        #expect(lint.output.hasPrefix("\(folder)/toggles.yaml:"), "\(lint)")
        #expect(
            lint.output.contains("‘old_scanner’ is declared") && lint.output.contains(" 1 warning in 4 "),
            "\(lint)"
        )
        let named = try shop.run("lint", "--no-cache", "--manifest", "\(folder)/toggles.yaml")
        #expect(named.output == lint.output, "\(named)")
        // The code of another app with a manifest isn't searched.
        try write("schema: 1\nnamespace: Admin\napplication: admin\ntoggles: {}\n", to: "App/toggles.yaml")
        let apart = try shop.run("lint", "--no-cache", "--manifest", "\(folder)/toggles.yaml")
        #expect(apart.output.contains(" 4 warnings in 4 "), "\(apart)")
    }

    @Test func fileOutsideOfProjectsHasFlagsOfWorkingFolder() throws {
        try writeApp()
        try shop.createFolder("Outside")
        let result = try shop.run("init", "--output", "Outside/toggles.yaml")
        #expect(result.output.contains("\nOf 4 flags, 1 is never read:\n"), "\(result)")
        #expect(shop.text("Outside/toggles.yaml")?.contains("file: \"../Core/FeatureFlag.swift\"") == true, "\(result)")
    }

    @Test func decidedNameIsNotNotedAgain() throws {
        try write(Self.flags.replacingOccurrences(of: "`default`", with: "null"), to: "Core/FeatureFlag.swift")
        try write(Self.reads, to: "Views/View.swift")
        #expect(try shop.run("init").output.contains("\nWrote toggles.yaml.\n"))
        let again = try shop.run("init")
        #expect(again.error == "" && again.status == 0, "\(again)")
    }

    @Test func manifestThatNoBuildReadsIsNoted() throws {
        try shop.write("let target = Target.target(name: \"A\")\n", to: "Package.swift")
        try shop.createFolder("Documentation")
        let result = try shop.run("init", "--output", "Documentation/toggles.yaml")
        #expect(result.output.hasPrefix("Wrote Documentation/toggles.yaml "), "\(result)")
        #expect(result.error.contains("note: A manifest in this folder is not read"), "\(result)")
    }

    /// The flags of a module are those that the app's manifest declares already, and the app reads them.
    @Test func moduleRepeatsNoFlagsOfTheApp() throws {
        try shop.git("init", "--quiet")
        for project in ["Shop", "Core/Core"] { try shop.createFolder("\(project).xcodeproj") }
        try write(Self.flags, to: "Core/Core/FeatureFlag.swift")
        try write(Self.reads, to: "Shop/View.swift")
        try write("// Empty.\n", to: "Core/Other/Other.swift")
        #expect(try shop.run("init").output.contains("\nWrote toggles.yaml.\n"))
        let root = shop.text("toggles.yaml")
        let all = try shop.run("init", in: "Core")
        #expect(all.output.hasPrefix("Read 3 Swift files.\n"), "\(all)")
        #expect(all.output.contains("\nOf 4 flags, 1 is never read:\n"), "\(all)")
        #expect(all.output.contains("\nEvery flag is in ../toggles.yaml already.\n"), "\(all)")
        #expect(shop.text("Core/toggles.yaml") == nil)
        for folder in ["Core/Core", "Core"] {
            let result =
                folder == "Core"
                ? try shop.run("init", "--output", "toggles.yaml", in: folder) : try shop.run("init", in: folder)
            let path = folder == "Core" ? "../toggles.yaml" : "../../toggles.yaml"
            let known = "4 flags of FeatureFlag are in \(path) already.\nWrote toggles.yaml "
            #expect(result.output.hasPrefix(known), "\(result)")
            #expect(!result.output.contains("never read") && !result.output.contains("No longer"), "\(result)")
            #expect(shop.text("\(folder)/toggles.yaml")?.contains("old_scanner") == false, "\(result)")
            try FileManager.default.removeItem(atPath: "\(shop.path)/\(folder)/toggles.yaml")
        }
        let other = try shop.run("init", in: "Core/Other")
        #expect(other.output.hasPrefix("Wrote toggles.yaml "), "\(other)")
        #expect(shop.text("toggles.yaml") == root)
        // A new flag belongs to the manifest with its type.
        try write(
            Self.flags.replacingOccurrences(of: "case oldScanner", with: "case oldScanner, lens"),
            to: "Core/Core/FeatureFlag.swift"
        )
        let added = try shop.run("init", in: "Core/Core")
        #expect(added.output.contains("\nAdded 1 flag to ../../toggles.yaml.\n"), "\(added)")
    }

    @Test func onlyImportedFlagsVanish() throws {
        try writeApp()
        try shop.git("init", "--quiet")
        #expect(try shop.run("init").status == 0)
        let text = try #require(shop.text("toggles.yaml"))
        let added = ["release", "ops"].map { category in
            """
              new_\(category):
                category: \(category)
                default: false
                description: One page.
                owner: cart
                expires: 2027-01-01

            """
        }
        try shop.write(text.replacing("\nlint:", with: added[0] + "\nlint:"), to: "toggles.yaml")
        let uncommitted = try shop.run("init", environment: shop.lintEnvironment)
        #expect(uncommitted.status == 0 && !uncommitted.output.contains("No longer"), "\(uncommitted)")
        try shop.write(text.replacing("\nlint:", with: added.joined() + "\nlint:"), to: "toggles.yaml")
        try shop.git("add", ".")
        try shop.git("commit", "--quiet", "--message", "One.")
        let same = try shop.run("init", environment: shop.lintEnvironment)
        #expect(!same.output.contains("No longer"), "\(same)")
        try write(
            Self.flags.replacingOccurrences(of: "    case oldScanner\n", with: ""),
            to: "Core/FeatureFlag.swift"
        )
        let removed = try shop.run("init", environment: shop.lintEnvironment)
        #expect(
            removed.output.contains("\nNo longer in the code: old_scanner. Remove them from the manifest.\n"),
            "\(removed)"
        )
    }

    /// The text from which an initializer creates a flag doesn't read it.
    @Test func initializerOfFlagsIsNoRead() throws {
        try write(
            """
            enum RemoteFeatureFlag: Decodable {
                case fastSearch, oldMenu
                init?(rawValue: String) {
                    switch rawValue {
                    case "shop_fast_search": self = .fastSearch
                    case "shop_old_menu": self = .oldMenu
                    default: return nil
                    }
                }
            }
            func isRemoteOn(_ flag: RemoteFeatureFlag) -> Bool { false }
            func f() { if isRemoteOn(.fastSearch) { a() } }

            """,
            to: "Core/RemoteFeatureFlag.swift"
        )
        let result = try shop.run("init")
        #expect(result.output.contains("\nOf 2 flags, 1 is never read:\n  never read       oldMenu\n"), "\(result)")
        #expect(shop.text("toggles.yaml")?.contains("\n    remote: shop_old_menu\n") == true, "\(result)")
    }

    /// The numbers of the summary and of the linter agree, or a line says why they don't.
    @Test func countsAgree() throws {
        let flags = Self.flags.replacingOccurrences(of: "case newInbox", with: "case newInbox, null")
        try write(flags, to: "Core/FeatureFlag.swift")
        try write(Self.reads, to: "Views/View.swift")
        try write(
            """
            enum RemoteFeatureFlag: Decodable { case newInbox, fastSearch }
            func isRemoteOn(_ flag: RemoteFeatureFlag) -> Bool { false }
            func g() { if isRemoteOn(.newInbox), isRemoteOn(.fastSearch) { a() } }

            """,
            to: "Core/RemoteFeatureFlag.swift"
        )
        let result = try shop.run("init")
        for line in [
            "FeatureFlag        4 cases   Core/FeatureFlag.swift:2", "RemoteFeatureFlag  2 cases   ",
            "Left out           null of FeatureFlag.",
            "Joined             newInbox (FeatureFlag and RemoteFeatureFlag): one toggle, because the name is the same.",
            "Of 5 flags, ",
        ] {
            #expect(result.output.contains("\n\(line)"), "\(line) is missing in:\n\(result.output)")
        }
        #expect(try shop.run("lint", "--no-cache").output.contains(" in 5 toggles"))
    }

    @Test func eachAppHasItsManifest() throws {
        for app in ["iOS", "macOS"] {
            try writeApp("\(app)/")
            try shop.createFolder("\(app)/App.xcodeproj")
        }
        try shop.git("init", "--quiet")
        let result = try shop.run("init")
        #expect(result.output.contains("\nWrote iOS/toggles.yaml.\nWrote macOS/toggles.yaml.\n"), "\(result)")
        #expect(result.output.contains("\nNext: `toggles lint --application ios` "), "\(result)")
        for app in ["iOS", "macOS"] {
            let text = try #require(shop.text("\(app)/toggles.yaml"))
            #expect(text.contains("\napplication: \(app.lowercased())\n"), "\(text)")
            #expect(text.contains(" file: Core/FeatureFlag.swift,"), "\(text)")
            let lint = try shop.run("lint", "--no-cache", in: app)
            #expect(lint.output.contains("‘old_scanner’"), "\(lint)")
        }
        // A new flag belongs to the app that declares it.
        try write(
            Self.flags.replacingOccurrences(of: "    case oldScanner\n", with: "    case lens, oldScanner\n"),
            to: "macOS/Core/FeatureFlag.swift"
        )
        let changed = try shop.run("init")
        #expect(changed.output.contains("\nAdded 1 flag to macOS/toggles.yaml.\n"), "\(changed)")
        let complete = try shop.run("init")
        #expect(
            complete.output.contains("\nEvery flag is in iOS/toggles.yaml and macOS/toggles.yaml already.\n"),
            "\(complete)"
        )
        // In one of the apps, only that app is read.
        let again = try shop.run("init", in: "iOS")
        #expect(again.output.hasPrefix("Read 2 Swift files.\n"), "\(again)")
        #expect(again.output.contains("\nEvery flag is in toggles.yaml already.\n"), "\(again)")
    }

    @Test func moduleWithoutFlagsHasStarter() throws {
        try shop.write("// swift-tools-version: 6.2\n", to: "Package.swift")
        try writeApp("Sources/Shop/")
        try shop.createFolder("Sources/Cart")
        #expect(try shop.run("init").output.contains("\nWrote toggles.yaml.\n"))
        let result = try shop.run("init", in: "Sources/Cart")
        #expect(result.output.hasPrefix("Wrote toggles.yaml with an example of each category.\n"), "\(result)")
        #expect(shop.text("Sources/Cart/toggles.yaml")?.contains("namespace: CartToggles") == true)
        // Manifests of one app share a local defaults file.
        let list = try shop.run("list")
        #expect(list.status == 0 && !list.error.contains("names its application"), "\(list)")
    }

    /// The manifests of an app and of its packages name the same application, so they share a local defaults file.
    @Test func manifestsOfOneAppNameTheSameApplication() throws {
        try shop.createFolder("Shop.xcodeproj")
        try writeApp("Shop/")
        try write("// swift-tools-version: 6.2\n", to: "Packages/Inbox/Package.swift")
        try write("enum InboxFlag { case swipe, search }\n", to: "Packages/Inbox/Sources/Inbox/InboxFlag.swift")
        try write(
            """
            struct InboxFlags { func isOn(_ flag: InboxFlag) -> Bool { false } }
            func f(flags: InboxFlags) { if flags.isOn(.swipe) { a() }; if flags.isOn(.search) { b() } }

            """,
            to: "Packages/Inbox/Sources/Inbox/View.swift"
        )
        let result = try shop.run("init")
        let names = ["toggles.yaml", "Packages/Inbox/toggles.yaml"].map { path in
            shop.text(path)?.split(separator: "\n").first { $0.hasPrefix("application: ") }
        }
        #expect(names[0] != nil && names[0] == names[1], "\(result)")
        #expect(try !shop.run("list").error.contains("names its application"))
    }

    @Test func folderThatNoBuildReadsIsRefused() throws {
        try shop.write("let target = Target.target(name: \"A\", path: \"App/Core\")\n", to: "Package.swift")
        for folder in ["Sources/Shop/Views", "Documentation", "App/Core", "Sources/Cart"] {
            try shop.createFolder(folder)
        }
        let result = try shop.run("init", in: "Sources/Shop/Views")
        #expect(
            result.error == """
                A manifest in this folder is not read: a build looks in the folder of the target, and in that of the \
                package. To write one that is read, pass ../toggles.yaml or ../../../toggles.yaml to --output.

                """
        )
        #expect(result.status == 2)
        #expect(shop.text("Sources/Shop/Views/toggles.yaml") == nil)
        #expect(try shop.run("init", in: "Sources/Shop").status == 0)
        let existing = try shop.run("init", in: "Sources/Shop/Views")
        #expect(
            existing.error.hasSuffix(
                """
                . ../toggles.yaml exists already, and `toggles add` adds toggles to it; to write one that is read, pass \
                ../../../toggles.yaml to --output.

                """
            ),
            "\(existing)"
        )
        #expect(try shop.run("init", in: "Documentation").status == 2)
        for folder in ["App/Core", "Sources/Cart"] { #expect(try shop.run("init", in: folder).status == 0) }
        // A file that the user names is written.
        #expect(try shop.run("init", "--output", "Documentation/toggles.yaml").status == 0)
    }

    /// A folder between an Xcode project and its packages belongs to no target.
    @Test func folderOfPackagesIsRefused() throws {
        try shop.createFolder("App/App.xcodeproj")
        try shop.write("/* Begin PBXNativeTarget */ name = Shop;\n", to: "App/App.xcodeproj/project.pbxproj")
        for folder in ["App/Modules", "App/Shop"] {
            try write("// swift-tools-version: 6.2\n", to: "\(folder)/Search/Package.swift")
        }
        let result = try shop.run("init", in: "App/Modules")
        #expect(
            result.error == """
                A manifest in this folder is not read: a build looks in the folder of the target, in that of the project, \
                and in that of a package. To write one that is read, pass ../toggles.yaml or Search/toggles.yaml to \
                --output.

                """
        )
        #expect(result.status == 2 && shop.text("App/Modules/toggles.yaml") == nil)
        for folder in ["App", "App/Shop", "App/Modules/Search"] {
            #expect(try shop.run("init", in: folder).status == 0, "\(folder)")
        }
    }

    @Test func candidatesAreListedIfNothingIsFound() throws {
        try write("enum MockFeatureFlag: String { case a, b, c }\n", to: "Tests/MockFeatureFlag.swift")
        let result = try shop.run("init")
        #expect(result.status == 0)
        #expect(
            result.output.contains("  MockFeatureFlag (only in tests), Tests/MockFeatureFlag.swift:1\n"),
            "\(result)"
        )
        #expect(result.output.contains("\nWrote toggles.yaml with an example of each category.\n"), "\(result)")
    }

    @Test func starterWaitsForDecisionAboutCandidates() throws {
        try write("enum KillSwitch { case on, off }\n", to: "Core/KillSwitch.swift")
        let result = try shop.run("init")
        #expect(
            result.output == """
                No flags were found in Swift. The best candidates, and why each is left out:
                  KillSwitch (states of one flag), Core/KillSwitch.swift:1
                `toggles init --from FILE:TYPE` imports one of them, and `toggles init --all` all settings.
                Nothing was written. Without them, `toggles init --output toggles.yaml` writes a starter with examples.

                """
        )
        #expect(result.status == 0 && shop.text("toggles.yaml") == nil)
        let printed = try shop.run("init", "--output", "-")
        #expect(printed.error.contains("  KillSwitch (states of one flag)"), "\(printed)")
        #expect(printed.output.hasPrefix("#") && printed.output.contains("\nschema: 1\n"), "\(printed)")
        #expect(try shop.run("init", "--output", "toggles.yaml").status == 0)
    }

    /// Values in `UserDefaults` that code reads by hand are flags or settings, and the linter agrees.
    @Test func readsUserDefaultsByHand() throws {
        try write(
            """
            import SwiftUI
            enum Key: String { case fastSearch = "fast_search", playerName, hasSeenTour }
            enum Names { static let betaPlayer = "beta_player" }
            extension UserDefaults {
                var isNewCartEnabled: Bool { bool(forKey: "newCart") }
                var isOldCartEnabled: Bool { bool(forKey: "oldCart") }
            }
            struct Screen: View {
                @AppStorage("feature.newHome") var newHome = false
                @AppStorage("showBadges") var showBadges = true
                var body: some View {
                    if newHome { Home() }
                    if UserDefaults.standard.isNewCartEnabled { Cart() }
                    if UserDefaults.standard.bool(forKey: "enableNewCheckout") { Checkout() }
                    if UserDefaults.standard.bool(forKey: Key.fastSearch.rawValue) { Search() }
                    if UserDefaults.standard.bool(forKey: Names.betaPlayer) { Player() }
                    if UserDefaults.standard.bool(forKey: Key.hasSeenTour.rawValue) { Tour() }
                    if UserDefaults.standard.object(forKey: "sync") as? Bool ?? true { Sync() }
                }
                func tap() { UserDefaults.standard.set(true, forKey: "sync") }
            }

            """,
            to: "App/Screen.swift"
        )
        let result = try shop.run("init")
        #expect(
            result.output.contains("Left out           1 setting of AppStorage, 1 setting of Key and UserDefaults (1"),
            "\(result)"
        )
        let unread = "Of 6 flags, 1 is never read:\n  never read       isOldCartEnabled"
        #expect(result.output.contains(unread), "\(result)")
        let keys = try #require(shop.text("toggles.yaml")).split(separator: "\n").filter { $0.hasSuffix(":") }
        #expect(
            keys.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0 != "  sources:" } == [
                "  is_new_cart_enabled:", "  is_old_cart_enabled:", "  new_home:", "  fast_search:", "  beta_player:",
                "  enable_new_checkout:",
            ]
        )
        let lint = try shop.run("lint")
        #expect(lint.output.contains("no code reads it"), "\(lint)")
        #expect(lint.output.contains("1 warning in 6 toggles"), "\(lint)")
        // Settings are imported if they are asked for.
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        #expect(try shop.run("init", "--all").output.contains("Of 9 flags"))
    }

    @Test(arguments: [
        ("public ", ".library(name: \"Flags\")", true), ("", ".library(name: \"Flags\")", false),
        ("public ", "", false),
    ])
    func manifestOfLibraryIsPublicLikeItsFlags(access: String, products: String, isPublic: Bool) throws {
        try write("// swift-tools-version: 6.2\n\(products)\n", to: "Package.swift")
        try write(
            "\(access)enum FeatureFlag: String { case a, b }\nfunc isOn(_ flag: FeatureFlag) -> Bool { false }\n",
            to: "Sources/Flags/FeatureFlag.swift"
        )
        #expect(try shop.run("init").status == 0)
        #expect(shop.text("toggles.yaml")?.contains("\naccess: public\n") == isPublic)
        #expect(try shop.run("validate").status == 0)
    }

    @Test func conditionHasNoRemoteParameter() throws {
        try write("#if FEATURE_CHAT\nlet chat = 1\n#endif\n", to: "App/Chat.swift")
        #expect(try shop.run("init").status == 0)
        let text = try #require(shop.text("toggles.yaml"))
        #expect(text.contains("type: FEATURE_CHAT") && !text.contains("remote:"), "\(text)")
    }
}
