import FeatureToggles
import ToggleBase
import ToggleConsole
import ToggleManifest
import ToggleTool

/// A running app, with what it resolved.
struct RunningApp: Sendable {
    let state: StateFile
    /// The place of its local defaults file.
    private let place: LocalDefaultsPlace?

    init(state: StateFile, in place: LocalDefaultsPlace? = nil) {
        self.state = state
        self.place = place
    }

    /// The app and its process: `storefront 2.1.0, pid 4711`, with the simulator or the device if it is in one.
    var name: String {
        let version = [state.application, state.applicationVersion].compactMap { $0 }.joined(separator: " ")
        let device = place?.deviceName.map { " on \($0)" } ?? ""
        let staleness = place?.phone?.staleness.map { ", \($0)" } ?? ""
        // Messages of several lines contain it, too.
        return "\(version), pid \(state.processID)\(device)\(staleness)".printableLine
    }

    /// The app on one line: `storefront 2.1.0, pid 4711, remote READY rev 12, 3 s old`.
    ///
    /// - Parameters:
    ///   - now: The current time in seconds since 1970.
    ///   - style: The style of the line.
    /// - Returns: The line.
    func line(now: Int64, style: TextStyle) -> TerminalText {
        var parts: [TerminalText] = ["\(name)"]
        let remote = state.remoteState
        let text = remote.map { "remote \(Self.text(of: $0))" } ?? "no remote source"
        parts.append(style.remote(text, remote?.status))
        if let success = state.remoteState?.lastSuccess { parts.append("\(Self.age(since: success, now: now)) old") }
        return parts.joined(separator: ", ")
    }

    /// The status of a remote source and the revision of its document: `READY rev 12`.
    static func text(of remote: RemoteState) -> String {
        remote.status.rawValue + (remote.shownRevision.map { " rev \($0)" } ?? "")
    }

    /// Returns the time since a moment in its largest unit: `3 s`, `5 min`, `2 h`, `4 d`.
    ///
    /// The moment comes from a file, so it can be any number.
    static func age(since time: Int64, now: Int64) -> String {
        let (seconds, overflow) = now.subtractingReportingOverflow(time)
        return switch max(0, overflow ? time < 0 ? .max : 0 : seconds) {
        case let seconds where seconds < 120: "\(seconds) s"
        case let seconds where seconds < 7_200: "\(seconds / 60) min"
        case let seconds where seconds < 172_800: "\(seconds / 3_600) h"
        case let seconds: "\(seconds / 86_400) d"
        }
    }

    /// The app for programs.
    var json: JSONObject {
        var object: JSONObject = ["application": .string(state.application)]
        object["applicationVersion"] = state.applicationVersion.map { .string($0) }
        object["process"] = .integer(state.processID)
        object["executable"] = state.executable.map { .string($0) }
        object["started"] = JSONValue(whole: state.started)
        object["changed"] = JSONValue(whole: state.changed)
        object["localDefaults"] = state.localDefaultsPath.map { .string($0) }
        if let remote = state.remoteState {
            var json: JSONObject = ["source": .string(remote.source), "status": .string(remote.status.rawValue)]
            json["why"] = .string(remote.why)
            json["since"] = JSONValue(whole: remote.since)
            json["lastSuccess"] = remote.lastSuccess.map { JSONValue(whole: $0) }
            json["nextAttempt"] = remote.nextAttempt.map { JSONValue(whole: $0) }
            json["revision"] = remote.revisionName.map { .string($0) }
            json["documentPath"] = state.documentPath.map { .string($0) }
            object["remote"] = .object(json)
        }
        return object
    }

    /// The app as the console shows it.
    var forConsole: ConsoleApp {
        ConsoleApp(name: name, remoteState: state.remoteState, problems: state.problems) { definition, computed in
            explanation(of: definition, computed: computed)
        }
    }

    // MARK: Toggles

    /// Returns the app's toggle for a declaration: the one of the same category and type if several have its key.
    func toggle(of definition: ToggleDefinition) -> StateFile.Toggle? {
        let candidates = state.toggles(withKey: definition.key)
        return candidates.first {
            $0.type == definition.type.name && $0.category == definition.category.rawValue
        } ?? candidates.first
    }

