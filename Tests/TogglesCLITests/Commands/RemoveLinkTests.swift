import Foundation
import TestSupport
import Testing

/// `toggles remove` in a project with links that leave it.
struct RemoveLinkTests {
    private static let manifest = """
        schema: 1
        namespace: AppToggles
        application: app
        toggles:
          ready: { category: release, description: One., owner: me, created: 2026-01-01, expires: 2027-01-01 }

        """
    private static let source = """
        func start() {
            if toggles.isEnabled(.ready) {
                call()
            }
        }

        """

    private let outside: TemporaryFolder

    init() throws {
        outside = try TemporaryFolder()
        try outside.createFolder("files")
        try outside.write(Self.source.replacingOccurrences(of: "call", with: "secret"), to: "files/Secret.swift")
        try outside.write(Self.manifest, to: "toggles.yaml")
    }

    private func remove(in shop: Shop, _ options: String...) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            ["remove", "ready", "--keep", "on"] + options,
            environment: shop.lintEnvironment,
            in: shop.path
        )
    }

    private func link(_ path: String, to target: String, in shop: Shop) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(shop.path)/\(path)",
            withDestinationPath: outside.path(target)
        )
    }

    @Test(arguments: [("Sources/App/Linked.swift", "files/Secret.swift"), ("Sources/Linked", "files")], [false, true])
    func sourceOutsideIsNeitherShownNorChanged(link place: (String, String), isWritten: Bool) throws {
        let shop = try Shop.committed(
            manifest: Self.manifest,
            ["Package.swift": "", "Sources/App/App.swift": Self.source]
        )
        try link(place.0, to: place.1, in: shop)
        let result = isWritten ? try remove(in: shop, "--write", "--force") : try remove(in: shop)
        if place.1 == "files", result.status == 0 {
            // Folders behind links aren't searched.
            #expect(!result.output.contains("secret"))
        } else {
            #expect(result.status == 2)
            #expect(result.error.hasPrefix("Nothing was removed: a link in the project leads to"), "\(result)")
            #expect(!(result.output + result.error).contains("secret()"))
            #expect(shop.text("Sources/App/App.swift") == Self.source)
        }
        #expect(try outside.text("files/Secret.swift").contains("isEnabled"))
    }

    @Test(arguments: [false, true])
    func manifestOutsideIsNeitherShownNorChanged(isWritten: Bool) throws {
        let shop = try Shop.committed(
            manifest: Self.manifest,
            ["Package.swift": "", "Sources/App/App.swift": Self.source]
        )
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        try link("toggles.yaml", to: "toggles.yaml", in: shop)
        let result = isWritten ? try remove(in: shop, "--write", "--force") : try remove(in: shop)
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("Nothing was removed: a link in the project leads to"), "\(result)")
        #expect(!(result.output + result.error).contains("description"))
        #expect(try outside.text("toggles.yaml") == Self.manifest)
    }

    @Test func linkWithinRepositoryIsFollowed() throws {
        let shop = try Shop.committed(
            manifest: Self.manifest,
            ["Package.swift": "", "Sources/App/App.swift": Self.source, "Shared/Shared.swift": Self.source]
        )
        try FileManager.default.createSymbolicLink(
            atPath: "\(shop.path)/Sources/App/Shared.swift",
            withDestinationPath: "../../Shared/Shared.swift"
        )
        let result = try remove(in: shop)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Shared.swift"))
    }
}
