// swift-tools-version: 6.2

import PackageDescription

// A small server program that moves the notes of many users from one SQLite database to another.
let package = Package(
    name: "BackfillServer",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/swift-feature-toggles", from: "…")
        .package(name: "swift-feature-toggles", path: "../..", traits: [])
    ],
    targets: [
        // The SQLite of the system.
        .systemLibrary(name: "CSQLite"),
        .executableTarget(
            name: "BackfillServer",
            dependencies: [
                "CSQLite",
                .product(name: "StoreMigration", package: "swift-feature-toggles"),
                // Only to check the queue.
                .product(name: "MigrationTesting", package: "swift-feature-toggles"),
            ]
        ),
    ]
)
