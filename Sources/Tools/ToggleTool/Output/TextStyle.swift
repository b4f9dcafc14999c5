package import FeatureToggles
import ToggleBase

/// Colors and bold text for terminals, or plain text.
package struct TextStyle {
    /// Whether text is colored.
    package let isEnabled: Bool

    /// Enables colors on a terminal, unless `NO_COLOR` is set and not empty.
    package init(environment: [String: String] = ToolFiles.environment, isTerminal: Bool = ToolOutput.isTerminal) {
        isEnabled = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Returns the style for standard error.
    package static var standardError: TextStyle { TextStyle(isTerminal: StandardStream.error.isTerminal) }

    /// Returns a line with its severity colored, such as the word `error` in `file:3:1: error: …`.
    ///
    /// - Parameter line: A line without control characters.
    /// - Returns: The line with colors.
    func severityColored(_ line: String) -> String {
        guard isEnabled else { return line }
        for (word, style) in [("error: ", red), ("Error: ", red), ("warning: ", yellow), ("note: ", faint)] {
            guard let range = line.firstRange(of: word) else { continue }
            let before = line[..<range.lowerBound]
            // The word can also be a part of a sentence.
            guard before.isEmpty || before.hasSuffix(": ") else { continue }
            return before + style(String(word.dropLast())) + " " + line[range.upperBound...]
        }
        return line
    }

    /// Styles a text about a remote source by its status: `STALE` and `ERROR` stand out.
    package func remote(_ text: String, _ status: RemoteState.Status?) -> String {
        switch status {
        case .stale?, .notReady?: yellow(text)
        case .error?: red(text)
        case .ready?, nil: text.printableLine
        }
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
