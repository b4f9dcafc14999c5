import Foundation
import Testing

/// `toggles` on its own, without the programs that run some of its commands.
@Suite struct MissingCompanionTests {
    private let shop: Shop
    private let env: BuiltCommand

    init() throws {
        shop = try Shop()
        env = try #require(BuiltCommand(installed: "env"))
    }

    /// Runs a copy of `toggles` in a folder.
    private func run(_ arguments: [String], in folder: String = "lonely", path: String = "") throws
        -> BuiltCommand.Result
    {
        let lonely = "\(shop.path)/\(folder)"
        if !FileManager.default.fileExists(atPath: "\(lonely)/toggles") {
            try FileManager.default.createDirectory(atPath: lonely, withIntermediateDirectories: true)
            // Copied by a separate process, because children of other tests would inherit an open file of this one.
            let copy = try #require(BuiltCommand(installed: "cp"))
            let copied = try copy.run([BuiltCommand("toggles").path, lonely], environment: [:], in: shop.path)
            try #require(copied.status == 0, "\(copied.error)")
        }
        return try env.run(
            ["\(lonely)/toggles"] + arguments,
            environment: shop.environment.merging(["PATH": "\(lonely):\(path)"]) { $1 },
            in: shop.path
        )
    }

    @Test func sentenceNamesFastestWay() throws {
        for arguments in [["keys", "new", "a"], ["lint"], ["report", "--html", "a.html"], ["init", "--all"]] {
            let result = try run(arguments)
            #expect(result.status == 2)
            #expect(result.error.contains("The archive of release"), "\(result.error)")
        }
        // The sources are there.
        let built = try run(["lint"], in: "checkout/.build/debug")
        #expect(built.error.hasSuffix("Build it next to toggles, with `swift build --product toggles-lint`.\n"))
        let release = try run(["lint"], in: "checkout/.build/release")
        #expect(
            release.error.contains("`swift build -c release --traits default,InternalBuild --product toggles-lint`")
        )
    }

    @Test func helpNeedsNoCompanion() throws {
        for (command, option) in [
            ("lint", "--reporter <reporter>"), ("remove", "--keep <on|off|variant>"), ("report", "--html <file>"),
            ("tickets", "--github <owner/repository>"), ("init", "--namespace <namespace>"), ("fetch", "--raw"),
            ("sign", "--environment <environment>"), ("verify", "--highest-revision <highest-revision>"),
        ] {
            for arguments in [[command, "--help"], ["help", command]] {
                let result = try run(arguments)
                #expect(result.status == 0, "\(arguments): \(result.error)")
                #expect(result.output.contains(option), "\(arguments): \(result.output)")
            }
        }
        #expect(try run(["keys", "new", "--help"]).output.contains("--id <id>"))
    }

    @Test func initSaysThatFlagsWereNotSearched() throws {
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
        try shop.write("// swift-tools-version: 6.2\n", to: "Package.swift")
        let empty = try run(["init", "--dry-run"])
        #expect(empty.status == 0 && empty.output.contains("\nschema: 1\n"), "\(empty)")
        #expect(!empty.error.contains("note:"), "\(empty)")
        try shop.createFolder("Sources")
        try shop.write("enum FeatureFlag { case newInbox }\n", to: "Sources/Flag.swift")
        let printed = try run(["init", "--dry-run"])
        #expect(printed.status == 0 && printed.output == empty.output, "\(printed)")
        #expect(shop.text("toggles.yaml") == nil)
        let result = try run(["init"])
        #expect(result.status == 0 && result.output.hasPrefix("Wrote toggles.yaml with an example"), "\(result)")
        let note = "note: flags that the code has already weren't searched for. This needs toggles-lint, "
        #expect(printed.error.hasPrefix(note) && result.error.hasPrefix(note), "\(result)")
    }

    @Test func companionInPathIsFound() throws {
        let beside = URL(filePath: try BuiltCommand("toggles").path).deletingLastPathComponent().path
        #expect(try run(["keys", "new", "a"], path: beside).status == 0)
    }

    @Test func wrongArgumentsAreNamedFirst() throws {
        #expect(try run(["lint", "--only", "expired_togle"]).error.contains("did you mean ‘expired_toggle’?"))
        #expect(try run(["lint", "--repoter", "text"]).error.contains("--repoter"))
    }
}
