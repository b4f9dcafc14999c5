import FeatureToggles

/// Colours and weights of a terminal, or plain text.
struct TextStyle {
    /// Whether anything is coloured.
    let isEnabled: Bool

    /// Colours on a terminal, unless `NO_COLOR` is set and not empty.
    init(environment: [String: String], isTerminal: Bool) {
        isEnabled = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// For headings.
    func bold(_ text: String) -> String { styled(text, "1") }
    /// For what matters less.
    func faint(_ text: String) -> String { styled(text, "2") }
    /// For overrides.
    func yellow(_ text: String) -> String { styled(text, "33") }
    /// For what comes from remote config.
    func cyan(_ text: String) -> String { styled(text, "36") }
    /// For errors.
    func red(_ text: String) -> String { styled(text, "31") }

    private func styled(_ text: String, _ code: String) -> String {
        let text = text.printableLine
        return isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
