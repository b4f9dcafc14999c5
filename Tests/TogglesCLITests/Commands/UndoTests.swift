import Testing

struct UndoTests {
    let shop: Shop

    init() throws {
        shop = try Shop()
    }

    @Test func undoAndRedoRestoreOverrides() throws {
        #expect(try shop.run("undo").output == "There is nothing to undo.\n")
        #expect(try shop.run("redo").output == "There is nothing to redo.\n")
        _ = try shop.run("set", "page_size=3", "banner=Sale")
        _ = try shop.run("unset", "banner")
        #expect(try shop.run("undo", "--dry-run").output == "banner: unset → Sale\n")
        #expect(try shop.run("undo") == BuiltCommand.Result(output: "banner: unset → Sale\n"))
        #expect(
            try shop.run("undo").output == "banner: Sale → unset\npage_size: 3 → unset\n"
        )
        #expect(try shop.run("list", "--overridden").output.split(separator: "\n").count == 1)
        #expect(
            try shop.run("redo").output == "page_size: unset → 3\nbanner: unset → Sale\n"
        )
        #expect(try shop.run("get", "banner").output == "Sale\n")
    }

    @Test func ineffectiveCommandsAreNotRecorded() throws {
        _ = try shop.run("set", "page_size=3")
        _ = try shop.run("set", "page_size=3")
        _ = try shop.run("undo")
        #expect(try shop.run("undo").output == "There is nothing to undo.\n")
    }

    @Test func manualEditPreventsUndo() throws {
        _ = try shop.run("set", "page_size=3")
        try shop.write(#"{"version": 1, "toggles": {"page_size": 4}}"#, to: "home/defaults.json")
        #expect(
            try shop.run("undo")
                == BuiltCommand.Result(
                    error:
                        "Nothing was written, because another program changed an override: page_size is 4 now, but was 3. `toggles undo --force` does it anyway.\n",
                    status: 2
                )
        )
        #expect(try shop.run("get", "page_size").output == "4\n")
    }

    @Test func manualEditAllowsForcedAndEarlierUndos() throws {
        _ = try shop.run("set", "banner=Sale")
        _ = try shop.run("set", "page_size=3")
        try shop.write(#"{"version": 1, "toggles": {"page_size": 4, "banner": "Sale"}}"#, to: "home/defaults.json")
        #expect(try shop.run("undo").status == 2)
        #expect(try shop.run("undo", "--force") == BuiltCommand.Result(output: "page_size: 4 → unset\n"))
        #expect(try shop.run("undo") == BuiltCommand.Result(output: "banner: Sale → unset\n"))
        _ = try shop.run("redo")
        #expect(try shop.run("redo") == BuiltCommand.Result(output: "page_size: unset → 3\n"))
    }

    @Test func damagedHistoryIsWarning() throws {
        try shop.write("{", to: "home/defaults.console.json")
        let result = try shop.run("set", "page_size", "3")
        #expect(result.status == 0)
        #expect(
            result.error.hasPrefix("warning: Pins and history could not be read and start empty; the file is kept as ")
        )
        #expect(try shop.run("undo") == BuiltCommand.Result(output: "page_size: 3 → unset\n"))
    }

    @Test(arguments: ["undo", "redo"])
    func unreadableHistoryIsError(command: String) throws {
        _ = try shop.run("set", "page_size", "3")
        try shop.write("{", to: "home/defaults.console.json")
        let result = try BuiltCommand("toggles").run([command], environment: shop.environment, in: shop.path)
        let failure = command == "undo" ? "Nothing was undone." : "Nothing was redone."
        #expect(result.output == "")
        let file = "\(shop.path)/home/defaults.console.json"
        #expect(result.error.hasPrefix("\(failure) Pins and history cannot be read: \(file): line 1"))
        #expect(result.error.hasSuffix("Correct the file, or move it away to begin a new history.\n"))
        #expect(result.status == 2)
        #expect(try shop.run("get", "page_size").output == "3\n")
    }

    @Test func undoSkipsChangeRevertedByRestore() throws {
        _ = try shop.run("set", "page_size", "3")
        _ = try shop.run("set", "banner", "Sale")
        try shop.write("{", to: "home/defaults.json")
        _ = try shop.run("set", "--restore")
        #expect(try shop.run("get", "page_size").output == "3\n")
        let passed = "‘banner = Sale’ was already undone, so it is skipped.\n"
        let undone = passed + "page_size: 3 → unset\n"
        #expect(try shop.run("undo", "--dry-run") == BuiltCommand.Result(output: undone))
        #expect(try shop.run("undo") == BuiltCommand.Result(output: undone))
        #expect(try shop.run("undo") == BuiltCommand.Result(output: "There is nothing to undo.\n"))
        #expect(try shop.run("redo") == BuiltCommand.Result(output: "page_size: unset → 3\n"))
        #expect(try shop.run("redo") == BuiltCommand.Result(output: "banner: unset → Sale\n"))
    }
}
