#if OVERRIDES
import FeatureToggles

extension ConsoleState {
    /// The current problems, one sentence each, as counted in the header.
    var problems: [String] {
        var found = manifestProblem.map { [$0] } ?? []
        let state = model.remoteState
        if let state, isTrouble(state) { found.append("remote \(Self.text(of: state))") }
        for problem in model.problems {
            // The state of the remote source includes this problem and its consequences.
            if problem.source == .remote, let state, isTrouble(state), Self.covers(state.why, problem.message) {
                continue
            }
            found.append(problem.description)
        }
        found += unusableOverrides.map(\.description)
        found += unknownOverrides.filter { key in
            !model.problems.contains { $0.source == .localDefaults && $0.message.contains(bytesOf: "‘\(key)’") }
        }
        .map { "‘\($0)’ is overridden, but no toggle has this key" }
        return found
    }

    /// Shows the problems and the state of the remote source.
    mutating func openProblems() {
        var lines = problems.map { StyledText($0, CellStyle(.error)) }
        lines += query.problems.map { StyledText("filter: \($0.sentence)", CellStyle(.stale)) }
        if lines.isEmpty { lines = [StyledText("nothing was skipped")] }
        if let state = model.remoteState, !isTrouble(state) {
            lines.append(StyledText("remote \(Self.text(of: state))", CellStyle(.faint)))
        }
        let before = notices.filter { !problems.contains($0) }
        if !before.isEmpty {
            lines += [StyledText(), StyledText("said before, the newest first:", CellStyle(.title, bold: true))]
            lines += before.reversed().map { StyledText($0) }
        }
        layers.append(.page(Page(title: "Problems", lines: lines)))
    }

    /// Describes the state of the remote source, when it began, and, if it is not ready, the reason.
    static func text(of state: RemoteState) -> String {
        let since = "\(state.status.rawValue) (\(state.source)) since \(TimeText.minute(state.since))"
        return state.status == .ready ? since : "\(since): \(state.why)"
    }

    private func isTrouble(_ state: RemoteState) -> Bool { state.status == .stale || state.status == .error }

    /// Returns whether a sentence contains another one, ignoring its full stop.
    private static func covers(_ sentence: String, _ part: String) -> Bool {
        sentence.contains(bytesOf: part.hasSuffix(".") ? String(part.dropLast()) : part)
    }
}
#endif
