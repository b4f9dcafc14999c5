// swift-tools-version: 6.2

import PackageDescription

/// A dependency on a product of this package.
func product(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-feature-toggles") }

// Set-ups that teams often write by hand, each in one file.
let package = Package(
    name: "Setups",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/swift-feature-toggles", from: "…")
        .package(name: "swift-feature-toggles", path: "../..", traits: [])
    ],
    targets: [
        // Toggles with values from Firebase Remote Config.
        .executableTarget(
            name: "FirebaseShop",
            dependencies: ["FirebaseRemoteConfig", product("FeatureToggles"), product("FeatureTogglesRemote")],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        ),
        // A stand-in for Firebase's SDK, which behaves as its documentation says.
        .target(name: "FirebaseRemoteConfig", swiftSettings: [.swiftLanguageMode(.v5)]),
        // A forced update, maintenance, and the store's recommendation.
        .executableTarget(
            name: "LockedShop",
            dependencies: [product("FeatureToggles"), product("FeatureTogglesRemote"), product("ForcedUpdates")]
        ),
        // Data that a Flutter app and its rewrite share while the rewrite is rolled out and withdrawn.
        .executableTarget(name: "RolledBackShop", dependencies: [product("DataMigration")]),
        // One type from two sources, with case names of its own.
        .executableTarget(name: "TwoShelves", dependencies: [product("TwoSources")]),
    ]
)
