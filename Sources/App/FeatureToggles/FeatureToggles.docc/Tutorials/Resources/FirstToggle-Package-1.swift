// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Shop",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "../swift-feature-toggles", traits: [])],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        )
    ]
)
