#if os(Linux)
import TestSupport
import Testing

/// Lists of revisions, each of which contains a whole document.
///
/// Only Linux limits the memory of a process like this.
@Suite struct HistoryMemoryTests {
    @Test(arguments: [
        "history live.json --limit 1000", "history live.json --limit 1000 --json",
        "log search_ranking --document ./live.json", "log search_ranking --document ./live.json --json",
    ])
    func oneDocumentIsInMemory(command: String) throws {
        let shop = try Shop(manifest: Shop.manifest)
        try shop.createFolder("live.json.history")
        let padding = String(repeating: "x", count: 1_000_000)
        func document(_ revision: Int) -> String {
            #"{"flags": {}, "metadata": {"revision": \#(revision), "padding": "\#(padding)"}}"#
        }
        for revision in 1...100 {
            let text = document(revision).replacing("\"", with: "\\\"")
            let previous = revision == 1 ? "null" : "\(revision - 1)"
            try shop.write(
                """
                {"schema": 1, "revision": \(revision), "previous": \(previous), "time": "2026-11-30T08:15:00Z", \
                "author": "ada", "command": "kill", "changes": ["~ search_ranking_2: killed"], \
                "difference": [{"flag": "search_ranking_2", "kind": "changed"}], "document": "\(text)"}
                """,
                to: "live.json.history/\(revision).json"
            )
        }
        try shop.write(document(100), to: "live.json")
        let shell = try #require(BuiltCommand(installed: "sh"))
        let result = try shell.run(
            ["-c", "ulimit -d 80000; exec \"$0\" \(command)", BuiltCommand("toggles").path],
            environment: shop.environment,
            in: shop.path
        )
        #expect(result.status == 0, "\(result)")
        #expect(result.output.split(separator: "\n").count > 100, "\(result)")
    }
}
#endif
