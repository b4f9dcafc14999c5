import FeatureToggles

/// Colors and bold text for terminals, or plain text.
package struct TextStyle {
    /// Whether text is colored.
    package let isEnabled: Bool

    /// Enables colors on a terminal, unless `NO_COLOR` is set and not empty.
    package init(environment: [String: String] = ToolFiles.environment, isTerminal: Bool = ToolOutput.isTerminal) {
        isEnabled = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Styles headings.
    package func bold(_ text: String) -> String { styled(text, "1") }
    /// Styles less important text.
    package func faint(_ text: String) -> String { styled(text, "2") }
    /// Styles overrides.
    package func yellow(_ text: String) -> String { styled(text, "33") }
    /// Styles remote values.
    package func cyan(_ text: String) -> String { styled(text, "36") }
    /// Styles errors.
    package func red(_ text: String) -> String { styled(text, "31") }

    private func styled(_ text: String, _ code: String) -> String {
        let text = text.printableLine
        return isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
