// swift-tools-version: 6.2

import PackageDescription

// Dependencies of the trait AsyncHTTPClient: the client, and the parts of SwiftNIO that define its errors and
// certificates.
let asyncHTTPClient: [Target.Dependency] = [
    ("AsyncHTTPClient", "async-http-client"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
    ("NIOPosix", "swift-nio"),
    ("NIOHTTPCompression", "swift-nio-extras"), ("NIOSSL", "swift-nio-ssl"),
].map { .product(name: $0.0, package: $0.1, condition: .when(traits: ["AsyncHTTPClient"])) }

// Dependency of the trait Tools, for every command: arguments, help, completions.
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser",
    condition: .when(traits: ["Tools"])
)

// Dependency of the trait Crypto, for systems without CryptoKit.
let crypto = Target.Dependency.product(
    name: "Crypto",
    package: "swift-crypto",
    condition: .when(platforms: [.linux, .android, .windows, .openbsd, .wasi], traits: ["Crypto"])
)

// Dependency of the trait Configuration.
let configuration = Target.Dependency.product(
    name: "Configuration",
    package: "swift-configuration",
    condition: .when(traits: ["Configuration"])
)

// A package that depends on this one fetches only Yams, which the build plugin needs, unless it enables traits. In a
// checkout, the default traits include everything that the tools and tests need, so that `swift build`, `swift test`
// and `swift run toggles` work without options.
//
// The package manager stores dependencies in `<scratch>/checkouts/<name>`, Xcode in `SourcePackages/checkouts/<name>`,
// and registries in `registry/downloads/<scope>/<name>/<version>`. While versions are resolved, the manifest is read
// directly from the repository and its folder is `/`. In all other cases, this package is the root, a dependency by
// path, or edited with `swift package edit`; then it has these defaults unless traits are specified, possibly as
// `traits: []`.
let folder = Context.packageDirectory.split(separator: "/")
let isFetched =
    folder.isEmpty || folder.dropLast().last == "checkouts"
    || folder.dropLast(3).suffix(2) == ["registry", "downloads"]

