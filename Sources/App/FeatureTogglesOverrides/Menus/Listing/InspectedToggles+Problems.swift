#if OVERRIDES
import ToggleBase
package import FeatureToggles

extension InspectedToggles {
    /// The current problems, one sentence each.
    package var problems: [String] {
        var found: [String] = []
        let state = model.remoteState.flatMap { $0.needsAttention ? $0 : nil }
        if let state { found.append("remote \(state.summary)") }
        for problem in model.problems {
            // The state of the remote source includes this problem and its consequences.
            if problem.source == .remote, let state, Self.covers(state.why, problem.message) { continue }
            found.append(problem.description)
        }
        // A running app usually lists these itself.
        let known = model.problems.filter { $0.source == .localDefaults }.map(\.message)
        found += unusableOverrides.filter { !known.contains($0.message) }.map(\.description)
        let unknown = unknownOverrides.filter { key in !known.contains { $0.contains(bytesOf: "‘\(key)’") } }
        return found + unknown.map { "‘\($0)’ is overridden, but no toggle has this key" }
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