    /// Explains a declared toggle as the app does.
    ///
    /// - Parameters:
    ///   - definition: The toggle's declaration in a manifest.
    ///   - computed: Returns the toggle's value as this command computes it, which replaces the same value if the app's
    ///     is cut off in its state file.
    /// - Returns: The explanation. A toggle that the app doesn't have has its default and an error.
    func explanation(of definition: ToggleDefinition, computed: () -> JSONValue?) -> Explanation {
        guard let toggle = toggle(of: definition) else { return Explanation(absent: definition) }
        return Explanation(toggle, definition, in: state) { value in
            value.whole ?? computed().flatMap { value.isBeginning(of: $0) ? $0 : nil }
        }
    }

    /// The keys of the toggles that the app has but no manifest declares.
    func undeclaredKeys(besides definitions: [ToggleDefinition]) -> [String] {
        let keys = Set(definitions.map(\.key))
        return state.toggles.map(\.key).filter { !keys.contains($0) }
    }
}

extension StateFile.Value {
    /// The value, or `nil` if it is cut off.
    var whole: JSONValue? {
        if case .whole(let value) = self { value } else { nil }
    }

    /// The maximum number of characters that ``shown`` has of a value that is cut off.
    private static let shownCount = 60

    /// The value for people, with an ellipsis if it is cut off.
    var shown: JSONValue {
        switch self {
        case .whole(let value): value
        case .cut(let start, _): .string(start.prefix(Self.shownCount) + "…")
        }
    }

    /// Whether this value is the beginning of another one of the same size.
    fileprivate func isBeginning(of value: JSONValue) -> Bool {
        guard case .cut(let start, let size) = self else { return false }
        let text = value.plainText
        return text.utf8.count == size && text.utf8.starts(with: start.utf8)
    }
}

extension Explanation {
    /// Creates the explanation of a toggle that the app resolved.
    ///
    /// - Parameters:
    ///   - toggle: The toggle in the app.
    ///   - definition: Its declaration in the manifest.
    ///   - state: The state of the app.
    ///   - whole: Returns a value that may be cut off, if it is known.
    fileprivate init(
        _ toggle: StateFile.Toggle,
        _ definition: ToggleDefinition,
        in state: StateFile,
        whole: (StateFile.Value) -> JSONValue?
    ) {
        let listed = Dictionary(toggle.steps.map { ($0.source, $0) }) { $1 }
        var steps: [Step] = []
        for source in ToggleSource.allCases {
            let isDecisive = source == toggle.source
            let step = listed[source]
            let answer: Step.Answer =
                switch step?.answer {
                case .value(let value): .value(whole(value) ?? value.shown)
                case .rejected(let error): .rejected(error)
                case .notQueried(let reason): .notQueried(reason)
                case nil where source == .default: .value(toggle.defaultValue.shown)
                case nil: .notSet
                }
            let origin: String? =
                switch (step, source) {
                case (let step?, _): step.origin
                case (nil, .localDefaults): state.localDefaultsPath
                case (nil, .remote): toggle.remoteParameter
                case (nil, _): nil
                }
            steps.append(Step(source: source, origin: origin, answer: answer, rule: step?.rule, isDecisive: isDecisive))
        }
        self.init(
            key: toggle.key,
            definition: definition,
            evaluation: Evaluation(
                value: whole(toggle.value) ?? toggle.value.shown,
                variant: toggle.variant,
                reason: toggle.reason,
                source: toggle.source,
                error: toggle.error
            ),
            steps: steps,
            remoteState: state.remoteState
        )
    }

    /// Creates the explanation of a toggle that the app doesn't have.
    fileprivate init(absent definition: ToggleDefinition) {
        self.init(
            key: definition.key,
            definition: definition,
            evaluation: Evaluation(
                value: definition.defaultValue,
                reason: .error,
                source: .default,
                error: EvaluationError(
                    .flagNotFound,
                    "the running app doesn't have this toggle, so this is the manifest's default; build and start the app again"
                )
            ),
            steps: [Step(source: .default, answer: .value(definition.defaultValue), isDecisive: true)]
        )
    }
}
