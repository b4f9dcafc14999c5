import TestSupport
import Testing
import ToggleBase

@testable import StoreMigration

struct JSONRecordFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ text: String, _ layout: JSONRecordFile.Layout = .init()) throws -> JSONRecordFile {
        try folder.write(text, to: "books.json")
        return JSONRecordFile(path: folder.path("books.json"), layout: layout)
    }

    private static func restored(_ key: String, _ text: String?, at time: Int64) -> RestoredRecord {
        RestoredRecord(
            key: key,
            modified: MigrationTime(millisecondsSince1970: time),
            payload: text.map { Array($0.utf8) }
        )
    }

    @Test func arrayIsRestored() async throws {
        let text =
            #"{"checkpoint":"7","books":[{"title":"Emma","modified":5,"id":"b1"},"?",{"id":2,"modified":9},{"id":"b3","modified":1},{"id":"b6"}]}"#
        let file = try file(text, .init(records: "books"))
        let found = try await file.records(["b1", "2", "b9"])
        #expect(found.keys.sorted() == ["2", "b1"])
        #expect(found["b1"]?.payload == Array(#"{"id":"b1","modified":5,"title":"Emma"}"#.utf8))
        #expect(found["b1"]?.modified == MigrationTime(millisecondsSince1970: 5))
        try await file.restore([
            Self.restored("b1", #"{"id":"b1","modified":6,"title":"Emma, a novel"}"#, at: 6),
            Self.restored("2", #"{"id":2,"modified":8}"#, at: 8),
            Self.restored("b3", nil, at: 1), Self.restored("b4", nil, at: 1),
            Self.restored("b5", #"{"id":"b5","modified":7}"#, at: 7),
        ])
        #expect(
            try folder.text("books.json")
                == #"{"checkpoint":"7","books":[{"id":"b1","modified":6,"title":"Emma, a novel"},"?",{"id":2,"modified":9},{"id":"b6"},{"id":"b5","modified":7}]}"#
        )
    }

    /// Some encoders write 9, and others 9.0.
    @Test(arguments: ["9", "9.0", "90e-1"])
    func wholeNumbersHaveOneForm(number: String) async throws {
        let found = try await file(#"[{"id":"b1","modified":1,"price":\#(number)}]"#).records(["b1"])
        #expect(found["b1"]?.payload == Array(#"{"id":"b1","modified":1,"price":9}"#.utf8))
    }

    @Test func objectIsRestored() async throws {
        let file = try file("{\n  \"b1\": { \"at\": 5 }\n}\n", .init(modified: "at"))
        try await file.restore([
            Self.restored("b2", #"{"at":7}"#, at: 7), Self.restored("b1", #"{"at":5,"x":1}"#, at: 5),
        ])
        #expect(
            try folder.text("books.json")
                == "{\n  \"b1\": {\n    \"at\": 5,\n    \"x\": 1\n  },\n  \"b2\": {\n    \"at\": 7\n  }\n}\n"
        )
    }

    @Test(
        arguments: [
            ("[", nil, "The file isn't JSON"), ("7", nil, "The records are an integer"),
            ("{}", "books", "isn't an object with a member ‘books’"), ("[]", "books", "isn't an object"),
            (#"{"books":7}"#, "books", "The records are an integer"),
            (#"{"b1":{},"checkpoint":"7"}"#, nil, "the member ‘checkpoint’ is a string"),
        ] as [(String, String?, String)]
    )
    func otherLayoutIsReported(text: String, member: String?, message: String) async throws {
        let file = try file(text, .init(records: member))
        await #expect { try await file.records(["b1"]) } throws: { "\($0)".contains(message) }
        await #expect { try await file.restore([Self.restored("b1", "{}", at: 1)]) } throws: {
            "\($0)".contains(message)
        }
        #expect(try folder.text("books.json") == text)
    }

    /// The record would not be found again, and be added each time.
    @Test func contentWithoutKeyIsReported() async throws {
        let file = try file("[]")
        for text in [#"{"title":"Emma"}"#, #"{"id":"b2"}"#] {
            await #expect { try await file.restore([Self.restored("b1", text, at: 1)]) } throws: {
                "\($0)".contains("‘b1’ doesn't contain this key as ‘id’")
            }
        }
        #expect(try folder.text("books.json") == "[]")
    }

    /// A record without a time may be newer than the one that would replace it.
    @Test(arguments: ["", #","changed":7"#, #","modified":"2026-11-21""#, #","modified":7.5"#, #","modified":null"#])
    func recordWithoutTimeIsReported(time: String) async throws {
        let message =
            "‘b1’ has no time in milliseconds since 1970 as ‘modified’; name the member that contains its time."
        for text in [
            #"[{"id":"b1"\#(time)},{"id":"b2","modified":1}]"#, #"{"b1":{"id":"b1"\#(time)},"b2":{"modified":1}}"#,
        ] {
            let file = try file(text)
            await #expect { try await file.records(["b2", "b1"]) } throws: { "\($0)".contains(message) }
            for content in [#"{"id":"b1","modified":9}"#, nil] {
                let records = [
                    Self.restored("b2", #"{"id":"b2","modified":9}"#, at: 9), Self.restored("b1", content, at: 9),
                ]
                await #expect { try await file.restore(records) } throws: { "\($0)".contains(message) }
            }
            #expect(try folder.text("books.json") == text)
            let others = try await file.records(["b2"])
            #expect(others.count == 1, "other records don't matter")
        }
    }

    /// It could not be read again.
    @Test func contentWithoutTimeIsReported() async throws {
        for text in ["[]", "{}"] {
            let file = try file(text)
            await #expect { try await file.restore([Self.restored("b1", #"{"id":"b1"}"#, at: 1)]) } throws: {
                "\($0)".contains("The content of the record ‘b1’ has no time in milliseconds since 1970 as ‘modified’")
            }
            #expect(try folder.text("books.json") == text)
        }
    }

    /// The record would seem to be older than the journal, even if the times of others are in milliseconds.
    @Test(arguments: ["1795252999", "1"])
    func timeInSecondsIsReported(seconds: String) async throws {
        let text =
            #"[{"id":"b1","modified":\#(seconds)},{"id":"b2","modified":0},{"id":"b7","modified":1795252400000}]"#
        let time: Int64 = 1_795_252_400_010
        let message =
            "The record ‘b1’ has the time \(seconds) as ‘modified’, but the journal has the time \(time), in milliseconds"
        let file = try file(text)
        let content = #"{"id":"b2","modified":\#(time)}"#
        for other in [#"{"id":"b1","modified":\#(time)}"#, nil] {
            let records = [Self.restored("b2", content, at: time), Self.restored("b1", other, at: time)]
            await #expect { try await file.restore(records) } throws: { "\($0)".contains(message) }
        }
        let compared = JSONRecordFile(
            path: folder.path("books.json"),
            layout: .init(),
            newest: MigrationTime(millisecondsSince1970: time)
        )
        await #expect { try await compared.records(["b2", "b1"]) } throws: { "\($0)".contains(message) }
        #expect(try folder.text("books.json") == text)
        // A record that was never written has no other time, and records that aren't affected don't matter.
        #expect(try await compared.records(["b2", "b7"]).count == 2)
        try await file.restore([Self.restored("b2", content, at: time)])
        #expect(
            try folder.text("books.json")
                == #"[{"id":"b1","modified":\#(seconds)},\#(content),{"id":"b7","modified":1795252400000}]"#
        )
    }

    /// It could not be read again.
    @Test func contentInSecondsIsReported() async throws {
        let file = try file("[]")
        let record = Self.restored("b1", #"{"id":"b1","modified":1795252400}"#, at: 1_795_252_400_000)
        await #expect { try await file.restore([record]) } throws: {
            "\($0)".contains("The content of the record ‘b1’ has the time 1795252400 as ‘modified’")
        }
        #expect(try folder.text("books.json") == "[]")
    }

    /// Every record would seem to be missing.
    @Test func otherKeyIsReported() async throws {
        let text = #"[{"key":"b1","modified":1},{"id":1.5,"modified":1}]"#
        let file = try file(text)
        let message = "No record has a key as ‘id’; name the member that contains it."
        await #expect { try await file.records(["b1"]) } throws: { "\($0)".contains(message) }
        await #expect { try await file.restore([Self.restored("b1", nil, at: 1)]) } throws: {
            "\($0)".contains(message)
        }
        #expect(try folder.text("books.json") == text)
    }

    @Test(arguments: ["[", "{\"a\":}", "[1,]", "[1] 2", "nul", ""])
    func messagesHaveOneFullStop(text: String) async throws {
        let file = try file(text)
        await #expect { try await file.records(["b1"]) } throws: { error in
            "\(error)".hasSuffix(".") && !"\(error)".contains("..")
        }
        #expect { try QueuedUser(text: text) } throws: { !"\($0)".contains("..") }
        #expect { try BackfillCheckpoint(text: text) } throws: { !"\($0)".contains("..") }
    }

    @Test func unusableContentChangesNothing() async throws {
        let file = try file("[]")
        for text in ["7", "[", ""] {
            await #expect(throws: JSONRecordFileError.self) {
                try await file.restore([Self.restored("b1", "{}", at: 1), Self.restored("b2", text, at: 1)])
            }
        }
        #expect(try folder.text("books.json") == "[]")
        let missing = JSONRecordFile(path: folder.path("none.json"))
        await #expect { try await missing.records([]) } throws: { "\($0)".contains("doesn't exist") }
    }

    /// The plan must not promise what can't be restored.
    @Test(arguments: [#"{"id":"b2","modified":7}"#, #"{"id":"b1"}"#, #"{"id":"b1","modified":7}"#])
    func planReportsUnusableContent(payload: String) async throws {
        let file = try file("[]")
        let record = Self.restored("b1", payload, at: 7)
        let isUsable = payload == #"{"id":"b1","modified":7}"#
        var message: String?
        do {
            try await file.check([record])
        } catch {
            message = "\(error)"
        }
        #expect((message == nil) == isUsable)
        #expect(try folder.text("books.json") == "[]")
        do {
            try await file.restore([record])
            #expect(isUsable)
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test func fileIsRestoredFromJournal() async throws {
        struct Book: Codable {
            var id: String
            var modified: Int64
        }
        let journal = MigrationJournal(path: folder.path("books.journal"))
        let book = Book(id: "b1", modified: 7)
        let entry = JournalEntry(
            time: MigrationTime(millisecondsSince1970: 7),
            stage: .dualwrite,
            record: "b1",
            user: Migration.deviceUser,
            content: try .payload(encoding: book)
        )
        #expect(await journal.add(entry) == nil)
        let report = try await MigrationReplay(journal, old: nil, new: file("[]")).run()
        #expect(report.isComplete && report.restored == 1)
        #expect(try folder.text("books.json") == #"[{"id":"b1","modified":7}]"#)
    }
}
