import Foundation
import Testing

struct InitAndAddTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
        try FileManager.default.removeItem(atPath: "\(shop.path)/toggles.yaml")
    }

    @Test func theStarterIsAManifestWithoutErrors() throws {
        let result = try shop.run("init", "--namespace", "NewToggles", "--application", "new")
        #expect(result.status == 0)
        #expect(result.error == "")
        #expect(result.output.hasPrefix("Wrote toggles.yaml with an example of each category.\n"))
        #expect(result.output.contains("[NewToggles.registry]"))
        #expect(shop.text("toggles.yaml")?.contains("namespace: NewToggles") == true)
        #expect(try shop.run("validate").status == 0)
        #expect(try shop.run("set", "new_checkout", "on").output == "new_checkout = true\n")
    }

    @Test func aManifestThatIsThereIsLeftAlone() throws {
        try shop.write("mine", to: "toggles.yaml")
        #expect(
            try shop.run("init")
                == BuiltCommand.Result(
                    error: "‘toggles.yaml’ exists already. `toggles add` adds a toggle to it.\n",
                    status: 2
                )
        )
        #expect(shop.text("toggles.yaml") == "mine")
    }

    @Test func aNamespaceThatIsNoNameWritesNothing() throws {
        let result = try shop.run("init", "--namespace", "1 2")
        #expect(result.status == 2)
        #expect(result.error.hasSuffix("Nothing was written.\n"))
        #expect(shop.text("toggles.yaml") == nil)
    }

    @Test func aToggleIsAddedAndCanBeSet() throws {
        try shop.write(Shop.manifest, to: "toggles.yaml")
        let result = try shop.run(
            "add",
            "sorting",
            "--category",
            "ops",
            "--values",
            "price, name",
            "--owner",
            "search",
            "--description",
            "How results are sorted.",
            "--permanent"
        )
        #expect(result == BuiltCommand.Result(output: "Added sorting to toggles.yaml\n"))
        #expect(shop.text("toggles.yaml")?.hasPrefix(Shop.manifest) == true)
        #expect(try shop.run("validate").output == "toggles.yaml: 9 toggles, no errors\n")
        #expect(try shop.run("set", "sorting", "name").output == "sorting = name\n")
    }

    @Test(
        arguments: [
            ["page_size", "--category", "ops"], ["Page", "--category", "ops"], ["a", "--category", "opps"],
            ["a", "--category", "ops", "--type", "int"], ["a", "--category", "ops", "--expires", "2026-02-30"],
            ["a", "--category", "ops", "--type", "int", "--default", "many"],
            ["a", "--category", "migration", "--type", "int"],
        ]
    )
    func whatCannotBeAddedChangesNothing(arguments: [String]) throws {
        try shop.write(Shop.manifest, to: "toggles.yaml")
        let result = try BuiltCommand("toggles").run(
            ["add"] + arguments + ["--owner", "search", "--description", "Something."],
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(!result.error.isEmpty)
        #expect(shop.text("toggles.yaml") == Shop.manifest)
    }
}
