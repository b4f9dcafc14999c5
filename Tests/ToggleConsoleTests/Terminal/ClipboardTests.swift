import Testing

@testable import ToggleConsole

struct ClipboardTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("日", "5pel"),
    ])
    func textIsEncodedInBase64(text: String, expected: String) {
        #expect(Clipboard.sequence(for: text) == "\u{1B}]52;c;\(expected)\u{7}")
    }

    @Test func tooLongTextIsNotSent() {
        #expect(Clipboard.sequence(for: String(repeating: "x", count: Clipboard.limit)) != nil)
        #expect(Clipboard.sequence(for: String(repeating: "x", count: Clipboard.limit + 1)) == nil)
    }
}