let package = Package(
    name: "swift-feature-toggles",
    // Duration and the clocks require these versions.
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        // The library for apps: typed toggles and the live client. No dependencies.
        .library(name: "FeatureToggles", targets: ["FeatureToggles"]),
        // All-or-nothing migration of local data, for apps with and without toggles. Links Foundation for property lists.
        .library(name: "DataMigration", targets: ["DataMigration"]),
        // Remote config: documents with rules, refreshing, and caching.
        .library(name: "FeatureTogglesRemote", targets: ["FeatureTogglesRemote"]),
        // Tests of migrations: all steps from all versions with a crash at every write, and conformance suites for
        // stores.
        .library(name: "MigrationTesting", targets: ["MigrationTesting"]),
        // Remote documents over HTTP, with server-sent events, and values from OFREP servers.
        .library(name: "FeatureTogglesHTTP", targets: ["FeatureTogglesHTTP"]),
        // The library for an app's tests: test doubles, tests of all combinations, conformance suites.
        .library(name: "FeatureTogglesTesting", targets: ["FeatureTogglesTesting"]),
        // The staged move between two stores, and one type from two sources.
        .library(name: "StoreMigration", targets: ["StoreMigration"]),
        // Overrides, presets, and undo from app code, for debug menus.
        .library(name: "FeatureTogglesOverrides", targets: ["FeatureTogglesOverrides"]),
        // SwiftUI: toggles in the environment, a property wrapper, previews, and the debug menu on the device.
        .library(name: "FeatureTogglesUI", targets: ["FeatureTogglesUI"]),
        // Toggles that views and other code observe.
        .library(name: "FeatureTogglesObservation", targets: ["FeatureTogglesObservation"]),
        // Forced and recommended updates, and maintenance.
        .library(name: "ForcedUpdates", targets: ["ForcedUpdates"]),
        // Signed remote documents: verified by apps, signed by tools. Needs the trait Crypto where there is no
        // CryptoKit.
        .library(name: "FeatureTogglesSigning", targets: ["FeatureTogglesSigning"]),
        // Values of swift-configuration as a remote source. Needs the trait Configuration.
        .library(name: "FeatureTogglesConfiguration", targets: ["FeatureTogglesConfiguration"]),
        // A model of toggles.yaml with source locations, and the Swift generator, for tools and other build systems.
        .library(name: "ToggleManifest", targets: ["ToggleManifest"]),
        // Checks and comparisons of remote documents, for tools.
        .library(name: "ToggleDocuments", targets: ["ToggleDocuments"]),
        // The debug menu in the terminal, for `toggles console` and for apps that open it on their own client.
        .library(name: "ToggleConsole", targets: ["ToggleConsole"]),
        // Typed keys from toggles.yaml at every build.
        .plugin(name: "GenerateToggles", targets: ["GenerateToggles"]),
        // `swift package toggles-lint`. It and the executables below need the trait Tools.
        .plugin(name: "LintToggles", targets: ["LintToggles"]),
        // The command line.
        .executable(name: "toggles", targets: ["TogglesCLI"]),
        // The commands fetch, keys, sign, and verify, separate because networking is slow to load and cryptography slow
        // to build.
        .executable(name: "toggles-remote", targets: ["TogglesRemoteCLI"]),
        // Runs `toggles lint`, `toggles report` and `toggles tickets`, separate because swift-syntax takes minutes to
        // build.
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
                optimized build. For internal builds only: never ship with it.
                """
        ),
        .trait(
            name: "AsyncHTTPClient",
            description: "Adds AsyncHTTPClientTransport to FeatureTogglesHTTP, for servers that already use SwiftNIO."
        ),
    ],
    // Ranges include all versions that were built and tested, because apps and their other dependencies use these
    // packages too.
    dependencies: [
        // YAML. Only tools read toggles.yaml, apps do not. The only package without a trait, because the build plugin
        // needs it.
        .package(url: "https://github.com/jpsim/Yams", "5.0.1"..<"7.0.0"),
        // The command line's arguments, help, completions.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Syntax trees. Only the linter reads Swift. The range is wide because macros in other packages require
        // specific versions.
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
    targets: [
        // The base modules: no products, no Foundation. The generator's executable uses them without the core, so that
        // an app builds the core once; only these small modules are built twice, for the app and for the tool.

        // Files, locks, file watching, the environment, JSON text, encodings, dates: everything that calls the system.
        .target(name: "ToggleBase", path: "Sources/Ground/ToggleBase"),

        // Moves local data between versions, in apps with and without toggles.
        .target(name: "DataMigration", dependencies: ["ToggleBase"], path: "Sources/App/DataMigration"),
        .target(name: "MigrationTesting", dependencies: ["DataMigration", "StoreMigration", "ToggleBase"], path: "Sources/App/MigrationTesting"),
        .testTarget(
            name: "DataMigrationTests",
            dependencies: [
                "DataMigration", "MigrationTesting", "ToggleBase", "TestSupport",
            ]
        ),
        // Apps that are killed while they migrate. Run by tests; not a product.
        .executableTarget(
            name: "migration-torture",
            dependencies: ["DataMigration", "MigrationTesting"],
            path: "Tests/MigrationTorture"
        ),

        // Shared by several test targets; not a product.
        .target(
            name: "TestSupport",
            dependencies: ["FeatureToggles", "MigrationTesting", "ToggleBase"],
            path: "Tests/TestSupport"
        ),

        // Atomic 64-bit words: Swift's own need iOS 18.
        .target(name: "CToggleAtomics", path: "Sources/Ground/CToggleAtomics"),
        .target(
            name: "FeatureToggles",
            dependencies: ["CToggleAtomics", "ToggleBase"],
            path: "Sources/App/FeatureToggles"
        ),
        // Documents, rules, refreshing and the cache, separate so that apps without remote config don't link them.
        .target(name: "FeatureTogglesRemote", dependencies: ["FeatureToggles"], path: "Sources/App/FeatureTogglesRemote"),
        .testTarget(
            name: "FeatureTogglesTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesTesting", "ToggleBase", "TestSupport",
            ]
        ),

        // Writers of a local defaults file, and the process that kills them. Run by tests; not a product.
        .executableTarget(name: "defaults-torture", dependencies: ["FeatureToggles"], path: "Tests/DefaultsTorture"),
        // An app that writes a state file, and is killed. Run by tests; not a product.
        .executableTarget(
            name: "state-host",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote"],
            path: "Tests/StateHost"
        ),
        // Clients with a cached document that are killed. Run by tests; not a product.
        .executableTarget(
            name: "cache-torture",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote"],
            path: "Tests/CacheTorture"
        ),

        // The only library that uses Foundation's networking, so that other apps don't link it.
        .target(
            name: "FeatureTogglesHTTP",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ToggleBase"] + asyncHTTPClient,
            path: "Sources/App/FeatureTogglesHTTP"
        ),
        .testTarget(
            name: "FeatureTogglesHTTPTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesHTTP", "FeatureTogglesRemote", "FeatureTogglesSigning",
                "FeatureTogglesTesting", "StoreMigration", "ToggleBase",
            ]
        ),

        // The history of overrides, and presets, with typed changes from app code. Separate from the core so that apps
        // without a debug menu don't link them, and from the console so that apps on devices don't need ncurses.
        .target(name: "FeatureTogglesOverrides", dependencies: ["FeatureToggles", "ToggleBase"], path: "Sources/App/FeatureTogglesOverrides"),
        .testTarget(
            name: "FeatureTogglesOverridesTests",
            dependencies: ["FeatureToggles", "FeatureTogglesOverrides", "ToggleBase", "TestSupport"]
        ),

        // Observation, and Combine on systems without it. Separate from the core so that servers and tools don't link
        // them; without views, so that it is tested on Linux.
        .target(name: "FeatureTogglesObservation", dependencies: ["FeatureToggles", "ToggleBase"], path: "Sources/App/FeatureTogglesObservation"),
        .testTarget(
            name: "FeatureTogglesObservationTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesObservation", "FeatureTogglesRemote", "FeatureTogglesTesting",
                "TestSupport",
            ]
        ),

        // Separate from observation, because it links SwiftUI and, in builds with overrides, the debug menu. Only views
        // depend on SwiftUI; everything else is tested on Linux.
        .target(
            name: "FeatureTogglesUI",
            dependencies: ["FeatureToggles", "FeatureTogglesObservation", "FeatureTogglesOverrides", "ToggleBase"],
            path: "Sources/App/FeatureTogglesUI"
        ),
        .testTarget(
            name: "FeatureTogglesUITests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesObservation", "FeatureTogglesOverrides", "FeatureTogglesRemote",
                "FeatureTogglesUI", "ToggleBase", "TestSupport",
            ]
        ),

        .target(name: "FeatureTogglesTesting", dependencies: ["FeatureToggles", "FeatureTogglesRemote"], path: "Sources/App/FeatureTogglesTesting"),
        .testTarget(
            name: "FeatureTogglesTestingTests",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesTesting"]
        ),

        .target(name: "StoreMigration", dependencies: ["FeatureToggles", "ToggleBase"], path: "Sources/App/StoreMigration"),
        .testTarget(
            name: "StoreMigrationTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesTesting", "MigrationTesting", "StoreMigration",
                "ToggleBase", "TestSupport",
            ]
        ),
        // A backfill between two stores that is killed, and writes with a journal. Run by tests; not a product.
        .executableTarget(
            name: "backfill-torture",
            dependencies: ["FeatureToggles", "MigrationTesting", "StoreMigration", "ToggleBase"],
            path: "Tests/BackfillTorture"
        ),

        .target(
            name: "FeatureTogglesSigning",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", crypto],
            path: "Sources/App/FeatureTogglesSigning"
        ),
        .testTarget(
            name: "FeatureTogglesSigningTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesSigning",
                crypto,
            ]
        ),

        .target(name: "ForcedUpdates", dependencies: ["FeatureToggles", "FeatureTogglesRemote"], path: "Sources/App/ForcedUpdates"),
        .testTarget(
            name: "ForcedUpdatesTests",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates", "TestSupport"]
        ),

        .target(
            name: "FeatureTogglesConfiguration",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote",
                configuration,
            ],
            path: "Sources/App/FeatureTogglesConfiguration"
        ),
        .testTarget(
            name: "FeatureTogglesConfigurationTests",
            dependencies: ["FeatureToggles", "FeatureTogglesConfiguration", "FeatureTogglesRemote", configuration]
        ),

        // Parses YAML with Yams' C target CYaml, which is not a separate product. The events of libyaml have positions
        // for diagnostics and allow limits for hostile files, neither of which Yams' Swift API provides.
        .target(
            name: "ToggleManifest",
            dependencies: ["ToggleBase", .product(name: "Yams", package: "Yams")],
            path: "Sources/Knowledge/ToggleManifest"
        ),
        .testTarget(
            name: "ToggleManifestTests",
            dependencies: ["FeatureToggles", "ToggleBase", "ToggleDocuments", "ToggleManifest"]
        ),

        .target(
            name: "ToggleDocuments",
            dependencies: ["FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates", "ToggleManifest"],
            path: "Sources/Knowledge/ToggleDocuments"
        ),
        .testTarget(
            name: "ToggleDocumentsTests",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "ForcedUpdates", "TestSupport", "ToggleDocuments",
                "ToggleManifest",
            ]
        ),

        // A plain C target, because a system library with pkg-config causes warnings in every build, and macOS has no
        // libncursesw. On iOS, tvOS, watchOS and visionOS, which have no curses, it compiles to functions that fail.
        // The console is for macOS and Linux: an app for several platforms depends on it with
        // `.when(platforms: [.macOS, .linux])`.
        .target(
            name: "CNCurses",
            path: "Sources/Knowledge/CNCurses",
            cSettings: [.define("NCURSES_WIDECHAR", to: "1")],
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]
        ),
        .target(
            name: "ToggleConsole",
            dependencies: [
                "CNCurses", "FeatureToggles", "FeatureTogglesOverrides", "FeatureTogglesRemote", "StoreMigration",
                "ToggleBase",
            ],
            path: "Sources/Knowledge/ToggleConsole"
        ),
        .testTarget(
            name: "ToggleConsoleTests",
            dependencies: [
                "CNCurses", "FeatureToggles", "FeatureTogglesOverrides", "StoreMigration", "ToggleBase", "TestSupport",
                "ToggleConsole",
            ],
            exclude: ["Screens"]
        ),
        // An app with a console that logs and crashes. Run by tests; not a product.
        .executableTarget(
            name: "console-host",
            dependencies: ["FeatureToggles", "ToggleConsole"],
            path: "Tests/ConsoleHost"
        ),

        .testTarget(
            name: "ToggleGeneratorTests",
            dependencies: [
                "FeatureToggles", "TestSupport", "ToggleDocuments", "ToggleManifest", "ToggleBase",
            ],
            exclude: ["Reference/toggles.yaml", "Reference/Empty/toggles.yaml"]
        ),

        // A separate executable, because a test target that depends on the tool of a plugin doesn't link on Linux.
        .executableTarget(name: "toggles-generate", dependencies: ["ToggleManifest"], path: "Sources/Tools/toggles-generate"),
        .plugin(name: "GenerateToggles", capability: .buildTool(), dependencies: ["toggles-generate"]),
        // The flags of a real app, generated by the plugin, compiled and used.
        .testTarget(name: "RealAppTests", dependencies: ["FeatureToggles"], plugins: ["GenerateToggles"]),

        // Runs other programs, for tools. It isn't in a base module, because apps link those.
        .target(name: "ChildProcesses", dependencies: ["ToggleBase"], path: "Sources/Tools/ChildProcesses"),
        .testTarget(name: "ChildProcessesTests", dependencies: ["ChildProcesses", "ToggleBase"]),
        // Shared by all programs: reading manifests and documents, apps in simulators and on devices, printing, exit
        // codes, and locating each other.
        .target(
            name: "ToggleTool",
            dependencies: ["ChildProcesses", "FeatureToggles", "ToggleManifest", argumentParser],
            path: "Sources/Tools/ToggleTool"
        ),
        .testTarget(
            name: "ToggleToolTests",
            dependencies: ["FeatureToggles", "TestSupport", "ToggleDocuments", "ToggleManifest", "ToggleTool"]
        ),
        .executableTarget(
            name: "TogglesCLI",
            dependencies: [
                "ChildProcesses", "CNCurses", "FeatureToggles", "FeatureTogglesOverrides",
                "FeatureTogglesRemote", "ForcedUpdates", "StoreMigration", "ToggleConsole", "ToggleDocuments",
                "ToggleLint", "ToggleManifest", "ToggleTool",
                argumentParser,
            ],
            path: "Sources/Tools/TogglesCLI"
        ),
        .executableTarget(
            name: "TogglesRemoteCLI",
            dependencies: [
                "FeatureToggles", "FeatureTogglesHTTP", "FeatureTogglesRemote", "FeatureTogglesSigning", "ToggleBase",
                "ToggleTool", argumentParser,
            ],
            path: "Sources/Tools/TogglesRemoteCLI"
        ),
        // The rules and reports of the linter. It doesn't depend on swift-syntax, so it builds in seconds; ToggleSyntax
        // provides the facts about the sources.
        .target(
            name: "ToggleLint",
            dependencies: ["ChildProcesses", "FeatureToggles", "ToggleDocuments", "ToggleManifest"],
            path: "Sources/Knowledge/ToggleLint"
        ),
        .target(
            name: "ToggleSyntax",
            dependencies: [
                "FeatureToggles", "ToggleBase", "ToggleLint", "ToggleManifest",
                .product(name: "SwiftParser", package: "swift-syntax", condition: .when(traits: ["Tools"])),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["Tools"])),
            ],
            path: "Sources/Knowledge/ToggleSyntax"
        ),
        .testTarget(
            name: "ToggleLintTests",
            dependencies: [
                "ChildProcesses", "FeatureToggles", "FeatureTogglesRemote", "ToggleBase", "TestSupport",
                "ToggleDocuments", "ToggleLint", "ToggleManifest", "ToggleSyntax",
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "ToggleSyntaxTests",
            dependencies: ["FeatureToggles", "TestSupport", "ToggleLint", "ToggleManifest", "ToggleSyntax"]
        ),
        // Searches randomly damaged sources and settings until one of them traps. Not a product.
        .executableTarget(
            name: "lint-fuzz",
            dependencies: ["FeatureToggles", "TestSupport", "ToggleLint", "ToggleManifest", "ToggleSyntax"],
            path: "Tests/LintFuzzing",
            exclude: ["README.md", "run.sh"]
        ),
        // Has the name of its product because the command plugin could not depend on it otherwise.
        .executableTarget(
            name: "toggles-lint",
            dependencies: [
                "FeatureToggles", "FeatureTogglesHTTP", "FeatureTogglesRemote", "ToggleDocuments", "ToggleLint",
                "ToggleManifest", "ToggleSyntax", "ToggleTool",
                argumentParser,
            ],
            path: "Sources/Tools/TogglesLintCLI"
        ),
        .plugin(
            name: "LintToggles",
            // No permissions, because it only reads, and its cache is in its work folder. Reporters that write files
            // into the package need --allow-writing-to-package-directory.
            capability: .command(
                intent: .custom(verb: "toggles-lint", description: "Reports feature toggles that should be removed.")
            ),
            dependencies: ["toggles-lint"]
        ),

        .testTarget(
            name: "ToggleTicketsTests",
            dependencies: ["FeatureToggles", "FeatureTogglesHTTP", "ToggleLint", "ToggleManifest", "toggles-lint"]
        ),

        // Runs the built commands, which are next to the test bundle.
        .testTarget(name: "TogglesCLITests", dependencies: ["TestSupport"]),

        // The example, which uses the manifest at the root of the package. It has no product.
        .executableTarget(
            name: "Storefront",
            dependencies: [
                "FeatureToggles", "FeatureTogglesRemote", "FeatureTogglesHTTP", "ForcedUpdates",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Examples/Storefront",
            // The initial documents, embedded so that the program needs no other files.
            resources: [.embedInCode("flags.json"), .embedInCode("update-policy.json")],
            plugins: ["GenerateToggles"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// For builds that don't test the linter, because swift-syntax takes minutes to build.
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

// For builds that don't run the plugin, because the package manager compiles its tool, with every module that the tool
// needs, a second time for it.
if Context.environment["TOGGLES_WITHOUT_LINT_PLUGIN"] != nil {
    package.products.removeAll { $0.name == "LintToggles" }
    package.targets.removeAll { $0.name == "LintToggles" }
}

// For simulators and devices, where Xcode would also build the tools: only the libraries for apps, and their tests.
if Context.environment["TOGGLES_LIBRARIES_ONLY"] != nil {
    let tests = [
        "DataMigrationTests", "FeatureTogglesTests", "FeatureTogglesHTTPTests", "FeatureTogglesTestingTests",
        "FeatureTogglesObservationTests", "FeatureTogglesOverridesTests", "FeatureTogglesSigningTests",
        "FeatureTogglesUITests", "ForcedUpdatesTests", "StoreMigrationTests",
    ]
    let tools = ["ToggleConsole", "ToggleDocuments", "ToggleManifest"]
    let libraries = package.products.compactMap { $0 as? Product.Library }.filter { !tools.contains($0.name) }
    var kept = Set(tests + libraries.flatMap(\.targets))
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
        // Without this definition, launch arguments, the environment and the local defaults file are ignored, and
        // release toggles can't be enabled.
        .define("OVERRIDES", .when(configuration: .debug)),
        .define("OVERRIDES", .when(configuration: .release, traits: ["InternalBuild"])),
    ]
    // Warnings are errors in CI; elsewhere, new warnings of a newer compiler must not break the build.
    if Context.environment["CI"] != nil {
        settings.append(.treatAllWarnings(as: .error))
    }
    target.swiftSettings = settings
}
