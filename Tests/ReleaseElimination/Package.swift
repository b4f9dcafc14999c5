// swift-tools-version: 6.2

import PackageDescription

// A small app in three modules, built in several ways by check.sh to see that what release toggles guard is gone from
// the binary. It depends on the package as an app would: by the product, without knowing its settings.
let package = Package(
    name: "ReleaseElimination",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "InternalBuild", description: "Passes the trait of the same name on.")
    ],
    dependencies: [
        .package(
            name: "swift-feature-toggles",
            path: "../..",
            traits: [.trait(name: "InternalBuild", condition: .when(traits: ["InternalBuild"]))]
        )
    ],
    targets: [
        // The generated keys, in a module of their own.
        .target(
            name: "Keys",
            dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")]
        ),
        // Code of a library that reads them through `any FeatureToggle`.
        .target(
            name: "Feature",
            dependencies: ["Keys", .product(name: "FeatureToggles", package: "swift-feature-toggles")]
        ),
        .executableTarget(
            name: "App",
            dependencies: [
                "Keys", "Feature", .product(name: "FeatureToggles", package: "swift-feature-toggles"),
            ]
        ),
        // An app with the console behind a button, which must be nothing in what people get.
        .executableTarget(
            name: "DebugMenu",
            dependencies: [
                "Keys", .product(name: "FeatureToggles", package: "swift-feature-toggles"),
                .product(name: "ToggleConsole", package: "swift-feature-toggles"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
