// swift-tools-version: 6.2

import PackageDescription

// What the trait AsyncHTTPClient brings: the client, and the parts of SwiftNIO whose errors and certificates it speaks in.
let asyncHTTPClient: [Target.Dependency] = [
    ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
    ("NIOPosix", "swift-nio"),
    ("NIOHTTPCompression", "swift-nio-extras"), ("NIOSSL", "swift-nio-ssl"),
].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["AsyncHTTPClient"])) }

// What the trait Tools brings to every command: arguments, help, completions.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser",
    condition: .when(traits: ["Tools"])
)

// What the trait Crypto brings where the system has no CryptoKit.
let crypto = Target.Dependency.product(
    name: "Crypto",
    package: "swift-crypto",
    condition: .when(platforms: [.linux, .android, .windows, .openbsd, .wasi], traits: ["Crypto"])
)

// What the trait Configuration brings.
let configuration = Target.Dependency.product(
    name: "Configuration",
    package: "swift-configuration",
    condition: .when(traits: ["Configuration"])
)

// A package that depends on this one fetches Yams, which the build plugin needs, and nothing else unless it names a trait.
// A checkout has everything that its tools and tests need, so that `swift build`, `swift test` and `swift run toggles`
// need no options.
//
// The package manager keeps its copies of dependencies in `<scratch>/checkouts/<name>`, Xcode in
// `SourcePackages/checkouts/<name>`, registries in `registry/downloads/<scope>/<name>/<version>`. While versions are
// resolved, the manifest is read out of the repository and its folder is `/`. Everywhere else this package is the root, or
// a dependency by path or in `swift package edit`, which has these defaults too unless it names traits or `traits: []`.
let folder = Context.packageDirectory.split(separator: "/")
let isFetched =
    folder.isEmpty || folder.dropLast().last == "checkouts"
    || folder.dropLast(3).suffix(2) == ["registry", "downloads"]

