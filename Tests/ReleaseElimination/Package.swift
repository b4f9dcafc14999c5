// swift-tools-version: 6.2

import PackageDescription

// A small app in four modules. check.sh builds it in several ways, and checks that the binary doesn't contain the code
// that release toggles guard. It depends on the package's products, like any app.
let package = Package(
    name: "ReleaseElimination",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(name: "InternalBuild", description: "Enables the package's trait of the same name.")
    ],
    dependencies: [
        .package(
            name: "swift-feature-toggles",
            path: "../..",
            traits: [.trait(name: "InternalBuild", condition: .when(traits: ["InternalBuild"]))]
        )
    ],
    targets: [
        // The generated keys, in a separate module.
        .target(
            name: "Keys",
            dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")]
        ),
        // A library that reads the keys through `any FeatureToggle`.
        .target(
            name: "Feature",
            dependencies: ["Keys", .product(name: "FeatureToggles", package: "swift-feature-toggles")]
        ),
        // Stand-ins for the views of SwiftUI.
        .target(name: "Views"),
        .executableTarget(
            name: "App",
            dependencies: [
                "Keys", "Feature", "Views", .product(name: "FeatureToggles", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesUI", package: "swift-feature-toggles"),
            ]
        ),
        // An app with a button that opens the console, which must not be in released builds.
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
