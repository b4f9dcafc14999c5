import Testing
import ToggleLint

@Suite struct TestTargetTests {
    private static let use = "func f() { toggles.isEnabled(.newCheckout) }"

    /// Returns the kind of code in a file next to a `Package.swift` with targets.
    private func place(of path: String, targets: String, package: String = "Package.swift") -> ToggleUse.Place? {
        let manifest = "let package = Package(name: \"shop\", targets: [\(targets)])"
        return scan([path: Self.use, package: manifest]).uses.first?.place
    }

    @Test(arguments: [
        (#".testTarget(name: "Checks", path: "Checks")"#, "Checks/A.swift"),
        (
            #".testTarget(name: "Checks", dependencies: [.product(name: "X", package: "Y")], path: "./Checks/Unit/")"#,
            "Checks/Unit/Deep/A.swift"
        ),
        (#".target(name: "App"), .testTarget(name: "AppChecks")"#, "Sources/AppChecks/A.swift"),
        (#"Target.testTarget(name: "Checks", path: "Sources/Checks")"#, "Sources/Checks/A.swift"),
    ])
    func filesOfTestTargetsAreTests(targets: String, path: String) {
        #expect(place(of: path, targets: targets) == .test)
        #expect(place(of: "Modules/Shop/" + path, targets: targets, package: "Modules/Shop/Package.swift") == .test)
        #expect(place(of: "Other/" + path, targets: targets) == .production)
    }

    @Test(arguments: [
        (#".target(name: "Checks", path: "Checks")"#, "Checks/A.swift"),
        (#".testTarget(name: "Checks", path: ".")"#, "Checks/A.swift"),
        (#".testTarget(name: "Checks", path: folder + "x")"#, "Sources/App/A.swift"),
        (#".testTarget(name: "Checks")"#, "Sources/ChecksMore/A.swift"),
        (#".testTarget("#, "Sources/Checks/A.swift"),
        ("", "Checks/A.swift"),
    ])
    func otherFilesAreNotTests(targets: String, path: String) {
        #expect(place(of: path, targets: targets) == .production)
    }
}