let package = Package(
    name: "swift-feature-toggles",
    // Duration and the clocks set the floor.
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        // What an app links: typed toggles and the live client. Depends on nothing.
        .library(name: "FeatureToggles", targets: ["FeatureToggles"]),
        // Migration of local data, all or nothing; for apps with and without toggles. Links Foundation for property lists.
        .library(name: "DataMigration", targets: ["DataMigration"]),
        // Remote config: documents with rules, when they are fetched, where they are kept.
        .library(name: "FeatureTogglesRemote", targets: ["FeatureTogglesRemote"]),
        // For tests of migrations: every step from every version with a crash at every write, and conformance suites for stores.
        .library(name: "MigrationTesting", targets: ["MigrationTesting"]),
        // Remote documents over HTTP, with server-sent events, and values from OFREP servers.
        .library(name: "FeatureTogglesHTTP", targets: ["FeatureTogglesHTTP"]),
        // What an app's tests link: doubles, every-combination helper, conformance suites.
        .library(name: "FeatureTogglesTesting", targets: ["FeatureTogglesTesting"]),
        // The staged move between two stores, and one type from two sources.
        .library(name: "StoreMigration", targets: ["StoreMigration"]),
        // Whether this version of an app may go on: forced and recommended updates, maintenance.
        .library(name: "ForcedUpdates", targets: ["ForcedUpdates"]),
        // Signed remote documents: verified by apps, signed by tools. Needs the trait Crypto where there is no CryptoKit.
        .library(name: "FeatureTogglesSigning", targets: ["FeatureTogglesSigning"]),
        // Values of swift-configuration as a remote source. Needs the trait Configuration.
        .library(name: "FeatureTogglesConfiguration", targets: ["FeatureTogglesConfiguration"]),
        // toggles.yaml as a model with source locations, and rendered as Swift, for tools and other build systems.
        .library(name: "ToggleManifest", targets: ["ToggleManifest"]),
        // What is wrong with a remote document, and what two of them do differently, for tools.
        .library(name: "ToggleDocuments", targets: ["ToggleDocuments"]),
        // The debug menu in the terminal, for `toggles console` and for apps that open it on their own client.
        .library(name: "ToggleConsole", targets: ["ToggleConsole"]),
        // Typed keys from toggles.yaml at every build.
        .plugin(name: "GenerateToggles", targets: ["GenerateToggles"]),
        // `swift package toggles-lint`. It and the executables below need the trait Tools.
        .plugin(name: "LintToggles", targets: ["LintToggles"]),
        // The command line.
        .executable(name: "toggles", targets: ["TogglesCLI"]),
        // The commands fetch, keys, sign, and verify: networking takes long to load, and cryptography to build.
        .executable(name: "toggles-remote", targets: ["TogglesRemoteCLI"]),
        // What `toggles lint`, `toggles report` and `toggles tickets` run: swift-syntax takes minutes to build.
        .executable(name: "toggles-lint", targets: ["toggles-lint"]),
    ],
    traits: [
        .default(enabledTraits: isFetched ? [] : ["Configuration", "Crypto", "Tools"]),
        .trait(
            name: "Tools",
            description: "Adds the commands toggles and toggles-lint, and `swift package toggles-lint`."
        ),
        .trait(
            name: "Crypto",
            description: "Adds swift-crypto, which FeatureTogglesSigning needs on platforms without CryptoKit."
        ),
        .trait(
            name: "Configuration",
            description: "Adds swift-configuration, whose values FeatureTogglesConfiguration reads."
        ),
        .trait(
            name: "InternalBuild",
            description: """
                Keeps overrides (launch arguments, environment, local defaults file) and switchable release toggles in an \
                optimised build. For internal builds only: never ship with it.
                """
        ),
        .trait(
            name: "AsyncHTTPClient",
            description: "Adds AsyncHTTPClientTransport to FeatureTogglesHTTP, for servers that run on SwiftNIO anyway."
        ),
    ],
    // Ranges are as wide as what was built and tested, since apps and their other dependencies want these packages too.
    dependencies: [
        // YAML. Only tools read toggles.yaml, apps do not. The only package without a trait: the build plugin needs it.
        .package(url: "https://github.com/jpsim/Yams", "5.0.1"..<"7.0.0"),
        // The command line's arguments, help, completions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Syntax trees. Only the linter reads Swift. Macros of other packages want a version of their own.
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
        // Ed25519, where the system has no CryptoKit. Only signed documents need it.
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        // What one adapter adapts; without its readers of files.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        // HTTP on SwiftNIO, only with the trait of that name.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // The server inside the example, which brings nothing else along and is built in seconds. No product needs it, so
        // whoever depends on this package neither fetches nor builds it.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // The ground: no products, no Foundation. The generator's executable is built from it without the core, which an app
        // therefore builds once; small modules are built twice, for the app and for the tool.

        // Files, locks, file watching, the environment, JSON text, encodings, dates: everything that calls the system.
        .target(name: "SystemBase"),
        // What both the core and toggles.yaml say of a toggle: its category, type, identifier.
        .target(name: "ToggleVocabulary", dependencies: ["SystemBase"]),

        // Moves local data between versions, in apps with and without toggles.
        .target(name: "DataMigration", dependencies: ["SystemBase"]),
        .target(name: "MigrationTesting", dependencies: ["DataMigration", "StoreMigration", "SystemBase"]),
        .testTarget(
            name: "DataMigrationTests",
            dependencies: [
                "DataMigration", "MigrationTesting", "SystemBase", "TestSupport",
            ]
        ),
        // Apps that are killed while they migrate. Built and found by tests; not a product.
        .executableTarget(
            name: "migration-torture",
            dependencies: ["DataMigration", "MigrationTesting"],
            path: "Tests/MigrationTorture"
        ),

        // What several test targets need. Built for tests; not a product.
        .target(name: "TestSupport", dependencies: ["SystemBase"], path: "Tests/TestSupport"),

        // Atomic 64-bit words: Swift's own need iOS 18.
        .target(name: "CToggleAtomics"),
        .target(
            name: "FeatureToggles",
            dependencies: ["CToggleAtomics", "SystemBase", "ToggleVocabulary"]
        ),
        // Documents, rules, refreshing and the cache: apart, so that an app without remote config does not link them.
        .target(name: "FeatureTogglesRemote", dependencies: ["FeatureToggles"]),
        .testTarget(
            name: "FeatureTogglesTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesTesting", "SystemBase", "TestSupport",
                "ToggleVocabulary",
            ]
        ),

        // Writers of a local defaults file to be killed, and who kills them. Built and found by tests; not a product.
        .executableTarget(name: "defaults-torture", dependencies: ["FeatureToggles"], path: "Tests/DefaultsTorture"),
        // Clients with a cached document, to be killed. Built and found by tests; not a product.
        .executableTarget(
            name: "cache-torture",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote"],
            path: "Tests/CacheTorture"
        ),

        // The only library that knows Foundation's networking, which the core must not bring into every app.
        .target(
            name: "FeatureTogglesHTTP",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "SystemBase"] + asyncHTTPClient
        ),
        .testTarget(
            name: "FeatureTogglesHTTPTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesHTTP", "FeatureTogglesRemote", "FeatureTogglesSigning",
                "FeatureTogglesTesting", "SystemBase",
            ]
        ),

        .target(name: "FeatureTogglesTesting", dependencies: ["FeatureToggles", "FeatureTogglesRemote"]),
        .testTarget(
            name: "FeatureTogglesTestingTests",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesTesting"]
        ),

        .target(name: "StoreMigration", dependencies: ["FeatureToggles", "SystemBase"]),
        .testTarget(
            name: "StoreMigrationTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesTesting", "MigrationTesting", "StoreMigration",
                "SystemBase", "TestSupport",
            ]
        ),
        // A backfill between two stores, to be killed. Built and found by tests; not a product.
        .executableTarget(
            name: "backfill-torture",
            dependencies: ["MigrationTesting", "StoreMigration", "SystemBase"],
            path: "Tests/BackfillTorture"
        ),

        .target(
            name: "FeatureTogglesSigning",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", crypto]
        ),
        .testTarget(
            name: "FeatureTogglesSigningTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesSigning",
                crypto,
            ]
        ),

        .target(name: "ForcedUpdates", dependencies: ["FeatureToggles", "FeatureTogglesRemote"]),
        .testTarget(
            name: "ForcedUpdatesTests",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates", "TestSupport"]
        ),

        .target(
            name: "FeatureTogglesConfiguration",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote",
                configuration,
            ]
        ),
        .testTarget(
            name: "FeatureTogglesConfigurationTests",
            dependencies: ["FeatureToggles", "FeatureTogglesConfiguration", "FeatureTogglesRemote", configuration]
        ),

        // Reads YAML with Yams' C target CYaml, which has no product of its own: the events of libyaml have positions for
        // diagnostics and limits for hostile files, which Yams' Swift API hides.
        .target(
            name: "ToggleManifest",
            dependencies: ["SystemBase", "ToggleVocabulary", .product(name: "Yams", package: "Yams")]
        ),
        .testTarget(
            name: "ToggleManifestTests",
            dependencies: ["FeatureToggles", "SystemBase", "ToggleDocuments", "ToggleManifest"]
        ),

        .target(
            name: "ToggleDocuments",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates", "ToggleManifest"]
        ),
        .testTarget(
            name: "ToggleDocumentsTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates", "TestSupport", "ToggleDocuments",
                "ToggleManifest",
            ]
        ),

        // A plain C target: a system library with pkg-config warns at every build, and macOS has no libncursesw.
        // Without curses, as on iOS, tvOS, watchOS and visionOS, it compiles to functions that fail. The console is for macOS
        // and Linux: an app for several platforms depends on it with `.when(platforms: [.macOS, .linux])`.
        .target(
            name: "CNCurses",
            cSettings: [.define("NCURSES_WIDECHAR", to: "1")],
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]
        ),
        .target(
            name: "ToggleConsole",
            dependencies: ["CNCurses", "FeatureToggles", "FeatureTogglesRemote", "StoreMigration", "SystemBase"]
        ),
        .testTarget(
            name: "ToggleConsoleTests",
            dependencies: [
                "CNCurses", "FeatureToggles", "StoreMigration", "SystemBase", "TestSupport", "ToggleConsole",
            ],
            exclude: ["Screens"]
        ),
        // An app with a console that logs and crashes. Built and found by tests; not a product.
        .executableTarget(
            name: "console-host",
            dependencies: ["FeatureToggles", "ToggleConsole"],
            path: "Tests/ConsoleHost"
        ),

        .testTarget(
            name: "ToggleGeneratorTests",
            dependencies: [
                "FeatureToggles", "TestSupport", "ToggleDocuments", "ToggleManifest", "ToggleVocabulary",
            ],
            exclude: ["Reference/toggles.yaml", "Reference/Empty/toggles.yaml"]
        ),

        // An executable of its own: a test target that depends on the tool a plugin runs does not link on Linux.
        .executableTarget(name: "toggles-generate", dependencies: ["ToggleManifest"]),
        .plugin(name: "GenerateToggles", capability: .buildTool(), dependencies: ["toggles-generate"]),
        // The flags of a real app through the plugin: generated, compiled, used.
        .testTarget(name: "RealAppTests", dependencies: ["FeatureToggles"], plugins: ["GenerateToggles"]),

        // What all programs share: reading manifests and documents, printing, exit codes, and finding each other.
        .target(
            name: "ToggleTool",
            dependencies: ["FeatureToggles", "ToggleManifest", argumentParser]
        ),
        .testTarget(
            name: "ToggleToolTests",
            dependencies: ["FeatureToggles", "TestSupport", "ToggleDocuments", "ToggleManifest", "ToggleTool"]
        ),
        .executableTarget(
            name: "TogglesCLI",
            dependencies: [
                "CNCurses", "DataMigration", "FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates",
                "StoreMigration", "ToggleConsole", "ToggleDocuments", "ToggleLint", "ToggleManifest", "ToggleTool",
                argumentParser,
            ]
        ),
        .executableTarget(
            name: "TogglesRemoteCLI",
            dependencies: [
                "FeatureToggles", "FeatureTogglesHTTP", "FeatureTogglesRemote", "FeatureTogglesSigning", "SystemBase",
                "ToggleTool", argumentParser,
            ]
        ),
        // What is to be done about toggles: rules over facts, and reports. Knows no syntax trees, so that it builds in
        // seconds; ToggleSyntax gives it what the sources say.
        .target(
            name: "ToggleLint",
            dependencies: ["FeatureToggles", "ToggleManifest", "ToggleDocuments"]
        ),
        .target(
            name: "ToggleSyntax",
            dependencies: [
                "FeatureToggles", "SystemBase", "ToggleLint", "ToggleManifest",
                .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["Tools"])),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["Tools"])),
            ]
        ),
        .testTarget(
            name: "ToggleLintTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "SystemBase", "TestSupport", "ToggleDocuments", "ToggleLint",
                "ToggleManifest", "ToggleSyntax",
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "ToggleSyntaxTests",
            dependencies: ["FeatureToggles", "ToggleLint", "ToggleManifest", "ToggleSyntax"]
        ),
        // Searches sources and reads settings that were damaged at random, until one of them traps. Not a product.
        .executableTarget(
            name: "lint-fuzz",
            dependencies: ["FeatureToggles", "TestSupport", "ToggleLint", "ToggleManifest", "ToggleSyntax"],
            path: "Tests/LintFuzzing",
            exclude: ["README.md", "run.sh"]
        ),
        // Named like its product, or the command plugin could not depend on it.
        .executableTarget(
            name: "toggles-lint",
            dependencies: [
                "FeatureToggles", "FeatureTogglesHTTP", "FeatureTogglesRemote", "ToggleDocuments", "ToggleLint",
                "ToggleManifest", "ToggleSyntax", "ToggleTool",
                argumentParser,
            ],
            path: "Sources/TogglesLintCLI"
        ),
        .plugin(
            name: "LintToggles",
            // No permissions: it only reads, and what it remembers lies in its own folder. Reporters that write files into
            // the package need --allow-writing-to-package-directory.
            capability: .command(
                intent: .custom(verb: "toggles-lint", description: "Says which feature toggles should be gone.")
            ),
            dependencies: ["toggles-lint"]
        ),

        .testTarget(
            name: "ToggleTicketsTests",
            dependencies: ["FeatureToggles", "FeatureTogglesHTTP", "ToggleLint", "ToggleManifest", "toggles-lint"]
        ),

        // Runs the built commands, which lie beside the test bundle.
        .testTarget(name: "TogglesCLITests", dependencies: ["TestSupport"]),

        // The example: the manifest at the root of the package is its own. It has no product.
        .executableTarget(
            name: "Storefront",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesHTTP", "ForcedUpdates",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Examples/Storefront",
            // The documents to begin with. In the program, which then needs no file to be found beside it.
            resources: [.embedInCode("flags.json"), .embedInCode("update-policy.json")],
            plugins: ["GenerateToggles"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// For builds whose tests have nothing to do with the linter: swift-syntax takes minutes to build.
if Context.environment["TOGGLES_WITHOUT_LINTER"] != nil {
    let linter = [
        "ToggleSyntax", "toggles-lint", "lint-fuzz", "LintToggles", "ToggleLintTests", "ToggleSyntaxTests",
        "ToggleTicketsTests",
    ]
    package.products.removeAll { linter.contains($0.name) }
    package.targets.removeAll { linter.contains($0.name) }
    package.dependencies.removeAll { dependency in
        if case .sourceControl(_, let location, _) = dependency.kind {
            location.hasSuffix("/swift-syntax")
        } else {
            false
        }
    }
}

// For simulators and devices, where Xcode would build the tools as well: what apps link, and the tests of it. For the
// documentation: every library, and the generator, whose keys the code of the tutorials reads.
let isForDocumentation = Context.environment["TOGGLES_DOCUMENTATION"] != nil
if Context.environment["TOGGLES_LIBRARIES_ONLY"] != nil || isForDocumentation {
    let tests = [
        "DataMigrationTests", "FeatureTogglesTests", "FeatureTogglesHTTPTests", "FeatureTogglesTestingTests",
        "FeatureTogglesSigningTests", "ForcedUpdatesTests", "StoreMigrationTests",
    ]
    let tools = isForDocumentation ? [] : ["ToggleConsole", "ToggleDocuments", "ToggleManifest"]
    let libraries = package.products.compactMap { $0 as? Product.Library }.filter { !tools.contains($0.name) }
    var kept = Set((isForDocumentation ? ["toggles-generate"] : tests) + libraries.flatMap(\.targets))
    var isGrowing = true
    while isGrowing {
        let count = kept.count
        for target in package.targets where kept.contains(target.name) {
            for dependency in target.dependencies {
                switch dependency {
                case .byNameItem(let name, _), .targetItem(let name, _): kept.insert(name)
                default: break
                }
            }
        }
        isGrowing = kept.count > count
    }
    package.products.removeAll { product in !libraries.contains { $0.name == product.name } }
    package.targets.removeAll { !kept.contains($0.name) }
}

// Settings shared by every target of this package.
for target in package.targets where target.type != .plugin {
    var settings = target.swiftSettings ?? []
    settings += [
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
        .enableUpcomingFeature("ExistentialAny"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
        .enableUpcomingFeature("MemberImportVisibility"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
        .enableUpcomingFeature("InternalImportsByDefault"),
        // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        // Launch arguments, the environment and the local defaults file decide values, and release toggles can be enabled,
        // only where this is defined.
        .define("OVERRIDES", .when(configuration: .debug)),
        .define("OVERRIDES", .when(configuration: .release, traits: ["InternalBuild"])),
    ]
    // Warnings are errors in CI; elsewhere a newer compiler's new warning must not stop anybody.
    if Context.environment["CI"] != nil {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
