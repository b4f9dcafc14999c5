import FeatureToggles
import TestSupport
import Testing

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
            #"{"checkpoint":"7","books":[{"title":"Emma","modified":5,"id":"b1"},"?",{"id":2,"modified":9},{"id":"b3"}]}"#
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
                == #"{"checkpoint":"7","books":[{"id":"b1","modified":6,"title":"Emma, a novel"},"?",{"id":2,"modified":9},{"id":"b5","modified":7}]}"#
        )
    }

    /// Some encoders write 9, and others 9.0.
    @Test(arguments: ["9", "9.0", "90e-1"])
    func wholeNumbersHaveOneForm(number: String) async throws {
        let found = try await file(#"[{"id":"b1","price":\#(number)}]"#).records(["b1"])
        #expect(found["b1"]?.payload == Array(#"{"id":"b1","price":9}"#.utf8))
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
