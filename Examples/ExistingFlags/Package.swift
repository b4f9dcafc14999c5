// swift-tools-version: 6.2

import PackageDescription

let package = Package(name: "ExistingFlags", targets: [.target(name: "Mail")])
