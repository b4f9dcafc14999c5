// swift-tools-version: 6.2

import PackageDescription

// A package that depends on this one fetches only Yams, which the build plugin needs, unless it enables traits. In a
// checkout, the default traits include everything that the tools and tests need, so that `swift build`, `swift test`
// and `swift run toggles` work without options.
//
// The package manager stores dependencies in `<scratch>/checkouts/<name>`, Xcode in `SourcePackages/checkouts/<name>`,
// and registries in `registry/downloads/<scope>/<name>/<version>`. While versions are resolved, the manifest is read
// directly from the repository and its folder is `/`. In all other cases, this package is the root, a dependency by
// path, or edited with `swift package edit`; then it has these defaults unless traits are specified, even `[]`.
let folder = Context.packageDirectory.split(separator: "/")
let isFetched =
    folder.isEmpty || folder.dropLast().last == "checkouts"
    || folder.dropLast(3).suffix(2) == ["registry", "downloads"]

// Products of other packages that several targets use, each only with its trait.
let argumentParser = product("ArgumentParser", "swift-argument-parser", .when(traits: ["Tools"]))
let configuration = product("Configuration", "swift-configuration", .when(traits: ["Configuration"]))
let systemsWithoutCryptoKit: [Platform] = [.linux, .android, .windows, .openbsd, .wasi]
let crypto = product("Crypto", "swift-crypto", .when(platforms: systemsWithoutCryptoKit, traits: ["Crypto"]))

