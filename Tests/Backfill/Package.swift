// swift-tools-version: 6.2

import PackageDescription

// Copies a million records between two real stores, and is killed repeatedly while it does.
let package = Package(
    name: "Backfill",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "swift-feature-toggles", path: "../..", traits: []),
        // SQLite, the way apps use it.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "backfill",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "StoreMigration", package: "swift-feature-toggles"),
                .product(name: "MigrationTesting", package: "swift-feature-toggles"),
            ],
            path: "Sources/Backfill"
        )
    ],
    swiftLanguageModes: [.v6]
)
