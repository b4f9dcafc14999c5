import Foundation
import TestSupport
import Testing

/// A folder with the manifest of a shop, in which `toggles` runs; deleted when it is released.
final class Shop: Sendable {
    private let folder: TemporaryFolder

    /// The path of the folder.
    var path: String { folder.path }

    init(manifest: String = Shop.manifest) throws {
        folder = try TemporaryFolder()
        try folder.createFolder("home")
        try write(manifest, to: "toggles.yaml")
    }

    /// Runs `toggles` in the folder, with a separate home folder.
    func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        in folder: String = "",
        input: String = ""
    ) throws -> BuiltCommand.Result {
        let environment = self.environment.merging(environment) { $1 }
        return try BuiltCommand("toggles").run(
            arguments,
            environment: environment,
            in: "\(path)/\(folder)",
            input: input
        )
    }

    /// Adds a permanent release toggle to the manifest.
    func addRelease(_ key: String, environment: [String: String] = [:]) throws -> BuiltCommand.Result {
        try run(
            "add",
            key,
            "--category",
            "release",
            "--owner",
            "search",
            "--description",
            "One.",
            "--permanent",
            environment: environment
        )
    }

    /// The environment of `toggles`.
    var environment: [String: String] {
        ["HOME": "\(path)/home", "XDG_CONFIG_HOME": "\(path)/home", "TOGGLES_DEFAULTS": defaults]
    }

    /// The local defaults file.
    var defaults: String { "\(path)/home/defaults.json" }

    /// Returns the text of a file, or `nil` if there is none.
    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    func createFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    static let manifest = """
        schema: 1
        namespace: ShopToggles
        application: shop
        toggles:
          new_checkout:
            category: release
            description: One-page checkout.
            owner: payments
            created: 2026-11-01
            expires: 2026-12-15
            issue: https://example.com/PAY-123
          search_ranking:
            category: ops
            values: [classic, neural, hybrid]
            default: classic
            remote: search_ranking_2
            description: Which ranking the search uses.
            owner: search
            created: 2026-09-01
            expires: 2027-01-31
          page_size:
            category: ops
            type: int
            default: 20
            description: Results per page.
            owner: search
            created: 2026-09-01
            expires: 2027-01-31
          banner:
            category: ops
            type: string
            default: ""
            description: The line above.
            owner: growth
            created: 2026-09-01
            expires: 2027-01-31
          delivery:
            category: ops
            type: json
            default: { days: 3, countries: [DE] }
            description: Terms of delivery.
            owner: logistics
            created: 2026-08-01
            permanent: true
          checkout_button:
            category: experiment
            values: [control, treatment]
            default: control
            description: The button.
            owner: growth
            created: 2026-11-01
            expires: 2026-12-01
          admin_tools:
            category: permission
            permanent: true
            description: Admin tools.
            owner: platform
            created: 2025-01-10
          order_store:
            category: migration
            description: Files to SQLite.
            owner: data
            created: 2026-10-01
            expires: 2027-06-01

        """

    static let remote = """
        {"flags": {
          "search_ranking_2": {"state": "ENABLED", "variants": {"on": "hybrid"}, "defaultVariant": "on"},
          "page_size": {"state": "ENABLED", "variants": {"on": "many"}, "defaultVariant": "on"}
        }}
        """
}
