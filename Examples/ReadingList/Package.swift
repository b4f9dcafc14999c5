// swift-tools-version: 6.2

import PackageDescription

// Set OLD_STORE_GONE to build the program without the old store.
let isOldStoreGone = Context.environment["OLD_STORE_GONE"] != nil

// A small program that shows books from two stores while they move from one to the other.
let package = Package(
    name: "ReadingList",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/swift-feature-toggles", from: "…")
        .package(name: "swift-feature-toggles", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "ReadingList",
            dependencies: [.product(name: "StoreMigration", package: "swift-feature-toggles")],
            swiftSettings: isOldStoreGone ? [.define("OLD_STORE_GONE")] : []
        )
    ]
)
