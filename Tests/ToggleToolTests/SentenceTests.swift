import Testing
import ToggleTool

/// The errors of files and sources as sentences.
struct SentenceTests {
    @Test(arguments: [
        ("cannot read ‘a.json’: it is missing", "Cannot read ‘a.json’: it is missing."),
        ("The edit was refused.", "The edit was refused."),
        ("http://127.0.0.1:1/x: connection refused", "http://127.0.0.1:1/x: connection refused."),
        ("toggles.json:1:2: unexpected text", "toggles.json:1:2: unexpected text."),
        ("there is no ‘a’; did you mean ‘b’?", "There is no ‘a’; did you mean ‘b’?"),
        ("", "."),
    ])
    func sentenceKeepsNames(text: String, sentence: String) {
        #expect(text.sentence == sentence)
    }
}
