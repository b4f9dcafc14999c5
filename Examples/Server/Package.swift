// swift-tools-version: 6.2

import PackageDescription

// An HTTP server whose responses depend on toggles, which are evaluated for the user of each request.
let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Elsewhere: .package(url: "…/swift-feature-toggles", from: "…")
        .package(name: "swift-feature-toggles", path: "../..", traits: []),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Server",
            dependencies: [
                .product(name: "FeatureToggles", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesHTTP", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesRemote", package: "swift-feature-toggles"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        )
    ]
)
