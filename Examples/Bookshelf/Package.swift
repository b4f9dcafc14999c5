// swift-tools-version: 6.2

import PackageDescription

// A small program that moves its books from one file to another in the stages of a migration toggle.
let package = Package(
    name: "Bookshelf",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/swift-feature-toggles", from: "…")
        .package(name: "swift-feature-toggles", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Bookshelf",
            dependencies: [
                .product(name: "FeatureToggles", package: "swift-feature-toggles"),
                .product(name: "StoreMigration", package: "swift-feature-toggles"),
            ],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        )
    ]
)