let package = Package(
    name: "swift-feature-toggles",
    // Duration and the clocks require these versions.
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    // Each library has the name of its target, which is described below.
    products: [
        "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesHTTP", "FeatureTogglesSigning",
        "FeatureTogglesConfiguration", "FeatureTogglesOverrides", "FeatureTogglesObservation", "FeatureTogglesUI",
        "FeatureTogglesTesting", "FeatureTogglesUsage", "ForcedUpdates", "DataMigration", "TwoSources",
        "StoreMigration",
        "MigrationTesting", "ToggleManifest", "ToggleDocuments", "ToggleConsole",
    ].map { .library(name: $0, targets: [$0]) } + [
        // Typed keys from toggles.yaml at every build.
        .plugin(name: "GenerateToggles", targets: ["GenerateToggles"]),
        // `swift package toggles-lint`.
        .plugin(name: "LintToggles", targets: ["LintToggles"]),
        // Most commands. Those that read Swift, and those that need networking or cryptography, are separate programs,
        // because these take minutes to build or long to load.
        .executable(name: "toggles", targets: ["TogglesCLI"]),
        .executable(name: "toggles-remote", targets: ["TogglesRemoteCLI"]),
        .executable(name: "toggles-lint", targets: ["toggles-lint"]),
    ],
    traits: [
        .default(enabledTraits: isFetched ? [] : ["Configuration", "Crypto", "Lint"]),
        .trait(name: "Tools", description: "Adds the commands toggles and toggles-remote."),
        .trait(name: "Lint", description: "Adds toggles-lint, which builds swift-syntax.", enabledTraits: ["Tools"]),
        .trait(name: "Crypto", description: "Adds swift-crypto to FeatureTogglesSigning, where there is no CryptoKit."),
        .trait(name: "Configuration", description: "Adds swift-configuration to FeatureTogglesConfiguration."),
        .trait(name: "AsyncHTTPClient", description: "Adds AsyncHTTPClientTransport to FeatureTogglesHTTP."),
        .trait(name: "InternalBuild", description: "Keeps overrides and release toggles, for builds that never ship."),
    ],
    // Ranges include all versions that were built and tested, because apps and other packages use these, too.
    dependencies: [
        // YAML, which only tools read. The only package without a trait, because the build plugin needs it.
        .package(url: "https://github.com/jpsim/Yams", "5.0.1"..<"7.0.0"),
        // The command line's arguments, help, completions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Syntax trees, for the linter. The range is wide because macros in other packages require specific versions.
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
        // Ed25519 on systems without CryptoKit. Only signed documents need it.
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
        // Needed by one adapter, without its file providers.
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        // HTTP on SwiftNIO, only with the trait of that name.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // The server in the example, which has no dependencies and builds in seconds. No product needs it, so packages
        // that depend on this one neither fetch nor build it.
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    swiftLanguageModes: [.v6]
)

// The floors of the house. A target depends on targets of its own floor and of those below, if its files name their
// types; Tests/Arrows/check.py checks this.

// Sources/Ground: no Foundation, and no product of its own.
floor(
    "Ground",
    // What can't be in Swift: atomic words (Swift's own need iOS 18), a signal's handler, and extended attributes.
    .target(name: "CToggleAtomics"),
    // Everything that touches the system's files, JSON, encodings, dates, versions, and a toggle's vocabulary.
    .target(name: "ToggleBase", dependencies: ["CToggleAtomics"])
)

// Sources/App: what apps link. An app pays for what it uses.
floor(
    "App",
    // What every app links: toggles, evaluation, overrides, and the client.
    .target(name: "FeatureToggles", dependencies: ["CToggleAtomics", "ToggleBase"]),
    // Separate, so that apps without remote config don't link documents, rules, refreshing, and the cache.
    .target(name: "FeatureTogglesRemote", dependencies: ["CToggleAtomics", "FeatureToggles", "ToggleBase"]),
    // HTTP sources without a transport. Separate, because programs with Foundation's networking don't start without
    // libcurl on Linux; toggles-remote has a transport that loads it at the first request.
    .target(name: "ToggleHTTP", dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ToggleBase"]),
    // Separate, because only this library uses Foundation's networking, or SwiftNIO.
    .target(
        name: "FeatureTogglesHTTP",
        dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ToggleBase", "ToggleHTTP"]
            + [
                ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
                ("NIOPosix", "swift-nio"), ("NIOHTTPCompression", "swift-nio-extras"), ("NIOSSL", "swift-nio-ssl"),
            ].map { product($0.0, $0.1, .when(traits: ["AsyncHTTPClient"])) }
    ),
    // Separate, because of swift-crypto.
    .target(name: "FeatureTogglesSigning", dependencies: ["FeatureTogglesRemote", "ToggleBase", crypto]),
    // Separate, because a trait applies to all targets: in FeatureTogglesRemote, an app would link swift-configuration
    // as soon as another target of its package enables the trait, and `make run` would build it.
    .target(name: "FeatureTogglesConfiguration", dependencies: ["FeatureTogglesRemote", "ToggleBase", configuration]),
    // Separate from the core, for apps without a debug menu, and from the console, which needs ncurses.
    .target(name: "FeatureTogglesOverrides", dependencies: ["FeatureToggles", "ToggleBase"]),
    // Separate from the core, for servers and tools, and from the views: importing SwiftUI links it, so UIKit apps and
    // servers that observe toggles would pay for the views and the debug menu.
    .target(name: "FeatureTogglesObservation", dependencies: ["FeatureToggles", "ToggleBase"]),
    // Separate, because it links SwiftUI and, in builds with overrides, contains the debug menu.
    .target(
        name: "FeatureTogglesUI",
        dependencies: ["FeatureToggles", "FeatureTogglesObservation", "FeatureTogglesOverrides", "ToggleBase"]
    ),
    // Separate, because only tests link it.
    .target(name: "FeatureTogglesTesting", dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ToggleBase"]),
    // Separate, so that apps that report nothing contain nothing of it.
    .target(name: "FeatureTogglesUsage", dependencies: ["FeatureToggles", "ToggleBase"]),
    // For apps that lock out old versions.
    .target(name: "ForcedUpdates", dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ToggleBase"]),
    // Without the core, because it is also for apps without toggles.
    .target(name: "DataMigration", dependencies: ["ToggleBase"]),
    // For apps that move from one store to another.
    .target(name: "StoreMigration", dependencies: ["FeatureToggles", "ToggleBase", "TwoSources"]),
    // Without anything else, because models are often in a module of their own.
    .target(name: "TwoSources"),
    // Separate, because only tests link it.
    .target(name: "MigrationTesting", dependencies: ["DataMigration", "StoreMigration", "ToggleBase"])
)

// Sources/Knowledge: models and rules, for tools; no printing, no exit codes.
floor(
    "Knowledge",
    // toggles.yaml, without the core, so that an app that uses the build plugin builds the core once. Parses YAML
    // with Yams' C target CYaml, which is not a separate product: the events of libyaml have positions for
    // diagnostics and allow limits for hostile files, neither of which Yams' Swift API provides.
    .target(name: "ToggleManifest", dependencies: ["ToggleBase", product("Yams", "Yams")]),
    // The text of remote documents, apart from the runtime. In ToggleManifest, plugins would compile an eighth more.
    .target(name: "DocumentSyntax", dependencies: ["ToggleBase", "ToggleManifest"]),
    // Remote documents: what is wrong with one, what a new one changes, and edits.
    .target(
        name: "ToggleDocuments",
        dependencies: [
            "DocumentSyntax", "FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates", "ToggleBase", "ToggleManifest",
        ]
    ),
    // The linter's rules and reports. Separate from ToggleSyntax, so that they build in seconds.
    .target(name: "ToggleLint", dependencies: ["DocumentSyntax", "ToggleBase", "ToggleManifest"]),
    // Facts about Swift sources for the linter. Separate, because swift-syntax takes minutes to build.
    .target(
        name: "ToggleSyntax",
        dependencies: ["ToggleBase", "ToggleLint", "ToggleManifest"]
            + ["SwiftParser", "SwiftSyntax"].map { product($0, "swift-syntax", .when(traits: ["Lint"])) }
    ),
    // ncurses without its macros. A C target, because a system library with pkg-config causes warnings in every
    // build, and macOS has no libncursesw. Where there is no curses, it compiles to functions that fail.
    .target(
        name: "CNCurses",
        cSettings: [.define("NCURSES_WIDECHAR", to: "1")],
        linkerSettings: [
            .linkedLibrary("ncursesw", .when(platforms: [.linux])),
            .linkedLibrary("ncurses", .when(platforms: [.macOS])),
        ]
    ),
    // The console, for macOS and Linux: an app for several platforms depends on it with
    // `.when(platforms: [.macOS, .linux])`.
    .target(
        name: "ToggleConsole",
        dependencies: [
            "CNCurses", "FeatureToggles", "FeatureTogglesOverrides", "FeatureTogglesRemote", "StoreMigration",
            "ToggleBase",
        ]
    )
)

// Sources/Tools: arguments in, lines out.
floor(
    "Tools",
    // What the programs share: manifests, git, apps in simulators and on devices, output, exit codes, each other.
    .target(
        name: "ToggleTool",
        dependencies: [
            "FeatureToggles", "FeatureTogglesOverrides", "ToggleBase", "ToggleLint", "ToggleManifest", argumentParser,
        ]
    ),
    // The product `toggles`. Two targets whose names differ only in case would collide on a Mac's disk.
    .executableTarget(
        name: "TogglesCLI",
        dependencies: [
            "CNCurses", "DocumentSyntax", "FeatureToggles", "FeatureTogglesOverrides", "FeatureTogglesRemote",
            "ForcedUpdates", "StoreMigration", "ToggleBase", "ToggleConsole", "ToggleDocuments", "ToggleLint",
            "ToggleManifest", "ToggleTool", argumentParser,
        ]
    ),
    // Requests with the system's libcurl, whose functions have variable arguments, which Swift can't call.
    .target(name: "CTransfer"),
    // The product `toggles-remote`.
    .executableTarget(
        name: "TogglesRemoteCLI",
        dependencies: [
            "CTransfer", "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesSigning", "ForcedUpdates",
            "ToggleBase", "ToggleHTTP", "ToggleLint", "ToggleTool", argumentParser, crypto,
        ]
    ),
    // Has the name of its product, because the command plugin couldn't depend on it otherwise.
    .executableTarget(
        name: "toggles-lint",
        dependencies: [
            "FeatureToggles", "FeatureTogglesUsage", "ToggleBase", "ToggleDocuments", "ToggleLint", "ToggleManifest",
            "ToggleSyntax", "ToggleTool", argumentParser,
        ],
        path: "Sources/Tools/TogglesLintCLI"
    ),
    // The build plugin's tool. Separate, because a test target that depends on it doesn't link on Linux.
    .executableTarget(name: "toggles-generate", dependencies: ["ToggleBase", "ToggleManifest"]),
    // The build plugin.
    .plugin(name: "GenerateToggles", capability: .buildTool(), dependencies: ["toggles-generate"]),
    // The command plugin. No permissions, because it only reads, and its cache is in its work folder. Reporters
    // that write files into the package need --allow-writing-to-package-directory.
    .plugin(
        name: "LintToggles",
        capability: .command(
            intent: .custom(verb: "toggles-lint", description: "Reports feature toggles that should be removed.")
        ),
        dependencies: ["toggles-lint"]
    )
)

// The tests, by the target that they test, with what else they use. To build them and the programs that they run, use
// `--product swift-feature-togglesPackageTests`; `--build-tests` also compiles the linter again, for LintToggles.
let usual: [Target.Dependency] = ["FeatureToggles", "TestSupport", "ToggleBase"]
let tests: KeyValuePairs<String, [Target.Dependency]> = [
    "DataMigration": ["MigrationTesting", "TestSupport", "ToggleBase"],
    "FeatureToggles": ["FeatureTogglesRemote", "TestSupport", "ToggleBase"],
    "FeatureTogglesConfiguration": ["FeatureToggles", "FeatureTogglesRemote", configuration],
    "FeatureTogglesHTTP": [
        "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesSigning", "FeatureTogglesTesting", "StoreMigration",
        "ToggleBase", "ToggleHTTP",
    ],
    "FeatureTogglesObservation": ["FeatureToggles", "FeatureTogglesRemote", "TestSupport"],
    "FeatureTogglesOverrides": usual,
    "FeatureTogglesRemote": usual,
    "FeatureTogglesSigning": ["FeatureToggles", "FeatureTogglesRemote", "ToggleBase"],
    "FeatureTogglesTesting": usual + ["FeatureTogglesRemote"],
    "FeatureTogglesUI": usual + ["FeatureTogglesOverrides", "FeatureTogglesRemote"],
    "FeatureTogglesUsage": usual,
    "ForcedUpdates": usual + ["FeatureTogglesRemote"],
    "StoreMigration": usual + ["FeatureTogglesRemote", "FeatureTogglesTesting", "MigrationTesting"],
    "ToggleBase": ["TestSupport"],
    "ToggleConsole": usual + ["CNCurses", "FeatureTogglesOverrides", "StoreMigration"],
    "ToggleDocuments": usual + ["DocumentSyntax", "FeatureTogglesRemote", "ForcedUpdates", "ToggleManifest"],
    "ToggleLint": ["DocumentSyntax", "TestSupport", "ToggleBase", "ToggleManifest", "ToggleSyntax", "ToggleTool"],
    "ToggleManifest": ["FeatureToggles", "TestSupport", "ToggleBase", "ToggleDocuments"],
    "ToggleSyntax": [
        "TestSupport", "ToggleBase", "ToggleLint", "ToggleManifest",
        product("SwiftSyntax", "swift-syntax", .when(traits: ["Lint"])),
    ],
    "ToggleTool": usual + ["ToggleManifest"],
    "TwoSources": [],
]
// Files that tests compare, in their folders.
let references = [
    "ToggleConsole": ["Screens"], "ToggleLint": ["Golden"], "ToggleSyntax": ["Removal/Cases", "Removal/Projects"],
    "ToggleManifest": ["Generator/Reference/toggles.yaml", "Generator/Reference/Empty/toggles.yaml"],
]
package.targets += tests.map { name, others in
    .testTarget(name: name + "Tests", dependencies: [.target(name: name)] + others, exclude: references[name] ?? [])
}
package.targets += [
    // The flags of a real app, generated by the plugin, compiled and used.
    .testTarget(name: "RealAppTests", dependencies: ["FeatureToggles"], plugins: ["GenerateToggles"]),
    .testTarget(
        name: "ToggleTicketsTests",
        dependencies: [
            "TestSupport", "ToggleBase", "ToggleHTTP", "ToggleLint", "ToggleManifest", "ToggleTool", "TogglesRemoteCLI",
        ]
    ),
    .testTarget(
        name: "ToggleStoresTests",
        dependencies: [
            "FeatureTogglesRemote", "FeatureTogglesSigning", "TestSupport", "ToggleBase", "ToggleHTTP", "ToggleTool",
            "TogglesRemoteCLI",
        ]
    ),
    // Runs the built programs, which are next to the test bundle. Other tests run some of them, too.
    .testTarget(
        name: "TogglesCLITests",
        dependencies: [
            "FeatureTogglesUsage", "Storefront", "TestSupport", "ToggleBase", "TogglesCLI", "TogglesRemoteCLI",
            "test-host",
            "toggles-lint",
        ]
    ),
    // What several test targets share.
    .target(
        name: "TestSupport",
        dependencies: ["FeatureToggles", "FeatureTogglesRemote", "MigrationTesting", "ToggleBase"],
        path: "Tests/TestSupport"
    ),
    // Apps that tests run, disturb, and kill, with a subcommand for each.
    .executableTarget(
        name: "test-host",
        dependencies: [
            "DataMigration", "FeatureToggles", "FeatureTogglesRemote", "MigrationTesting", "StoreMigration",
            "ToggleBase", "ToggleConsole",
        ],
        path: "Tests/TestHost"
    ),
    // Searches damaged sources and settings until one traps. Not in the host, because it needs swift-syntax.
    .executableTarget(
        name: "lint-fuzz",
        dependencies: ["TestSupport", "ToggleBase", "ToggleLint", "ToggleManifest", "ToggleSyntax"],
        path: "Tests/LintFuzzing",
        exclude: ["README.md", "run.sh"]
    ),
    // The example, which uses the manifest at the root of the package.
    .executableTarget(
        name: "Storefront",
        dependencies: [
            "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesHTTP", "ForcedUpdates",
            product("FlyingFox", "FlyingFox"), product("FlyingSocks", "FlyingFox"),
        ],
        path: "Examples/Storefront",
        // The initial documents, embedded so that the program needs no other files.
        resources: [.embedInCode("flags.json"), .embedInCode("update-policy.json")],
        plugins: ["GenerateToggles"]
    ),
]

// Warnings are errors in CI; elsewhere, new warnings of a newer compiler must not break the build.
let warnings: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

// Settings shared by every target of this package.
for target in package.targets where target.type != .plugin {
    target.swiftSettings =
        [
            .enableUpcomingFeature("ExistentialAny"),  // SE-0335
            .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
            .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
            // Without this definition, launch arguments, the environment and the local defaults file are ignored, and
            // release toggles can't be enabled.
            .define("OVERRIDES", .when(configuration: .debug)),
            .define("OVERRIDES", .when(configuration: .release, traits: ["InternalBuild"])),
        ] + warnings
}

/// Adds the targets of a floor, which are in its folder.
@MainActor func floor(_ name: String, _ targets: Target...) {
    for target in targets where target.type != .plugin && target.path == nil {
        target.path = "Sources/\(name)/\(target.name)"
    }
    package.targets += targets
}

func product(_ name: String, _ package: String, _ condition: TargetDependencyCondition? = nil) -> Target.Dependency {
    .product(name: name, package: package, condition: condition)
}
