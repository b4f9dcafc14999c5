package import FeatureToggles
import ToggleBase
package import ToggleManifest

extension TextStyle {
    /// Enables colors on a terminal, unless `NO_COLOR` is set and not empty.
    package init(environment: [String: String] = ToolFiles.environment, isTerminal: Bool = ToolOutput.isTerminal) {
        self.init(isEnabled: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb")
    }

    /// Returns the style for standard error.
    package static var standardError: TextStyle { TextStyle(isTerminal: StandardStream.error.isTerminal) }

    /// Returns a line with its severity colored, such as the word `error` in `file:3:1: error: …`.
    func severityColored(_ line: String) -> TerminalText {
        for (word, style) in [("error:", red), ("Error:", red), ("warning:", yellow), ("note:", faint)] {
            guard isEnabled, let range = line.firstRange(of: word + " ") else { continue }
            let before = line[..<range.lowerBound]
            // The word can also be a part of a sentence.
            guard before.isEmpty || before.hasSuffix(": ") else { continue }
            return "\(before)\(style(word)) \(TerminalText(lines: line[range.upperBound...]))"
        }
        return TerminalText(lines: line)
    }

    /// Styles a text about a remote source by its status: `STALE` and `ERROR` stand out.
    package func remote(_ text: String, _ status: RemoteState.Status?) -> TerminalText {
        switch status {
        case .stale?, .notReady?: yellow(text)
        case .error?: red(text)
        case .ready?, nil: TerminalText(text)
        }
    }
}
