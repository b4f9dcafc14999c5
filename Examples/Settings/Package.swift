// swift-tools-version: 6.2

import PackageDescription

// An app whose settings have changed twice, the example of Documentation/DataMigration.md.
let package = Package(
    name: "Settings",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/swift-feature-toggles", from: "…")
        .package(name: "swift-feature-toggles", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Settings",
            dependencies: [.product(name: "DataMigration", package: "swift-feature-toggles")]
        )
    ]
)
