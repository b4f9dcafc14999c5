// swift-tools-version: 6.2

import PackageDescription

// A separate package, so that users of the library don't resolve or build the dependencies of the benchmarks.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Overrides are measured too, in an optimized build.
        .package(name: "swift-feature-toggles", path: "..", traits: ["InternalBuild"])
    ],
    targets: [
        // Clock, compiler barrier, memory, and counted allocations.
        .target(name: "CMeasure"),
        // Keys in a separate module, as in apps.
        .target(
            name: "BenchmarkToggles",
            dependencies: [.product(name: "FeatureToggles", package: "swift-feature-toggles")],
            exclude: ["toggles.yaml"],
            plugins: [.plugin(name: "GenerateToggles", package: "swift-feature-toggles")]
        ),
        .executableTarget(
            name: "TogglesBenchmark",
            dependencies: [
                "BenchmarkToggles", "CMeasure",
                .product(name: "FeatureToggles", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesObservation", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesRemote", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesTesting", package: "swift-feature-toggles"),
                .product(name: "FeatureTogglesUsage", package: "swift-feature-toggles"),
                .product(name: "ToggleManifest", package: "swift-feature-toggles"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
