// swift-tools-version: 6.2

import PackageDescription

// A small program that uses toggles like any other package: a dependency, a plugin, and a toggles.yaml.
let package = Package(
    name: "Greeter",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/swift-feature-toggles", from: "…")
        .package(name: "swift-feature-toggles", path: "../..", traits: [])
    ],
    targets: [
        // The program. Its toggles are in the toggles.yaml at the root of the package.
        .executableTarget(
            name: "Greeter",
            dependencies: ["Farewells", "Phrases", .product(name: "FeatureToggles", package: "swift-feature-toggles")],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        ),
        // Libraries with their own toggles, each in the toggles.yaml of its folder.
        .target(
            name: "Phrases",
            dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        ),
        .target(
            name: "Farewells",
            dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        ),
    ]
)
