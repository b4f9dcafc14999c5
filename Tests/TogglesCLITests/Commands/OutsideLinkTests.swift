import Foundation
import TestSupport
import Testing

/// Links in a project that lead to a file outside of it, which no command quotes.
@Suite(.timeLimit(.minutes(20))) struct OutsideLinkTests {
    private static let secret = "swordfish"
    private static let manifest = """
        schema: 1
        namespace: Shop
        toggles:
          banner: { category: ops, type: bool, default: false, description: Shows the banner above the list., owner: me, \
        created: 2026-11-01, expires: 2027-11-01 }

        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.createFolder("project/.git")
        try folder.write("machine api.example.com login bob password \(Self.secret)\n", to: "netrc")
        try folder.write(#"{"auths": "\#(Self.secret)"}"#, to: "config.json")
    }

    private func run(_ arguments: [String]) throws -> BuiltCommand.Result {
        try BuiltCommand("toggles").run(
            arguments,
            environment: ["HOME": folder.path("home"), "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
            in: folder.path("project")
        )
    }

    @Test(arguments: ["../netrc", "../config.json"])
    func manifestIsNotQuoted(target: String) throws {
        try folder.link("project/toggles.yaml", to: target)
        for arguments in [
            ["validate"], ["list"], ["lint", "--no-cache"], ["generate"],
            ["extend", "banner", "--until", "2027-12-01"],
            ["log", "banner"],
        ] {
            let result = try run(arguments)
            #expect(result.status != 0, "\(arguments) \(result)")
            #expect(!(result.output + result.error).contains(Self.secret), "\(arguments) \(result)")
        }
        let result = try run(["validate"])
        #expect(
            result.error == """
                ‘toggles.yaml’ is a link to a file outside the project, which is neither a valid manifest nor a remote \
                document. Errors in it aren't shown, because they would quote it; correct the link, or name the file itself.

                """
        )
        // A file that the user names is not a link of the project.
        #expect(try run(["validate", "--manifest", "../netrc"]).output.contains(Self.secret))
    }

    @Test(arguments: ["../netrc", "../config.json"])
    func documentIsNotQuoted(target: String) throws {
        try folder.write(Self.manifest, to: "project/toggles.yaml")
        try folder.link("project/flags.json", to: target)
        for arguments in [
            ["check", "flags.json"], ["kill", "banner", "--document", "flags.json", "--yes"],
            ["diff", "flags.json", "flags.json"], ["lint", "--no-cache", "--document", "flags.json"],
            ["lint", "--no-cache", "--baseline", "flags.json"],
        ] {
            let result = try run(arguments)
            #expect(result.status != 0, "\(arguments) \(result)")
            #expect(!(result.output + result.error).contains(Self.secret), "\(arguments) \(result)")
        }
    }

    @Test func sourceAndCodeOwnersAreNotQuoted() throws {
        try folder.write(Self.manifest, to: "project/toggles.yaml")
        try folder.createFolder("project/Sources")
        try folder.write("let x = Shop.missing // \(Self.secret)\n", to: "source")
        try folder.write("* @\(Self.secret)\n", to: "owners")
        try folder.link("project/CODEOWNERS", to: "../owners")
        try folder.link("project/Sources/a.swift", to: "../../source")
        let result = try run(["lint", "--no-cache"])
        #expect(!(result.output + result.error).contains(Self.secret), "\(result)")
    }

    @Test func codeAroundReadsIsNotQuoted() throws {
        let manifest = Self.manifest.replacing("expires: 2027-11-01", with: "expires: 2026-11-05")
        try folder.write(manifest, to: "project/toggles.yaml")
        try folder.createFolder("project/Sources")
        try folder.write(
            "func f() { if toggles.isEnabled(.banner) { \(Self.secret)() } else { \(Self.secret)(1) } }\n",
            to: "source"
        )
        try folder.link("project/Sources/a.swift", to: "../../source")
        for arguments in [["lint"], ["lint", "--reporter", "json"], ["tickets"], ["tickets", "--json"]] {
            let result = try run(arguments + ["--no-cache", "--date", "2026-12-24"])
            #expect(result.output.contains("Sources/a.swift"), "\(arguments) \(result)")
            #expect(!(result.output + result.error).contains(Self.secret), "\(arguments) \(result)")
        }
    }

    @Test func linesOfValidDocumentAreNotQuoted() throws {
        try folder.write(Self.manifest, to: "project/toggles.yaml")
        let flag = #"{"state": "ENABLED", "variants": {"on": "\#(Self.secret)"}, "defaultVariant": "on"}"#
        try folder.write("{\"flags\": {\"other\": \(flag)}}", to: "shared.json")
        try folder.link("project/flags.json", to: "../shared.json")
        let result = try run(["lint", "--no-cache", "--document", "flags.json"])
        #expect(result.output.contains("flags.json:1:12: warning: no toggle reads the parameter ‘other’"), "\(result)")
        #expect(!(result.output + result.error).contains(Self.secret), "\(result)")
    }

    @Test func keysOfLinkedSourcesAreNotImported() throws {
        try folder.createFolder("project/Sources")
        let flags = "enum %: String { case % }\n"
        try folder.write(flags.replacing("%", with: "\(Self.secret)Flag"), to: "Flags.swift")
        try folder.write("enum FeatureFlag: String { case newCheckout }\n", to: "project/Sources/Own.swift")
        try folder.link("project/Sources/Flags.swift", to: "../../Flags.swift")
        try folder.write("let isOn = FeatureFlag.newCheckout.isOn\n", to: "project/Sources/Use.swift")
        for arguments in [
            ["init"], ["init", "--output", "-"], ["init", "--from", "Sources/Own.swift:FeatureFlag", "--output", "-"],
        ] {
            let result = try run(arguments)
            #expect(!(result.output + result.error).contains(Self.secret), "\(arguments) \(result)")
            #expect(
                result.error.contains("note: links to files outside the project are left out: Sources/Flags.swift"),
                "\(arguments) \(result)"
            )
        }
    }

    @Test func validFilesOutsideAreUsed() throws {
        try folder.write(Self.manifest, to: "shared.yaml")
        try folder.write(
            #"{"flags": {"banner": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}}"#,
            to: "shared.json"
        )
        try folder.link("project/toggles.yaml", to: "../shared.yaml")
        try folder.link("project/flags.json", to: "../shared.json")
        #expect(try run(["validate"]).output == "toggles.yaml: 1 toggle, no errors\n")
        #expect(try run(["check", "flags.json"]).output.hasSuffix("flags.json: 1 flag, no errors\n"))
    }
}
