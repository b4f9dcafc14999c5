/// Colors and bold text for terminals, or plain text.
package struct TextStyle: Sendable {
    /// Whether text is colored.
    package let isEnabled: Bool

    /// Creates a style.
    package init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// Styles headings.
    package func bold(_ text: String) -> TerminalText { styled(text, "1") }
    /// Styles less important text.
    package func faint(_ text: String) -> TerminalText { styled(text, "2") }
    /// Styles overrides and warnings.
    package func yellow(_ text: String) -> TerminalText { styled(text, "33") }
    /// Styles remote values.
    package func cyan(_ text: String) -> TerminalText { styled(text, "36") }
    /// Styles the marker below a line, with the tabs that align both.
    package func marker(_ marker: String) -> TerminalText { styled(TerminalText(lines: marker), "36") }
    /// Styles errors.
    package func red(_ text: String) -> TerminalText { styled(text, "31") }

    private func styled(_ text: String, _ code: String) -> TerminalText { styled(TerminalText(text), code) }

    private func styled(_ text: TerminalText, _ code: String) -> TerminalText {
        isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
