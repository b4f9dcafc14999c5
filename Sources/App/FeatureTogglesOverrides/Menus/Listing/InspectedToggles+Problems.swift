#if OVERRIDES
import ToggleBase
package import FeatureToggles

extension InspectedToggles {
    /// Returns the current problems, one sentence each.
    func findProblems() -> [String] {
        var found: [String] = []
        let state = model.remoteState.flatMap { $0.needsAttention ? $0 : nil }
        if let state { found.append("remote \(state.summary)") }
        for problem in model.problems {
            // The state of the remote source includes this problem and its consequences.
            if problem.source == .remote, let state, Self.covers(state.why, problem.message) { continue }
            found.append(problem.description)
        }
        // A running app usually lists these itself.
        let known = Set(model.problems.lazy.filter { $0.source == .localDefaults }.map(\.message))
        found += unusableOverrides.filter { !known.contains($0.message) }.map(\.description)
        let named = Set(known.flatMap(Self.quotedTexts))
        let unknown = unknownOverrides.filter { !named.contains($0) }
        return found + unknown.map { "‘\($0)’ is overridden, but no toggle has this key" }
    }

    /// Returns the texts in quotation marks in a sentence.
    private static func quotedTexts(_ sentence: String) -> [String] {
        sentence.split(separator: "‘", omittingEmptySubsequences: false).dropFirst()
            .map { String($0.prefix { $0 != "’" }) }
    }

    /// Returns whether a sentence contains another one, ignoring its full stop.
    private static func covers(_ sentence: String, _ part: String) -> Bool {
        sentence.contains(bytesOf: part.hasSuffix(".") ? String(part.dropLast()) : part)
    }
}

extension RemoteState {
    /// The state of the remote source, when it began, and, if it is not ready, the reason.
    package var summary: String {
        let since = "\(status.rawValue) (\(source)) since \(TimeText.minute(since))"
        return status == .ready ? since : "\(since): \(why)"
    }

    /// Whether the state is a problem.
    package var needsAttention: Bool { status == .stale || status == .error }
}
#endif
