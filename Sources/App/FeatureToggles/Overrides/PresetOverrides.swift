#if OVERRIDES
import ToggleBase

/// The values of the presets that launch arguments name.
struct PresetOverrides: Sendable {
    /// A value of a preset.
    struct Value: Sendable {
        /// The launch argument, such as `--toggle-preset qa`, for explanations.
        let origin: String
        let value: JSONValue
    }

    /// The values by key; those of a later preset take precedence.
    private(set) var values: [String: Value] = [:]
    /// The problems of presets that can't be used.
    private(set) var problems: [ToggleProblem] = []

    /// Reads presets.
    ///
    /// - Parameters:
    ///   - names: The names of the presets.
    ///   - path: The local defaults file, next to which the presets are; `nil` without such a file.
    init(_ names: [String], besideDefaults path: String?) {
        for name in names {
            let origin = "\(TextOverrides.presetOption) \(name)"
            func report(_ message: String) {
                problems.append(ToggleProblem(source: .launchArgument, origin: origin, message: message))
            }
            guard let path else {
                report("there is no local defaults file, so there are no presets")
                continue
            }
            if let problem = PresetFolder.problem(ofName: name) {
                report(problem)
                continue
            }
            let file = PresetFolder.file(ofPreset: name, besideDefaults: path)
            // A preset has the format of a local defaults file, with a name in addition.
            do throws(LocalDefaultsError) {
                guard FileReading.exists(file) else {
                    report("there is no preset ‘\(name)’: \(file) does not exist")
                    continue
                }
                let content = try LocalDefaultsFile(path: file).read()
                for (key, value) in content.values { values[key] = Value(origin: origin, value: value) }
                for problem in content.problems { report("\(file): \(problem.description)") }
            } catch {
                report(error.description)
            }
        }
    }
}
#endif
