#if OVERRIDES
import ToggleBase

/// The overrides of a client: launch arguments, the environment, and the local defaults file.
///
/// A build without overrides has an empty type with the same members.
struct ToggleOverrides: Sendable {
    /// The content of the local defaults file when it was last read.
    struct File: Sendable, Equatable {
        /// The values, which stay if the file can't be read later.
        var values: [String: JSONValue] = [:]
        /// The problems that were found.
        var problems: [ToggleProblem] = []
    }

    /// The overrides of the launch arguments and the environment.
    private let texts: TextOverrides
    /// The overrides of the presets in the launch arguments.
    private let presets: PresetOverrides
    /// The path of the local defaults file, if there is one.
    let path: String?
    /// The path of the local defaults file if it is watched.
    let followedPath: String?
    var file = File()
    /// Why changes of the local defaults file may go unnoticed, or `nil` if the file is watched completely.
    var followingProblem: ToggleProblem?
    /// The problem with the application's name, which determines the path.
    private var nameProblem: ToggleProblem?

    init(_ sources: OverrideSources, registries: [ToggleRegistry]) {
        texts = TextOverrides(arguments: sources.arguments, environment: sources.environment)
        path = sources.localDefaultsPath(for: registries)
        presets = PresetOverrides(texts.presets, besideDefaults: path)
        followedPath = sources.followsLocalDefaults ? path : nil
        let names = Set(registries.map { $0.application ?? $0.namespace })
        if case .standard(application: nil) = sources.localDefaults, names.count > 1 {
            nameProblem = problem(
                """
                the manifests name different applications (\(names.sorted().joined(separator: ", "))), so the \
                command line writes overrides of some toggles elsewhere; write one ‘application’ in all of them
                """
            )
        }
    }

    /// Reads the local defaults file, or returns `nil` if it doesn't exist.
    ///
    /// If the file can't be read, the result has the previous values.
    func readFile() -> File? {
        guard let path else { return nil }
        do {
            let content = try LocalDefaultsFile(path: path).read()
            return File(values: content.values, problems: content.problems.map { problem($0.description) })
        } catch {
            let problem = LocalDefaultsProblem(error.message, at: error.location)
            return File(values: file.values, problems: [self.problem(problem.description)])
        }
    }

    /// Returns a problem with the local defaults file.
    func problem(_ message: String) -> ToggleProblem {
        ToggleProblem(source: .localDefaults, origin: path ?? "", message: message)
    }

    /// The values of the local defaults file, including those of unknown toggles.
    var values: [String: JSONValue] { file.values }

    /// The keys that the launch arguments or the environment contain, with usable or unusable values.
    var processKeys: Set<String> {
        Set(texts.arguments.keys).union(texts.environment.keys).union(presets.values.keys)
    }

    /// Returns all overridden keys, or `nil` if there may be more than a maximum.
    func keys(upTo maximum: Int) -> Set<String>? {
        let count = values.count + texts.arguments.count + texts.environment.count + presets.values.count
        guard count <= maximum else { return nil }
        return processKeys.union(values.keys)
    }

    /// Returns whether any source has an override for a key, usable or unusable.
    func contains(_ key: String) -> Bool {
        func has<Value>(_ values: [String: Value]) -> Bool { !values.isEmpty && values[key] != nil }
        return has(texts.arguments) || has(texts.environment) || has(values) || has(presets.values)
    }

    /// Passes the answer of each source to a closure, in order, until it returns a result.
    func decide<Result>(_ toggle: ToggleDefinition, _ take: (Explanation.Step) -> Result?) -> Result? {
        take(launchArgument(for: toggle))
            ?? take(answer(texts.environment, of: .environment, for: toggle))
            ?? take(localDefault(for: toggle))
    }

    private func launchArgument(for toggle: ToggleDefinition) -> Explanation.Step {
        guard !presets.values.isEmpty, texts.arguments[toggle.key] == nil, let preset = presets.values[toggle.key]
        else { return answer(texts.arguments, of: .launchArgument, for: toggle) }
        return Self.answer(of: .launchArgument, preset.origin) { () throws(EvaluationError) in
            try toggle.decoded(preset.value)
        }
    }

    private func answer(
        _ texts: [String: TextOverride],
        of source: ToggleSource,
        for toggle: ToggleDefinition
    ) -> Explanation.Step {
        guard let override = texts.isEmpty ? nil : texts[toggle.key] else {
            return Explanation.Step(source: source, answer: .notSet)
        }
        return Self.answer(of: source, override.origin) { () throws(EvaluationError) in
            try toggle.decoded(fromText: override.text)
        }
    }

