import Foundation
import Testing

extension Shop {
    /// A shop with sources that read some of its toggles.
    static func linted(lint: String = "") throws -> Shop {
        let shop = try Shop(manifest: lintedManifest + (lint.isEmpty ? "" : "lint:\n\(lint)\n"))
        try shop.createFolder("Sources")
        try shop.write(source, to: "Sources/Checkout.swift")
        try shop.write("// swift-tools-version: 6.2\n", to: "Package.swift")
        return shop
    }

    /// Runs `toggles lint` as of 2026-11-21, with a separate cache and with git.
    func lint(_ arguments: String..., environment: [String: String] = [:]) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            ["lint", "--date", "2026-11-21"] + arguments,
            environment: lintEnvironment.merging(environment) { $1 },
            in: path
        )
    }

    /// A shop in a git repository, with all files committed.
    static func committed(manifest: String = Shop.manifest, _ files: [String: String] = [:]) throws -> Shop {
        let shop = try Shop(manifest: manifest)
        try shop.write("home\n", to: ".gitignore")
        for (path, text) in files {
            if let slash = path.lastIndex(of: "/") { try shop.createFolder(String(path[..<slash])) }
            try shop.write(text, to: path)
        }
        try shop.git("init", "--quiet")
        try shop.git("add", "--all")
        try shop.git("commit", "--quiet", "--message", "One")
        return shop
    }

    /// Runs `toggles remove` as of 2026-11-21.
    func remove(_ arguments: String...) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            ["remove", "--date", "2026-11-21"] + arguments,
            environment: lintEnvironment,
            in: path
        )
    }

    var lintEnvironment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // Git must not search above the temporary folder.
        return environment.merging([
            "PATH": path, "XDG_CACHE_HOME": "\(self.path)/home", "GIT_CEILING_DIRECTORIES": "/",
        ]) { $1 }
    }

    /// Runs git in the folder.
    @discardableResult
    func git(_ arguments: String..., input: String = "") throws -> String {
        let git = try #require(BuiltCommand(installed: "git"), "git is not installed")
        let names = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"]
        let result = try git.run(
            names + arguments,
            environment: lintEnvironment.merging(["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]) {
                $1
            },
            in: path,
            input: input
        )
        try #require(result.status == 0, "\(result.error)")
        return result.output
    }

    static let lintedManifest = """
        schema: 1
        namespace: ShopToggles
        application: shop
        toggles:
          new_checkout:
            category: release
            description: One-page checkout instead of three steps.
            owner: payments
            created: 2026-10-10
            expires: 2026-11-19
          search_ranking:
            category: ops
            values: [classic, neural]
            default: classic
            description: Which ranking the search uses.
            owner: search
            created: 2026-11-01
            expires: 2026-12-30

        """

    static let source = """
        struct Checkout {
            let toggles: any FeatureToggle

            func start() {
                if toggles.isEnabled(.newCheckout) {
                    showOnePage()
                } else {
                    startThreeSteps()
                }
                sort(by: toggles.value(of: .searchRanking))
            }
        }

        """
}
