import ToggleBase

extension Explanation: CustomStringConvertible {
    /// The value, its reason, and a line for each source, for logs.
    public var description: String {
        let value = (evaluation.value ?? definition?.defaultValue).map { JSONWriter().text($0) } ?? "default"
        var lines = ["\(key) = \(value) (\(evaluation.reason.rawValue), \(evaluation.source.rawValue))"]
        if let error = evaluation.error { lines.append("  \(error)") }
        lines += steps.map { "  \($0)" }
        if let remoteState, remoteState.status != .ready { lines.append("  \(remoteState)") }
        return lines.joined(separator: "\n")
    }
}

extension Explanation.Step: CustomStringConvertible {
    /// The source, its answer, and its origin; an arrow marks the decisive source.
    public var description: String {
        let text =
            switch answer {
            case .value(let value): JSONWriter().text(value)
            case .notSet, .rejected, .notQueried: answer.text
            }
        return "\(isDecisive ? "→" : " ") \(source.rawValue): \(text)"
            + (origin.map { " [\($0)\(rule.map { ": \($0)" } ?? "")]" } ?? "")
    }
}
