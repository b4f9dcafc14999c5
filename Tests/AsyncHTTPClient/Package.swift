// swift-tools-version: 6.2

import PackageDescription

// The tests of FeatureTogglesHTTP with the package's trait AsyncHTTPClient, so that every HTTP test runs with both
// transports. A separate package, so that other builds don't need SwiftNIO.
let package = Package(
    name: "AsyncHTTPClientTests",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-feature-toggles", path: "../..", traits: ["AsyncHTTPClient"])],
    targets: [
        // A symbolic link to the folder of that name.
        .testTarget(
            name: "FeatureTogglesHTTPTests",
            dependencies: [
                .product(name: "FeatureToggles", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesHTTP", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesRemote", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesTesting", package: "swift-feature-toggles"),
            ],
            swiftSettings: [
                .define("AsyncHTTPClient"),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
