import Testing

struct PresetTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func presetIsSavedAppliedAndDeleted() throws {
        #expect(
            try shop.run("preset", "list").output == "There are no presets. `toggles preset save NAME` creates one.\n"
        )
        _ = try shop.run("set", "page_size=3", "search_ranking=neural")
        #expect(try shop.run("preset", "save", "demo") == BuiltCommand.Result(output: "demo = 2 toggles\n"))
        _ = try shop.run("preset", "save", "search", "--key", "search_ranking")
        #expect(try shop.run("preset", "list").output == "demo  2 toggles\nsearch  1 toggle\n")
        #expect(try shop.run("preset", "show", "demo").output == "page_size = 3\nsearch_ranking = neural\n")
        _ = try shop.run("unset", "--all")
        _ = try shop.run("set", "banner", "Sale")
        let diff = "search_ranking: unset → neural\npage_size: unset → 3\n"
        #expect(try shop.run("preset", "apply", "demo", "--dry-run") == BuiltCommand.Result(output: diff))
        #expect(try shop.run("get", "page_size").output == "20\n")
        #expect(try shop.run("preset", "apply", "demo") == BuiltCommand.Result(output: diff))
        #expect(try shop.run("get", "page_size").output == "3\n")
        #expect(try shop.run("preset", "apply", "demo").output == "Nothing changes.\n")
        #expect(
            try shop.run("preset", "apply", "search", "--only").output
                == "page_size: 3 → unset\nbanner: Sale → unset\n"
        )
        #expect(
            try shop.run("undo").output == "banner: unset → Sale\npage_size: unset → 3\n"
        )
        #expect(try shop.run("preset", "delete", "demo", "serch").status == 2)
        #expect(try shop.run("preset", "delete", "demo", "demo").output.hasPrefix("demo is no longer a preset\n"))
        #expect(
            try shop.run("preset", "show", "serch")
                == BuiltCommand.Result(error: "There is no preset ‘serch’. Did you mean ‘search’?\n", status: 2)
        )
    }

    @Test func invalidValuesAreSkippedWithWarning() throws {
        try shop.write(
            #"{"name": "demo", "toggles": {"page_size": "many", "page_sze": 3, "banner": "Sale"}}"#,
            to: "demo.json"
        )
        let problems = """
            page_size: ‘"many"’ is not a value of ‘page_size’, which takes a whole number.
            page_sze: There is no toggle ‘page_sze’. Did you mean ‘page_size’?
            """.split(separator: "\n")
        let imported = try shop.run("preset", "import", "demo.json")
        #expect(imported.output == "demo = 3 toggles\n")
        #expect(imported.status == 0)
        #expect(imported.error.split(separator: "\n").count == 2)
        #expect(imported.error.contains("warning: \(problems[1])\n"))
        let applied = try shop.run("preset", "apply", "demo")
        #expect(applied.output == "banner: unset → Sale\n")
        #expect(applied.error.contains("warning: left out \(problems[1])\n"))
        #expect(applied.error.contains("warning: left out page_size: "))
        #expect(applied.status == 1)
    }

    @Test func savingKeepsExistingPreset() throws {
        #expect(try shop.run("preset", "save", "demo").status == 2)
        _ = try shop.run("set", "page_size=3")
        _ = try shop.run("preset", "save", "demo")
        #expect(try shop.run("preset", "save", "demo").status == 0)
        _ = try shop.run("set", "page_size=4")
        #expect(
            try shop.run("preset", "save", "demo")
                == BuiltCommand.Result(
                    error: "There is a preset ‘demo’ with other values. Write --force to replace it.\n",
                    status: 2
                )
        )
        #expect(try shop.run("preset", "save", "demo", "--force").status == 0)
        #expect(try shop.run("preset", "show", "demo").output == "page_size = 4\n")
    }

    @Test func presetsAreExportedAndImported() throws {
        _ = try shop.run("set", "page_size=3")
        _ = try shop.run("preset", "save", "demo")
        #expect(try shop.run("preset", "export", "demo").output == "demo is in demo.json\n")
        #expect(shop.text("demo.json")?.contains(#""page_size": 3"#) == true)
        #expect(
            try shop.run("preset", "import", "demo.json", "--as", "friend").output == "friend = 1 toggle\n"
        )
        _ = try shop.run("set", "page_size=4")
        _ = try shop.run("preset", "save", "demo", "--force")
        #expect(try shop.run("preset", "export", "demo").output == "demo is in demo.json\n")
        let manifest = shop.text("toggles.yaml")
        #expect(
            try shop.run("preset", "export", "demo", "toggles.yaml")
                == BuiltCommand.Result(
                    error: """
                        ‘toggles.yaml’ exists and is not the preset ‘demo’. Write --force to replace it, or another \
                        path.

                        """,
                    status: 2
                )
        )
        #expect(shop.text("toggles.yaml") == manifest)
        try shop.write("old", to: "old.txt")
        #expect(try shop.run("preset", "export", "demo", "old.txt", "--force").status == 0)
        let json = try shop.run("preset", "list", "--json").output
        #expect(json.contains(#""name": "friend""#))
    }

    @Test(arguments: ["../x", "a/b", ".x"])
    func namesAreChecked(name: String) throws {
        _ = try shop.run("set", "page_size=3")
        let result = try shop.run("preset", "save", name)
        #expect(result.status == 2)
        #expect(result.error.contains("is not a valid preset name"))
    }

    @Test func rejectedImportExplainsHowToReplace() throws {
        try shop.write(#"{"version": 1, "name": "demo", "toggles": {"page_size": 3}}"#, to: "a.json")
        try shop.write(#"{"version": 1, "name": "demo", "toggles": {"page_size": 4}}"#, to: "b.json")
        #expect(try shop.run("preset", "import", "a.json").status == 0)
        #expect(
            try shop.run("preset", "import", "b.json")
                == BuiltCommand.Result(
                    error: """
                        There is a preset ‘demo’ with other values. Write --force to replace it, or `toggles preset import \
                        b.json --as NAME` to keep both.

                        """,
                    status: 2
                )
        )
        #expect(try shop.run("preset", "import", "b.json", "--force").output == "demo = 1 toggle\n")
    }
}
