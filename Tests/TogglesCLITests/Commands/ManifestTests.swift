import Testing

/// Commands that find, read and check the manifest, and generate code from it.
struct ManifestTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    private static let broken = Shop.manifest.replacing("release", with: "relase").replacing(
        "owner: data",
        with: "ownr: data"
    )

    private static let diagnostics = [
        "toggles.yaml:6:15: error: ‘relase’ is not a category; did you mean ‘release’?",
        "toggles.yaml:62:5: error: ‘ownr’ is not a field of a toggle; did you mean ‘owner’?",
    ]

    @Test func validManifestPrintsToggleCount() throws {
        #expect(
            try shop.run("validate") == BuiltCommand.Result(output: "toggles.yaml: 8 toggles, no errors\n")
        )
    }

    @Test func invalidManifestPrintsDiagnostics() throws {
        try shop.write(Self.broken, to: "toggles.yaml")
        #expect(
            try shop.run("validate")
                == BuiltCommand.Result(
                    output: """
                        \(Self.diagnostics[0])
                            category: relase
                                      ^~~~~~
                        \(Self.diagnostics[1])
                            ownr: data
                            ^~~~
                        toggles.yaml: 2 errors

                        """,
                    status: 1
                )
        )
    }

    @Test(arguments: [["scheme", "page_size=3"], ["scheme", "new_checkout=on", "--json"]])
    func strictCommandsRejectInvalidManifest(arguments: [String]) throws {
        try shop.write(Self.broken, to: "toggles.yaml")
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: shop.path)
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        \(Self.diagnostics.joined(separator: "\n"))
                        The manifest has errors; correct them, and check it with `toggles validate`.

                        """,
                    status: 2
                )
        )
        #expect(shop.text("home/defaults.json") == nil)
    }

    @Test(arguments: [["validate"], ["generate"], ["log", "page_size"], ["scheme", "page_size", "3"]])
    func missingManifestIsWrongUsage(arguments: [String]) throws {
        let result = try BuiltCommand("toggles").run(arguments, environment: shop.environment, in: "/")
        #expect(
            result
                == BuiltCommand.Result(
                    error: """
                        There is no toggles.yaml in this folder, in one above it, or elsewhere in this project. \
                        `toggles init` writes one.

                        """,
                    status: 2
                )
        )
    }

    @Test func missingNamedManifestIsWrongUsage() throws {
        #expect(
            try shop.run("list", "--manifest", "none.yaml")
                == BuiltCommand.Result(error: "Cannot read ‘none.yaml’: No such file or directory.\n", status: 2)
        )
    }

    @Test func manifestIsFoundFromSubfolder() throws {
        try shop.createFolder("Sources/App")
        #expect(try shop.run("get", "page_size", in: "Sources/App") == BuiltCommand.Result(output: "20\n"))
        #expect(try shop.run("validate", in: "Sources/App").output == "../../toggles.yaml: 8 toggles, no errors\n")
        #expect(try shop.run("validate", "-m", "../toggles.yaml", in: "Sources").output.hasPrefix("../toggles.yaml: 8"))
    }

    @Test func generatesToStandardOutputOrFile() throws {
        let result = try shop.run("generate")
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.contains("static var newCheckout: ReleaseToggle {"))
        #expect(try shop.run("generate", "--output", "Toggles.swift").output == "Wrote Toggles.swift\n")
        #expect(shop.text("Toggles.swift") == result.output)
        #expect(try shop.run("generate", "--output", "Toggles.swift").output == "Toggles.swift is up to date\n")
    }

    @Test func outdatedFileIsFinding() throws {
        let outdated = BuiltCommand.Result(
            output: "Toggles.swift is out of date; run `toggles generate --output Toggles.swift`\n",
            status: 1
        )
        #expect(try shop.run("generate", "--output", "Toggles.swift", "--check") == outdated)
        #expect(shop.text("Toggles.swift") == nil)
        _ = try shop.run("generate", "--output", "Toggles.swift")
        #expect(
            try shop.run("generate", "--output", "Toggles.swift", "--check")
                == BuiltCommand.Result(output: "Toggles.swift is up to date\n")
        )
        try shop.write(Shop.manifest.replacing("20", with: "21"), to: "toggles.yaml")
        #expect(try shop.run("generate", "--output", "Toggles.swift", "--check") == outdated)
    }

    @Test func generatingFromInvalidManifestWritesNothing() throws {
        try shop.write(Self.broken, to: "toggles.yaml")
        #expect(
            try shop.run("generate", "--output", "Toggles.swift")
                == BuiltCommand.Result(
                    error: Self.diagnostics.map { "\($0)\n" }.joined(),
                    status: 1
                )
        )
        #expect(shop.text("Toggles.swift") == nil)
    }

    @Test func generatingIntoMissingFolderIsError() throws {
        #expect(
            try shop.run("generate", "--output", "none/Toggles.swift")
                == BuiltCommand.Result(
                    error: "Cannot write none/Toggles.swift: the folder ‘none’ does not exist; create it first.\n",
                    status: 2
                )
        )
        let result = try shop.run("generate", "--check")
        #expect(result.status == 2)
        #expect(result.error.hasPrefix("Error: --check needs --output, the file to check.\n"))
    }
}
