import Foundation
import Testing
import ToggleBase

@testable import ToggleConsole

struct ExternalEditorTests {
    @Test(arguments: [
        (["VISUAL": "one", "EDITOR": "two"], "one"), (["EDITOR": "two -w"], "two -w"), (["VISUAL": " "], "vi"),
        ([:], "vi"),
    ])
    func editorComesFromTheEnvironment(variables: [String: String], expected: String) {
        #expect(ExternalEditor.preferred { variables[$0] }.command == expected)
    }

    /// Returns the edited text, and deletes its file.
    private func edit(_ text: String, with command: String, _ fileExtension: String) throws -> String {
        let edited = try ExternalEditor(command: command).edit(text, fileExtension: fileExtension).get()
        FileWriting.remove(edited.path)
        return edited.text
    }

    @Test func editReturnsTheEditedText() throws {
        #expect(try edit("{\n}", with: "true", "json") == "{\n}")
        #expect(try edit("old", with: "printf 'new\\n\\n' >", "json") == "new\n")
        #expect(try edit("old", with: "printf new >", "json") == "new")
        #expect(try edit("old", with: "printf 'new\\r\\n' >", "txt") == "new")
        #expect(try edit("x", with: "case \"$1\" in *.json) echo yes;; esac >", "json") == "yes")
    }

    @Test func fileStaysUntilItIsDiscarded() throws {
        let first = try ExternalEditor(command: "printf 'one\\n' >").edit("x", fileExtension: "txt").get()
        defer { FileWriting.remove(first.path) }
        #expect(try FileReading.bytes(path: first.path, limit: 10) == Array("one\n".utf8))
        let second = try ExternalEditor(command: "printf 'two\\n' >>")
            .edit(first.text, fileExtension: "txt", in: first.path).get()
        #expect(second == ExternalEditor.Edited(text: "one\ntwo", path: first.path))
        let failure = #expect(throws: ConsoleError.self) {
            try ExternalEditor(command: "false").edit(second.text, fileExtension: "txt", in: first.path).get()
        }
        #expect(failure?.description.hasSuffix(" Your text is in \(first.path).") == true)
        #expect(try FileReading.bytes(path: first.path, limit: 10) == Array("one\ntwo\n".utf8))
    }

    @Test(arguments: ["", "two", "two\n", "two\n\n", "\n", "\r", "two\r\n"])
    func uneditedTextStaysTheSame(text: String) throws {
        #expect(Array(try edit(text, with: "true", "txt").utf8) == Array(text.utf8))
    }

    @Test(arguments: [
        ("false", "The editor ‘false’ exited with status 1; nothing was changed."),
        ("no-such-editor", "There is no editor ‘no-such-editor’. Set VISUAL or EDITOR to one; nothing was changed."),
        ("kill -9 $$;", "The editor ‘kill -9 $$;’ exited with status 137; nothing was changed."),
    ])
    func editorFailureIsDescribed(command: String, expected: String) {
        #expect(throws: ConsoleError(expected)) {
            try ExternalEditor(command: command).edit("x", fileExtension: "txt").get()
        }
    }

    @Test func missingFileIsDescribed() {
        let failure = #expect(throws: ConsoleError.self) {
            try ExternalEditor(command: "rm").edit("x", fileExtension: "../..").get()
        }
        #expect(failure?.description.hasSuffix("nothing was changed.") == true)
    }

    @Test(arguments: [
        (
            "f() { echo typed > \"$1\"; return 3; }; f", "exited with status 3; nothing was changed.",
            Array("typed\n".utf8)
        ),
        ("printf '\\377' >", "The edited text is not UTF-8; nothing was changed.", [0xFF]),
        (
            "f() { head -c 1048577 /dev/zero > \"$1\"; }; f", "it is larger than 1048576 bytes; nothing was changed.",
            [UInt8](repeating: 0, count: 1_048_577)
        ),
    ])
    func unusableTextIsKeptInItsFile(command: String, reason: String, typed: [UInt8]) throws {
        let failure = #expect(throws: ConsoleError.self) {
            try ExternalEditor(command: command).edit("x", fileExtension: "json").get()
        }
        let message = try #require(failure?.description)
        let parts = message.dropLast().components(separatedBy: " Your text is in ")
        try #require(parts.count == 2, "\(message)")
        defer { FileWriting.remove(parts[1]) }
        #expect(parts[0].hasSuffix(reason), "\(message)")
        #expect(try FileReading.bytes(path: parts[1], limit: 1 << 21) == typed)
    }
}