    private func localDefault(for toggle: ToggleDefinition) -> Explanation.Step {
        guard let value = values.isEmpty ? nil : values[toggle.key] else {
            return Explanation.Step(source: .localDefaults, origin: path, answer: .notSet)
        }
        return Self.answer(of: .localDefaults, path) { () throws(EvaluationError) in try toggle.decoded(value) }
    }

    /// Returns the answer of a source whose value may be unusable.
    private static func answer(
        of source: ToggleSource,
        _ origin: String?,
        _ decode: () throws(EvaluationError) -> ToggleDefinition.DecodedValue
    ) -> Explanation.Step {
        do {
            let (value, object) = try decode()
            var step = Explanation.Step(source: source, origin: origin, answer: .value(value), reason: .static)
            step.decoded = DecodedObject(object)
            return step
        } catch {
            return Explanation.Step(source: source, origin: origin, answer: .rejected(error), reason: .error)
        }
    }

    /// Returns the problems: unusable overrides, and those of toggles that the state doesn't declare.
    func problems(in state: ToggleState) -> [ToggleProblem] {
        var suggestions = Suggestions(in: state.definitions.lazy.map(\.key))
        func problems<Override>(
            of overrides: [String: Override],
            _ source: ToggleSource,
            _ origin: (Override) -> String,
            _ value: (ToggleDefinition, Override) throws(EvaluationError) -> JSONValue
        ) -> [ToggleProblem] {
            Self.messages(about: overrides, in: state, &suggestions, value).map { override, message in
                ToggleProblem(source: source, origin: origin(override), message: message)
            }
        }
        func problems(of texts: [String: TextOverride], _ source: ToggleSource) -> [ToggleProblem] {
            problems(of: texts, source, \.origin) { toggle, override throws(EvaluationError) in
                try toggle.value(fromText: override.text)
            }
        }
        let presetProblems = problems(of: presets.values, .launchArgument, \.origin) {
            toggle,
            preset throws(EvaluationError) in
            try toggle.usable(preset.value)
        }
        let fileProblems = problems(of: values, .localDefaults, { _ in path ?? "" }) {
            toggle,
            value throws(EvaluationError) in
            try toggle.usable(value)
        }
        return [nameProblem].compactMap { $0 } + texts.problems + presets.problems
            + problems(of: texts.arguments, .launchArgument) + presetProblems
            + problems(of: texts.environment, .environment)
            + file.problems + [followingProblem].compactMap { $0 } + fileProblems
    }

    /// Returns what is wrong with the overrides of one source, sorted by key.
    private static func messages<Override>(
        about overrides: [String: Override],
        in state: ToggleState,
        _ suggestions: inout Suggestions<some Sequence<String>>,
        _ value: (ToggleDefinition, Override) throws(EvaluationError) -> JSONValue
    ) -> [(Override, String)] {
        // Nearly all overrides are usable, and sorting those would take most of the time.
        let rejected = overrides.filter { key, override in
            !state.accepts(key) { toggle throws(EvaluationError) in try value(toggle, override) }
        }
        let declared = state.toggles(withKeys: Set(rejected.keys))
        return rejected.sorted { $0.key < $1.key }.flatMap { key, override -> [(Override, String)] in
            guard let toggles = declared[key] else {
                let hint = suggestions.closest(to: key).map { "; did you mean ‘\($0)’?" }
                return [(override, "there is no toggle ‘\(key)’\(hint ?? "")")]
            }
            // Modules that declare a key differently may reject a value for the same reason.
            var messages: [String] = []
            for toggle in toggles {
                do throws(EvaluationError) {
                    _ = try value(toggle, override)
                } catch  where !messages.contains(error.message) {
                    messages.append(error.message)
                } catch {}
            }
            return messages.map { (override, $0) }
        }
    }
}

extension OverrideSources {
    /// Returns the path of the local defaults file for the given registries, or `nil` for none.
    func localDefaultsPath(for registries: [ToggleRegistry]) -> String? {
        switch localDefaults {
        case .nowhere: return nil
        case .path(let path): return path
        case .standard(let application):
            guard let name = application ?? registries.application else { return nil }
            return LocalDefaultsFile.defaultPath(application: name, environment: environment)
        }
    }
}

#else

/// No overrides.
struct ToggleOverrides: Sendable {
    var path: String? { nil }
    var values: [String: JSONValue] { [:] }
    var processKeys: Set<String> { [] }

    init(_ sources: OverrideSources, registries: [ToggleRegistry]) {}

    func keys(upTo maximum: Int) -> Set<String>? { [] }
    func contains(_ key: String) -> Bool { false }
    func decide<Result>(_ toggle: ToggleDefinition, _ take: (Explanation.Step) -> Result?) -> Result? { nil }
    func problems(in state: ToggleState) -> [ToggleProblem] { [] }
}

#endif
