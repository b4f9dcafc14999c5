// swift-tools-version: 6.2

import PackageDescription

// Set OLD_STORE_GONE to build the program without the old store.
let isOldStoreGone = Context.environment["OLD_STORE_GONE"] != nil
// Set NEXT_MOVE_BEGUN to build it with a third store, to which the books move next.
let hasNextMoveBegun = Context.environment["NEXT_MOVE_BEGUN"] != nil

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
            swiftSettings: (isOldStoreGone ? [.define("OLD_STORE_GONE")] : [])
                + (hasNextMoveBegun ? [.define("NEXT_MOVE_BEGUN")] : [])
        )
    ]
)
