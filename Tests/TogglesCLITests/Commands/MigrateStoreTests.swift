import Foundation
import Testing

struct MigrateStoreTests {
    private let shop: Shop

    init() throws {
        shop = try Shop()
        // The digests belong to the payloads, which the app adds in this form.
        try shop.write(
            #"""
            {"time":10,"stage":"dualwrite","record":"b1","digest":"\#(Self.digest)","payload":"{\"id\":\"b1\",\"modified\":10}"}
            {"time":20,"stage":"dualwrite","record":"b2","digest":"00000000000000000000000000000000"}
            {"time":30,"stage":"dualwrite","record":"b3"}
            {"time":40,"stage":"dualwrite","record":"b4"}
            not an entry

            """#,
            to: "books.journal"
        )
        try shop.write(#"{"books":[{"id":"b3","modified":30},{"id":"b4","modified":41}]}"#, to: "old.json")
        try shop.write(#"{"books":[],"checkpoint":"7"}"#, to: "new.json")
    }

    /// The digest of `{"id":"b1","modified":10}`.
    private static let digest = "792679c00cf236d9b4a51e3bd0f6ad23"

    @Test func planShowsWhatIsMissing() throws {
        let result = try shop.run(
            "migrate-store",
            "replay",
            "books.journal",
            "--old",
            "old.json",
            "--new",
            "new.json",
            "--member",
            "books"
        )
        #expect(
            result.output == """
                books.journal: 4 writes of 4 records, 1 unreadable line
                old.json: 2 records to restore
                  b1  missing, from the journal
                  b2  missing, can't be restored: neither the journal nor the other store contains it
                new.json: 4 records to restore
                  b1  missing, from the journal
                  b2  missing, can't be restored: neither the journal nor the other store contains it
                  b3  missing, from the other store
                  b4  missing, from the other store
                Left unchanged: 1 record newer than the journal.
                Nothing was written. Add --apply to restore the records.

                """
        )
        #expect(result.error == "" && result.status == 1)
        #expect(shop.text("new.json") == #"{"books":[],"checkpoint":"7"}"#)
    }

    @Test func applyRestoresRecords() throws {
        let arguments = ["migrate-store", "replay", "books.journal", "--new", "new.json", "--member", "books"]
        let result = try BuiltCommand("toggles")
            .run(arguments + ["--old", "old.json", "--apply"], environment: shop.environment, in: shop.path)
        #expect(result.output.hasSuffix("4 records restored, 2 not.\n") && result.status == 1)
        #expect(
            shop.text("new.json")
                == #"{"books":[{"id":"b1","modified":10},{"id":"b3","modified":30},{"id":"b4","modified":41}],"checkpoint":"7"}"#
        )
        #expect(
            shop.text("old.json")
                == #"{"books":[{"id":"b3","modified":30},{"id":"b4","modified":41},{"id":"b1","modified":10}]}"#
        )
    }

    @Test func jsonListsFindings() throws {
        try shop.write(#"{"time":10,"stage":"complete","record":"b1"}"# + "\n", to: "books.journal")
        let result = try shop.run(
            "migrate-store",
            "replay",
            "books.journal",
            "--new",
            "new.json",
            "--member",
            "books",
            "--json"
        )
        #expect(
            result.output == """
                {
                  "writes": 1,
                  "records": 1,
                  "unreadable_lines": 0,
                  "newer": 0,
                  "findings": [
                    {
                      "store": "new",
                      "record": "b1",
                      "time": 10,
                      "problem": "missing",
                      "from": null
                    }
                  ],
                  "restored": 0,
                  "remaining": [
                    {
                      "store": "new",
                      "record": "b1",
                      "time": 10,
                      "problem": "missing",
                      "from": null
                    }
                  ]
                }

                """
        )
        #expect(result.status == 1)
        try shop.write(#"[{"key":"b1","at":10}]"#, to: "new.json")
        let complete = try shop.run(
            "migrate-store",
            "replay",
            "books.journal",
            "--new",
            "new.json",
            "--key",
            "key",
            "--modified",
            "at"
        )
        #expect(complete.output == "books.journal: 1 write of 1 record\nnew.json: nothing is missing\n")
        #expect(complete.status == 0)
    }

    /// The app was killed while it began a new file.
    @Test func olderFilesAloneAreRead() throws {
        let entry = #"{"time":10,"stage":"complete","record":"b\u001b[2J"}"#
        try shop.write(entry + "\n", to: "other.journal.1")
        try shop.write("[]", to: "new.json")
        let result = try shop.run("migrate-store", "replay", "other.journal", "--new", "new.json")
        #expect(result.output.hasPrefix("other.journal: 1 write of 1 record\nnew.json: 1 record to restore\n"))
        #expect(!result.output.contains("\u{1B}"), "a key must not control the terminal")
        #expect(result.error == "" && result.status == 1)
    }

    /// Nothing would seem to be missing.
    @Test(
        arguments: [
            ("", [], "‘app.journal’ is empty."),
            ("\n\n", [], "‘app.journal’ is empty."),
            ("text\n", [], "The only line of ‘app.journal’ is not an entry of a journal."),
            ("{}\ntext\n", [], "none of its 2 lines is an entry of a journal."),
            (#"{"time":1,"stage":"live","record":"b1"}"#, ["--user", "bob"], "contains no writes of the user ‘bob’."),
            (#"{"time":1,"stage":"live","record":"b1","failed":"old"}"#, [], "‘app.journal’ contains no writes."),
        ] as [(String, [String], String)]
    )
    func journalWithoutWritesIsReported(text: String, options: [String], message: String) throws {
        try shop.write(text, to: "app.journal")
        let store = ["--new", "new.json", "--member", "books"]
        for arguments in [options, options + ["--apply"], options + ["--json"]] {
            let result = try BuiltCommand("toggles").run(
                ["migrate-store", "replay", "app.journal"] + store + arguments,
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.error.contains(message) && result.output == "" && result.status == 2, "\(result)")
        }
    }

    /// Newer records must not be replaced because their time isn't found, or is in another unit.
    @Test(
        arguments: [
            (#"[{"id":"b1","changed":1795252500123}]"#, [], "The record ‘b1’ has no time in milliseconds since 1970"),
            (#"[{"id":"b1","modified":"2026-11-21"}]"#, [], "as ‘modified’; name the member that contains its time."),
            (#"[{"id":"b1","modified":1795252500}]"#, [], "The record ‘b1’ has the time 1795252500 as ‘modified’, but"),
            (
                #"[{"id":"b1","modified":1795252999},{"id":"b7","modified":1795252400000}]"#, [],
                "The record ‘b1’ has the time 1795252999 as ‘modified’, but the journal has the time 1795252400000"
            ),
            (#"[{"id":"b1","modified":1795252500123}]"#, ["--modified", "change"], "‘b1’ has no time"),
            (#"[{"id":"b1","modified":1795252500123}]"#, ["--key", "key"], "No record has a key as ‘key’"),
        ] as [(String, [String], String)]
    )
    func recordsWithoutTimeAreKept(store: String, options: [String], message: String) throws {
        try shop.write(#"{"time":1795252400000,"stage":"live","record":"b1","deleted":true}"#, to: "app.journal")
        try shop.write(store, to: "app.json")
        for arguments in [options, options + ["--apply"]] {
            let result = try BuiltCommand("toggles").run(
                ["migrate-store", "replay", "app.journal", "--new", "app.json"] + arguments,
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.error.contains(message) && result.output == "" && result.status == 2, "\(result)")
        }
        #expect(shop.text("app.json") == store)
    }

    /// The remaining record is not in the journal, so its time doesn't matter, before and after the others are removed.
    @Test func otherRecordInSecondsIsKept() throws {
        try shop.write(
            #"""
            {"time":1795252400010,"stage":"live","record":"b1","deleted":true}
            {"time":1795252400020,"stage":"live","record":"b2","deleted":true}

            """#,
            to: "app.journal"
        )
        let other = #"{"id":"old","modified":1500000000}"#
        try shop.write(
            #"[{"id":"b1","modified":1795252400000},{"id":"b2","modified":1795252400000},\#(other)]"#,
            to: "app.json"
        )
        let result = try shop.run("migrate-store", "replay", "app.journal", "--new", "app.json", "--apply")
        #expect(
            result.output.hasSuffix("2 records restored.\n") && result.error == "" && result.status == 0,
            "\(result)"
        )
        #expect(shop.text("app.json") == "[\(other)]")
    }

    @Test func readOnlyStoreIsRefused() throws {
        let before = (shop.text("old.json"), shop.text("new.json"))
        let path = "\(shop.path)/new.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let arguments = ["migrate-store", "replay", "books.journal", "--old", "old.json", "--new", "new.json"]
        let result = try BuiltCommand("toggles")
            .run(arguments + ["--member", "books", "--apply"], environment: shop.environment, in: shop.path)
        #expect(
            result.error == """
                Cannot write ‘new.json’: it is read-only. If it may be changed, run `chmod u+w new.json`, and then this \
                command again.

                """
        )
        #expect(result.output == "" && result.status == 2)
        #expect(shop.text("old.json") == before.0 && shop.text("new.json") == before.1)
    }

    /// The plan must not promise what can't be restored.
    @Test(
        arguments: [
            (
                "f49eb25c5b1861f5c055471ac8c9d017", #"{\"id\":\"b2\",\"modified\":10}"#,
                "The content of the record ‘b1’ doesn't contain this key as ‘id’"
            ),
            (
                "0d18d521df3379770462b7b0ce613c04", #"{\"id\":\"b1\"}"#,
                "The content of the record ‘b1’ has no time in milliseconds since 1970"
            ),
        ]
    )
    func unusablePayloadIsReported(digest: String, payload: String, message: String) throws {
        let entry = #"{"time":10,"stage":"live","record":"b1","digest":"\#(digest)","payload":"\#(payload)"}"#
        try shop.write(entry + "\n", to: "app.journal")
        try shop.write("[]", to: "app.json")
        for options in [[], ["--apply"]] {
            let result = try BuiltCommand("toggles").run(
                ["migrate-store", "replay", "app.journal", "--new", "app.json"] + options,
                environment: shop.environment,
                in: shop.path
            )
            #expect(result.error.contains(message) && result.output == "" && result.status == 2, "\(result)")
        }
        #expect(shop.text("app.json") == "[]")
    }

    @Test func sameStoreTwiceIsReported() throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(shop.path)/link.json",
            withDestinationPath: "\(shop.path)/new.json"
        )
        for other in ["new.json", "./new.json", "link.json"] {
            let arguments = ["migrate-store", "replay", "books.journal", "--old", other, "--new", "new.json"]
            let result = try BuiltCommand("toggles")
                .run(arguments + ["--member", "books"], environment: shop.environment, in: shop.path)
            #expect(result.error.contains("‘\(other)’ and ‘new.json’ are the same file."), "\(result)")
            #expect(result.output == "" && result.status == 2)
        }
    }

    @Test(
        arguments: [
            (["books.journal"], "Name at least one store: --old FILE, --new FILE, or both."),
            (["none.journal", "--new", "new.json"], "Cannot read ‘none.journal’: the file does not exist."),
            (["books.journal", "--new", "none.json"], "Cannot read ‘none.json’: the file does not exist."),
            (["books.journal", "--new", "books.journal"], "The file isn't JSON"),
            (["books.journal", "--new", "new.json"], "the member ‘books’ is an array; name the member that contains"),
            (["books.journal", "--new", "new.json", "--member", "shelf"], "isn't an object with a member ‘shelf’"),
        ] as [([String], String)]
    )
    func wrongUsageIsReported(arguments: [String], message: String) throws {
        let result = try BuiltCommand("toggles")
            .run(["migrate-store", "replay"] + arguments, environment: shop.environment, in: shop.path)
        #expect(result.error.contains(message) && result.status == 2, "\(result)")
    }
}
