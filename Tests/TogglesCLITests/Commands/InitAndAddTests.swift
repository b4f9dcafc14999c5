import Foundation
import Testing

struct InitAndAddTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
    }

    @Test func starterManifestHasNoErrors() throws {
        let result = try shop.run("init", "--namespace", "NewToggles", "--application", "new")
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.hasPrefix("Wrote toggles.yaml with an example of each category.\n"))
        #expect(result.output.contains("[NewToggles.registry]"))
        #expect(shop.text("toggles.yaml")?.contains("namespace: NewToggles") == true)
        #expect(try shop.run("validate").status == 0)
        #expect(try shop.run("set", "new_checkout", "on").output == "new_checkout = on\n")
    }

    /// Only the lines that the package lacks are printed.
    @Test(arguments: [
        ("", ["dependencies of the package: ", "dependencies of the target: ", "plugins of the target: "]),
        (
            #".package(url: "https://example.com/a/swift-feature-toggles", from: "0.1.0")"#,
            ["dependencies of the target: ", "plugins of the target: "]
        ),
        (
            #"""
            .package(path: "../swift-feature-toggles")
            .product(name: "FeatureToggles", package: "swift-feature-toggles")
            """#,
            ["plugins of the target: "]
        ),
        (
            #"""
            .package(path: "../swift-feature-toggles")
            .product(name: "FeatureToggles", package: "swift-feature-toggles")
            .plugin(name: "GenerateToggles", package: "swift-feature-toggles")
            """#,
            []
        ),
    ])
    func missingLinesOfPackageArePrinted(description: String, missing: [String]) throws {
        try shop.write(description, to: "Package.swift")
        let result = try shop.run("init")
        #expect(result.status == 0, "\(result)")
        let places = result.output.split(separator: "\n").compactMap { line in
            line.range(of: "of the [a-z]+: ", options: .regularExpression).map { line[..<$0.upperBound] }
        }
        #expect(places.map { $0.trimmingCharacters(in: .whitespaces) + " " } == missing, "\(result)")
        #expect(
            result.output.contains(missing.isEmpty ? "\n  1. Build, and read" : "\n  2. Build, and read"),
            "\(result)"
        )
    }

    /// An app in a simulator doesn't read the files of the Mac.
    @Test(arguments: [
        ("IPHONEOS_DEPLOYMENT_TARGET = 16.0;", "       toggles set new_checkout on --simulator\n"),
        ("MACOSX_DEPLOYMENT_TARGET = 14.0;", "       toggles set new_checkout on\n"),
    ])
    func overrideReachesTheApp(settings: String, step: String) throws {
        try shop.createFolder("Shop.xcodeproj")
        try shop.write(settings, to: "Shop.xcodeproj/project.pbxproj")
        let result = try shop.run("init")
        #expect(result.output.contains(step), "\(result)")
        // Xcode checks packages out elsewhere.
        #expect(shop.text("toggles.yaml")?.hasPrefix("# The toggles of this module.") == true)
    }

    @Test(arguments: [
        (".iOS(.v17)", "       toggles set new_checkout on --simulator\n"),
        (".macOS(.v14)", "       toggles set new_checkout on\n"),
        (
            ".iOS(.v17), .macOS(.v14)",
            "       toggles set new_checkout on                # in a simulator, add --simulator\n"
        ),
    ])
    func overrideReachesTheAppOfAPackage(platforms: String, step: String) throws {
        try shop.write("let package = Package(name: \"Shop\", platforms: [\(platforms)])", to: "Package.swift")
        let result = try shop.run("init")
        #expect(result.output.contains(step), "\(result)")
    }

    /// A package for versions that the library doesn't support doesn't build.
    @Test(arguments: [
        ("platforms: [.iOS(.v15), .macOS(.v14)],", ["platforms of the package: .iOS(.v16)"]),
        (
            "platforms: [.iOS(.v13), .macOS(.v10_15), .watchOS(.v9)],",
            ["platforms of the package: .iOS(.v16), .macOS(.v13)"]
        ),
        ("platforms: [.iOS(.v16), .macOS(.v13)],", []), ("", []),
    ])
    func outdatedPlatformsArePrinted(platforms: String, missing: [String]) throws {
        try shop.write("let package = Package(name: \"Shop\", \(platforms))", to: "Package.swift")
        let lines = try shop.run("init").output.split(separator: "\n").filter { $0.contains("platforms") }
        #expect(lines.map { $0.trimmingCharacters(in: .whitespaces) } == missing)
    }

    @Test func targetsOfPackageWithSeveralAreNotOne() throws {
        try shop.write("targets: [.target(name: \"A\"), .executableTarget(name: \"B\")]", to: "Package.swift")
        let result = try shop.run("init")
        #expect(result.output.contains("dependencies of each target that reads toggles: .product("), "\(result)")
        #expect(result.output.contains("plugins of each target that reads toggles: .plugin("), "\(result)")
    }

    @Test func missingPartsOfXcodeProjectArePrinted() throws {
        try shop.createFolder("Shop.xcodeproj")
        try shop.write(
            "/* swift-feature-toggles */ productName = FeatureToggles;",
            to: "Shop.xcodeproj/project.pbxproj"
        )
        let result = try shop.run("init")
        #expect(
            result.output.contains(
                """
                  1. Add to Shop.xcodeproj:
                       Build Phases of the target, Run Build Tool Plug-ins: GenerateToggles
                  2. Build
                """
            ),
            "\(result)"
        )
    }

    @Test func manifestOfAnotherModuleHasItsApplication() throws {
        let project = try ModularProject()
        try FileManager.default.createDirectory(
            atPath: "\(project.path)/Sources/New",
            withIntermediateDirectories: true
        )
        let result = try project.run("init", "--namespace", "NewToggles", in: "Sources/New")
        #expect(result.status == 0, "\(result)")
        #expect(result.error == "The application is ‘greeter’, as in the other manifests of this project.\n")
        let text = try project.text("Sources/New/toggles.yaml")
        #expect(text.contains("\napplication: greeter "), "\(text)")
        let schema = "$schema=../../.build/checkouts/swift-feature-toggles/Schemas/toggles.schema.json\n"
        #expect(text.hasPrefix("# yaml-language-server: \(schema)"), "\(text)")
        #expect(try project.run("list").status == 0)
        let again = try project.run("init", in: "Sources/New")
        #expect(again.error == "‘toggles.yaml’ already exists. `toggles add` adds a toggle to it.\n")
        // The folder of the file counts, not the working folder.
        let other = try project.run("init", "--output", "Sources/Greeter/toggles.yaml", "--application", "other")
        #expect(other.status == 0, "\(other)")
        #expect(other.error == "")
        #expect(try project.text("Sources/Greeter/toggles.yaml").contains("$schema=../../.build/"))
        // Two applications, so the new one can't be known.
        let third = try project.run("init", "--output", "-")
        #expect(third.error == "", "\(third)")
    }

    @Test func secondModuleRepeatsNeitherNamespaceNorExamples() throws {
        #expect(try shop.run("init", "--application", "shop").status == 0)
        try shop.createFolder("Sources/Checkout")
        let result = try shop.run("init", in: "Sources/Checkout")
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix("Wrote toggles.yaml without examples, "), "\(result)")
        #expect(result.output.contains("[CheckoutToggles.registry, …]"), "\(result)")
        #expect(!result.output.contains("import Checkout"), "\(result)")
        let text = try #require(shop.text("Sources/Checkout/toggles.yaml"))
        #expect(text.contains("\nnamespace: CheckoutToggles "), "\(text)")
        #expect(text.hasSuffix("\ntoggles: {}\n"), "\(text)")
        let validation = try shop.run("validate")
        #expect(validation.status == 0, "\(validation)")
        #expect(!(validation.output + validation.error).contains("also declared"), "\(validation)")
        try shop.createFolder("Other")
        // Another application can have the same keys.
        let other = try shop.run("init", "--output", "Other/toggles.yaml", "--application", "other")
        #expect(other.output.hasPrefix("Wrote Other/toggles.yaml with an example"), "\(other)")
    }

    /// The module that creates the client can name the registries of the modules that it imports.
    @Test(arguments: [
        (".target(name: \"Search\")", "package"), (".library(name: \"S\", targets: [\"A\", \"Search\"]), ", "public"),
        (".library(name: \"S\", targets: [\"A\"]), .target(name: \"Search\")", "package"),
        (".executableTarget(\n  name: \"Search\", dependencies: [])", "internal"),
    ])
    func registryOfModuleCanBeNamedElsewhere(description: String, access: String) throws {
        try shop.write(description, to: "Package.swift")
        #expect(try shop.run("init").status == 0)
        #expect(shop.text("toggles.yaml")?.contains("\naccess: internal ") == true)
        try shop.createFolder("Sources/Search")
        let result = try shop.run("init", in: "Sources/Search")
        #expect(shop.text("Sources/Search/toggles.yaml")?.contains("\naccess: \(access) ") == true, "\(result)")
        let step = ":\n       import Search\n       ToggleClient(registries: [SearchToggles.registry, …])\n"
        #expect(result.output.contains(step) == (access != "internal"), "\(result)")
    }

    @Test(arguments: [
        ("framework", "Core/Core", "public"), ("framework", "Core", "public"),
        ("library.static", "Core/Core", "public"),
        ("application", "Core/Core", "internal"), ("framework", "Core/Other", "internal"),
    ])
    func registryOfFrameworkCanBeNamedElsewhere(type: String, folder: String, access: String) throws {
        try shop.git("init", "--quiet")
        for folder in ["Core/Core.xcodeproj", "Core/Core", "Core/Other"] { try shop.createFolder(folder) }
        let target = { (name: String, type: String) in
            """
            \t\tA1 /* \(name) */ = {
            \t\t\tisa = PBXNativeTarget;
            \t\t\tbuildPhases = (
            \t\t\t);
            \t\t\tname = "\(name)";
            \t\t\tproductType = "com.apple.product-type.\(type)";
            \t\t};

            """
        }
        try shop.write(
            target("CoreTests", "bundle.unit-test") + target("Core", type),
            to: "Core/Core.xcodeproj/project.pbxproj"
        )
        #expect(try shop.run("init").status == 0)
        let result = try shop.run("init", in: folder)
        #expect(shop.text("\(folder)/toggles.yaml")?.contains("\naccess: \(access) ") == true, "\(result)")
        #expect(result.output.contains("\n       import Core\n") == (access == "public"), "\(result)")
    }

    @Test func dryRunNamesTheFile() throws {
        let result = try shop.run("init", "--dry-run")
        let first = "Would write toggles.yaml with an example of each category.\n\ntoggles.yaml:\n"
        #expect(result.output.hasPrefix(first) && result.output.contains("\nschema: 1\n"), "\(result)")
        #expect(!result.output.contains("Next:") && shop.text("toggles.yaml") == nil, "\(result)")
    }

    @Test func manifestWithoutApplicationStaysInThatOfTheOthers() throws {
        let module = "schema: 1\nnamespace: ShopToggles\ntoggles: {}\n"
        try shop.write(module, to: "toggles.yaml")
        try shop.createFolder("New")
        let result = try shop.run("init", in: "New")
        #expect(result.status == 0, "\(result)")
        #expect(shop.text("New/toggles.yaml")?.contains("\n# application: my-app ") == true)
    }

    @Test func existingManifestIsNotReplaced() throws {
        try shop.write("mine", to: "toggles.yaml")
        #expect(
            try shop.run("init")
                == BuiltCommand.Result(
                    error: "‘toggles.yaml’ already exists. `toggles add` adds a toggle to it.\n",
                    status: 2
                )
        )
        #expect(shop.text("toggles.yaml") == "mine")
    }

    @Test(arguments: ["", "\n", " \r\n"])
    func emptyManifestIsFilled(text: String) throws {
        try shop.write(text, to: "toggles.yaml")
        let add = try shop.run(
            "add",
            "new_cart",
            "--category",
            "release",
            "--owner",
            "a",
            "--description",
            "A new cart.",
            "--expires",
            "2027-01-31"
        )
        #expect(add.status == 2)
        #expect(add.error.contains("run `toggles init`"), "\(add)")
        let result = try shop.run("init")
        #expect(result.status == 0, "\(result)")
        #expect(try shop.run("validate").status == 0)
    }

    @Test func commentsAreNotReplaced() throws {
        try shop.write("# Ours.\n", to: "toggles.yaml")
        #expect(
            try shop.run("init")
                == BuiltCommand.Result(
                    error: "‘toggles.yaml’ already exists, and has nothing but comments. Remove it, and try again.\n",
                    status: 2
                )
        )
        #expect(shop.text("toggles.yaml") == "# Ours.\n")
    }

    @Test func invalidNamespaceWritesNothing() throws {
        let result = try shop.run("init", "--namespace", "1 2")
        #expect(result.status == 2)
        #expect(result.error.hasSuffix("Nothing was written.\n"))
        #expect(shop.text("toggles.yaml") == nil)
    }

    // MARK: - Toggles declared in Swift

    private static let flags = """
        enum FeatureFlag: String {
            case newCheckout = "new_checkout"
            case reviews
        }

        """

    @Test func swiftFlagsBecomeManifest() throws {
        try shop.write(Self.flags, to: "Flags.swift")
        let result = try shop.run(
            "init",
            "--from",
            "Flags.swift:FeatureFlag",
            "--reads",
            "isOn",
            "--reads",
            "isOff",
            "--date",
            "2026-11-21",
            "--namespace",
            "Flags",
            "--output",
            "flags.yaml"
        )
        #expect(result.error == "")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Wrote flags.yaml with 2 toggles of FeatureFlag.\n"))
        let text = try #require(shop.text("flags.yaml"))
        for part in ["namespace: Flags\n", "  new_checkout:\n", "  reviews:\n", "[isOn, isOff]", "# DECIDE"] {
            #expect(text.contains(part), "\(part) is missing in:\n\(text)")
        }
        #expect(shop.text("Flags.swift") == Self.flags)
        #expect(try shop.run("validate", "--manifest", "flags.yaml").status == 0)
    }

    @Test func draftHasApplication() throws {
        try shop.write(Self.flags, to: "Flags.swift")
        let result = try shop.run("init", "--from", "Flags.swift:FeatureFlag", "--application", "shop")
        #expect(result.error == "")
        let text = try #require(shop.text("toggles.yaml"))
        #expect(text.contains("\nnamespace: AppToggles\napplication: shop\n"), "\(text)")
    }

    @Test func keyIsNameOfCase() throws {
        try shop.write("enum Flag: String { case newSearch = \"search-v2\" }\n", to: "Flags.swift")
        let result = try shop.run("init", "--from", "Flags.swift:Flag", "--output", "-")
        #expect(result.error == "")
        #expect(result.output.contains("\n  new_search:\n"), "\(result.output)")
        #expect(result.output.contains("\n    remote: search-v2\n"), "\(result.output)")
    }

    @Test func draftOfOneFlagUsesSingular() throws {
        try shop.write("enum Flag { case chat }\n", to: "Flags.swift")
        let result = try shop.run(
            "init",
            "--from",
            "Flags.swift:Flag",
            "--output",
            "flags.yaml",
            "--date",
            "2026-11-21"
        )
        #expect(result.output.hasPrefix("Wrote flags.yaml with 1 toggle of Flag.\n"), "\(result.output)\(result.error)")
    }

    @Test(
        arguments: [
            (
                "enum Flag: String {\n  case \"a\"\n}\n",
                "‘Flags.swift’ can't be parsed: a toggle of ‘Flag’ at line 2, column "
            ),
            (
                "enum Flag {\n  case `init`, `self`\n}\n",
                "No name in ‘Flag’ of ‘Flags.swift’ can be turned into a key: ‘init’, ‘self’. "
            ),
        ]
    )
    func draftWithoutTogglesIsAnError(text: String, error: String) throws {
        try shop.write(text, to: "Flags.swift")
        for output in ["flags.yaml", "-"] {
            let result = try shop.run("init", "--from", "Flags.swift:Flag", "--output", output)
            #expect(result.status == 2 && result.output == "", "\(result)")
            #expect(result.error.hasPrefix(error), "\(result)")
        }
        #expect(shop.text("flags.yaml") == nil)
    }

    @Test func draftReplacesNoFile() throws {
        try shop.write(Self.flags, to: "Flags.swift")
        try FileManager.default.createDirectory(atPath: "\(shop.path)/folder.yaml", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(shop.path)/link.yaml", withDestinationPath: "nowhere")
        for name in ["folder.yaml", "link.yaml", "Flags.swift"] {
            let result = try shop.run("init", "--from", "Flags.swift:FeatureFlag", "--output", name)
            #expect(result.error == "‘\(name)’ already exists. Write --output with another name.\n")
            #expect(result.status == 2)
        }
        #expect(shop.text("Flags.swift") == Self.flags)
        let printed = try shop.run("init", "--from", "Flags.swift:FeatureFlag", "--output", "-")
        #expect(printed.output.contains("\n  new_checkout:\n"))
        #expect(printed.status == 0)
        let starter = try shop.run("init", "--output", "-")
        #expect(starter.output.contains("\nnamespace: AppToggles"))
        #expect(shop.text("-") == nil)
    }

    @Test(
        arguments: [
            (["--from", "Flags.swift"], "‘Flags.swift’ does not name a type."),
            (["--from", "Flags.swift:Other"], "‘Flags.swift’ declares no toggles of ‘Other’"),
            (["--from", "None.swift:Other"], "None.swift"), (["--from=-x:Other"], "-x"),
            (["--reads", "isOn"], "--reads needs --from FILE:TYPE"),
            (["--from", "Flags.swift:FeatureFlag", "--all"], "leave out --all"),
        ]
    )
    func missingDeclarationIsExplained(arguments: [String], complaint: String) throws {
        try shop.write(Self.flags, to: "Flags.swift")
        let result = try BuiltCommand("toggles").run(["init"] + arguments, environment: shop.environment, in: shop.path)
        #expect(result.status != 0)
        #expect(result.error.contains(complaint), "\(result.error)")
        #expect(shop.text("toggles.yaml") == nil)
    }

    // MARK: - Adding

    @Test func addedToggleCanBeSet() throws {
        try shop.write(Shop.manifest, to: "toggles.yaml")
        let result = try shop.run(
            "add",
            "sorting",
            "--category",
            "ops",
            "--values",
            "price, name",
            "--owner",
            "search",
            "--description",
            "How results are sorted.",
            "--permanent"
        )
        #expect(
            result
                == BuiltCommand.Result(
                    output: """
                        Added sorting to toggles.yaml
                        After the next build, read it with `toggles.value(of: .sorting)`.

                        """
                )
        )
        #expect(shop.text("toggles.yaml")?.hasPrefix(Shop.manifest) == true)
        #expect(try shop.run("validate").output == "toggles.yaml: 9 toggles, no errors\n")
        #expect(try shop.run("set", "sorting", "name").output == "sorting = name\n")
    }

    private static let defaults = """
        schema: 1
        namespace: App
        defaults:
          owner: payments
          expires: 90 days
          permission: { owner: platform, permanent: true }
        toggles:

        """

    @Test func addedToggleHasTheDefaultsOfTheManifest() throws {
        try shop.write(Self.defaults, to: "toggles.yaml")
        let added = try shop.run("add", "new_cart", "--category", "release", "--description", "A new cart.")
        #expect(added.status == 0, "\(added)")
        #expect(try shop.run("add", "admin", "-c", "permission", "-d", "Admin tools.").status == 0)
        let text = try #require(shop.text("toggles.yaml"))
        #expect(!text.contains("    owner:"))
        #expect(!text.contains("    expires:"))
        #expect(try shop.run("explain", "new_cart").output.contains("payments"))
        #expect(try shop.run("explain", "admin").output.contains("platform"))
    }

    @Test func invalidKeyIsReportedBeforeMissingOptions() throws {
        try shop.write(Shop.manifest, to: "toggles.yaml")
        let result = try shop.run("add", "NewCart")
        #expect(result.status == 2)
        #expect(
            result.error == """
                The edit was refused because toggles.yaml would then have errors: the key ‘NewCart’ is not snake_case \
                (lowercase letters and digits, beginning with a letter, single ‘_’ between words); write ‘new_cart’.

                """
        )
    }

    @Test func missingOptionsAreListed() throws {
        try shop.write(Shop.manifest, to: "toggles.yaml")
        let messages: [([String], String)] = [
            ([], "Missing: --category, --description, --owner."),
            (["-c", "release"], "Missing: --description, --owner."),
            (["-c", "permission", "-o", "a", "-d", "b"], "Missing: --expires or --permanent."),
            (["-c", "experiment", "-o", "a", "-d", "b"], "Missing: --values."),
        ]
        for (arguments, message) in messages {
            let result = try BuiltCommand("toggles").run(
                ["add", "new_cart"] + arguments,
                environment: shop.environment,
                in: shop.path
            )
            let word = message.contains(",") ? "them" : "it"
            #expect(result.error == "\(message) On a terminal, `toggles add new_cart` asks for \(word).\n")
            #expect(result.status == 2)
        }
        #expect(shop.text("toggles.yaml") == Shop.manifest)
    }

    @Test(.enabled(if: Terminal.tmux != nil, "tmux is not installed"))
    func missingOptionsAreAskedOnTerminal() async throws {
        try shop.write(Self.defaults, to: "toggles.yaml")
        let terminal = try Terminal(
            "\(BuiltCommand("toggles").path) add new_cart; echo \"ended with $?\"; cat",
            environment: shop.environment,
            in: shop.path
        )
        let dialog = [
            ("Category (release, ops, experiment, permission, migration)?", "relase"),
            ("Category (release, ops, experiment, permission, migration)?", "release"),
            ("What does it do, in a sentence?", "A new cart."),
        ]
        for (question, answer) in dialog {
            #expect(try await terminal.screen(showing: question).contains(question))
            try terminal.press(answer, "Enter")
        }
        #expect(try await terminal.screen(showing: "ended with 0").contains("ended with 0"))
        let text = try #require(shop.text("toggles.yaml"))
        #expect(text.contains("description: A new cart.\n"))
        // The manifest says once who owns toggles, and how long they live.
        #expect(!text.contains("    owner:"))
        #expect(!text.contains("    expires:"))
    }

    /// At any time, the date in the east differs from that in the west.
    @Test func todayDependsOnTimeZone() throws {
        try shop.write(Shop.manifest, to: "toggles.yaml")
        let days = try ["EAST-14", "WEST12"].map { zone in
            let key = zone.prefix(4).lowercased()
            let result = try shop.addRelease(key, environment: ["TZ": zone])
            try #require(result.status == 0, "\(result.error)")
            let text = try #require(shop.text("toggles.yaml")?.components(separatedBy: "\n  \(key):\n").last)
            return try #require(text.components(separatedBy: "created: ").dropFirst().first?.prefix(10))
        }
        #expect(days[0] > days[1])
    }

    @Test(
        arguments: [
            ["page_size", "--category", "ops"], ["Page", "--category", "ops"], ["a", "--category", "opps"],
            ["a", "--category", "ops", "--type", "int"], ["a", "--category", "ops", "--expires", "2026-02-30"],
            ["a", "--category", "ops", "--type", "int", "--default", "many"],
            ["a", "--category", "migration", "--type", "int"],
        ]
    )
    func invalidAdditionChangesNothing(arguments: [String]) throws {
        try shop.write(Shop.manifest, to: "toggles.yaml")
        let result = try BuiltCommand("toggles").run(
            ["add"] + arguments + ["--owner", "search", "--description", "Something."],
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(!result.error.isEmpty)
        #expect(shop.text("toggles.yaml") == Shop.manifest)
    }
}
