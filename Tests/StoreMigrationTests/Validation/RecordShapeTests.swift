import Foundation
import StoreMigration
import Testing
import ToggleBase

struct RecordShapeTests {
    private static let shape = RecordShape(
        "book",
        [
            "title": .string, "pageCount": .integer, "price": .number, "isLent": .bool,
            "tags": .array(of: .string), "cover": .object(["color": .string, "width": .optional(.integer)]),
            "translations": .dictionary(of: .string), "added": .type("Date"), "note": .optional(.string), "extra": .any,
        ]
    )

    private static var book: [String: Any] {
        [
            "title": "Emma", "pageCount": 474, "price": 9.5, "isLent": false, "tags": ["novel"],
            "cover": ["color": "red"], "translations": ["de": "Emma"], "added": Date(timeIntervalSince1970: 0),
            "extra": [1],
        ]
    }

    @Test func matchingRecordHasNoProblems() {
        #expect(Self.shape.problems(in: Self.book) == [])
        var book = Self.book
        book["note"] = "a gift"
        book["price"] = 9
        #expect(Self.shape.problems(in: book) == [])
        book["note"] = Optional<String>.none as Any
        #expect(Self.shape.problems(in: book) == [])
        book["note"] = NSNull()
        #expect(Self.shape.problems(in: book) == [])
    }

    @Test func misspelledFieldIsRecognized() {
        var book = Self.book
        book["pageCoutn"] = book.removeValue(forKey: "pageCount")
        #expect(
            Self.shape.problems(in: book) == ["The field ‘pageCoutn’ isn't declared; is it ‘pageCount’?"]
        )
        book["cover"] = ["colr": "red"]
        book["titel"] = book.removeValue(forKey: "title")
        book["added"] = nil
        book["author"] = "Austen"
        // First, because a summary shows only the first difference.
        #expect(
            Self.shape.problems(in: book) == [
                "The field ‘cover.colr’ isn't declared; is it ‘color’?",
                "The field ‘pageCoutn’ isn't declared; is it ‘pageCount’?",
                "The field ‘titel’ isn't declared; is it ‘title’?",
                "The field ‘author’ isn't declared.",
                "The field ‘added’ is missing; it must be of type Date.",
            ]
        )
    }

    @Test func misspelledOptionalFieldIsRecognized() {
        var book = Self.book
        book["nota"] = "a gift"
        #expect(Self.shape.problems(in: book) == ["The field ‘nota’ isn't declared; is it ‘note’?"])
        let open = RecordShape("book", Self.shape.fields, allowsOtherFields: true)
        #expect(open.problems(in: book) == [])
    }

    @Test(
        arguments: [
            ("title", 7, "The field ‘title’ is of type Int; it must be a string."),
            ("pageCount", "474", "The field ‘pageCount’ is of type String; it must be an integer."),
            ("pageCount", 474.5, "The field ‘pageCount’ is of type Double; it must be an integer."),
            ("price", true, "The field ‘price’ is of type Bool; it must be a number."),
            ("isLent", 0, "The field ‘isLent’ is of type Int; it must be a Boolean."),
            ("tags", "novel", "The field ‘tags’ is of type String; it must be an array; each element is a string."),
            ("tags", [1], "The field ‘tags[0]’ is of type Int; it must be a string."),
            ("cover", ["colour": "red"], "The field ‘cover.colour’ isn't declared; is it ‘color’?"),
            ("translations", ["de": 1], "The field ‘translations.de’ is of type Int; it must be a string."),
            ("added", 7, "The field ‘added’ is of type Int; it must be of type Date."),
            ("note", 7, "The field ‘note’ is of type Int; it must be a string."),
            ("extra", Int?.none, "The field ‘extra’ is missing; it must be present."),
        ] as [(String, (any Sendable)?, String)]
    )
    func wrongTypeIsReported(field: String, value: (any Sendable)?, problem: String) {
        var book = Self.book
        book[field] = .some(value as Any)
        #expect(Self.shape.problems(in: book).first == problem)
    }

    @Test func jsonIsChecked() {
        let shape = RecordShape("book", ["title": .string, "tags": .array(of: .optional(.integer))])
        #expect(shape.problems(in: ["title": "Emma", "tags": [1, .null]] as JSONValue) == [])
        #expect(
            shape.problems(in: ["title": .null, "tags": ["a"]] as JSONValue) == [
                "The field ‘tags[0]’ is of type String; it must be an integer.",
                "The field ‘title’ is missing; it must be a string.",
            ]
        )
        #expect(shape.problems(in: [] as JSONValue) == ["The record is an array, not an object."])
    }
}
