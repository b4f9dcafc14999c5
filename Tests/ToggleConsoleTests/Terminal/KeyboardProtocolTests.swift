import Testing

@testable import ToggleConsole

/// Tests the keys of terminals in which a program has left a keyboard protocol on.
struct KeyboardProtocolTests {
    private func events(_ text: String) -> [String] {
        var decoder = InputDecoder()
        return decoder.events(of: Array("\(text.replacing("[", with: "\u{1B}["))j".utf8)).map(InputDecoderTests.word)
    }

    @Test(arguments: [
        ("[27u", "escape"), ("[27;1u", "escape"), ("[27;129u", "escape"), ("[13u", "enter"), ("[13;5u", "enter"),
        ("[9u", "tab"), ("[9;2u", "backTab"), ("[127u", "backspace"), ("[99;5u", "C-c"), ("[99;69u", "C-c"),
        ("[99;5:1u", "C-c"), ("[99;5:2u", "C-c"), ("[91;5u", "escape"), ("[105;5u", "tab"), ("[97u", "a"),
        ("[97;1;97u", "a"), ("[97;2u", "A"), ("[97:65;2u", "A"), ("[97;;228u", "ä"), ("[55:47;2u", "/"),
        ("[55;2;47u", "/"), ("[32u", " "), ("[26085u", "日"), ("[57399u", "0"), ("[57408u", "9"), ("[57414u", "enter"),
        ("[57415u", "="), ("[57419u", "up"), ("[57426u", "delete"), ("[1;1:1A", "up"), ("[1;129B", "down"),
        ("[3;1:2~", "delete"), ("[1;1:1P", "F1"),
    ])
    func keyOfKittyIsDecoded(sequence: String, expected: String) {
        #expect(events(sequence) == [expected, "j"])
    }

    @Test(arguments: [
        ("[27;5;99~", "C-c"), ("[27;2;65~", "A"), ("[27;2;63~", "?"), ("[27;5;13~", "enter"), ("[27;2;9~", "backTab"),
        ("[27;1;27~", "escape"),
    ])
    func keyOfModifyOtherKeysIsDecoded(sequence: String, expected: String) {
        #expect(events(sequence) == [expected, "j"])
    }

    @Test(arguments: [
        // Releases.
        "[27;1:3u", "[99;5:3u", "[97;1:3u", "[1;1:3A", "[3;1:3~", "[1;1:3P",
        // Alt, Super, Control with Shift, and a character that depends on the layout.
        "[97;3u", "[97;9u", "[99;6u", "[55;2u", "[1;3A", "[27;3;97~",
        // Keys that are only modifiers, unassigned keys, and invalid characters.
        "[57441;2u", "[57425u", "[57358u", "[55296u", "[9999999u", "[0u", "[u", "[129u", "[27;5~", "[?1u", "[<u",
    ])
    func otherKeyIsIgnored(sequence: String) {
        #expect(events(sequence) == ["j"])
    }
}
