import FeatureToggles
import ToggleBase

/// The clipboard of the terminal, which may be on another computer.
///
/// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html, "Operating System Commands", 52
enum Clipboard {
    /// The maximum size of a text in bytes; terminals ignore longer texts.
    static let limit = 74_994

    /// Returns the escape sequence that copies a text to the clipboard, or `nil` if the text is too long.
    static func sequence(for text: String) -> String? {
        guard text.utf8.count <= limit else { return nil }
        return "\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{07}"
    }
}
