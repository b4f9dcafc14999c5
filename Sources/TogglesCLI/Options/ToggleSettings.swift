import FeatureToggles
import ToggleTool

/// Values of toggles as arguments: a key and a value, or any number of `KEY=VALUE` pairs.
struct ToggleSettings {
    private let pairs: [(key: String, text: String)]

    /// Parses arguments.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - command: The name of the command, for errors.
    /// - Throws: ``ToolError`` if one has no key or no value.
    init(_ arguments: [String], command: String) throws {
        if arguments.count == 2, !arguments[0].contains("=") {
            pairs = [(arguments[0], arguments[1])]
            return
        }
        pairs = try arguments.map { setting in
            guard !setting.hasPrefix("=") else {
                throw ToolError.usage("‘\(setting)’ has no key. Write `toggles \(command) KEY\(setting)`.")
            }
            guard let separator = setting.firstIndex(of: "=") else {
                throw ToolError.usage(
                    "‘\(setting)’ has no value. Write `toggles \(command) \(setting) VALUE` or `toggles \(command) \(setting)=VALUE`."
                )
            }
            return (String(setting[..<separator]), String(setting[setting.index(after: separator)...]))
        }
    }

    /// Returns the values by the keys of the toggles.
    ///
    /// - Parameter modules: The modules that declare the toggles.
    /// - Returns: The values in the order of the arguments.
    /// - Throws: ``ToolError`` that lists all unknown toggles and invalid values.
    /// - Complexity: O(*n*) in the number of toggles and arguments.
    func values(in modules: ApplicationModules) throws -> [(key: String, value: JSONValue)] {
        var values: [(key: String, value: JSONValue)] = []
        var failures: [String] = []
        var toggles = TogglesByKey(modules)
        for (key, text) in pairs {
            do {
                let toggle = try toggles.toggle(key)
                values.append((toggle.key, try toggle.value(fromText: text)))
            } catch let failure as ToolError {
                failures.append(failure.message)
            } catch let error as EvaluationError {
                failures.append(error.sentence)
            }
        }
        guard failures.isEmpty else { throw ToolError.usage(failures.joined(separator: "\n")) }
        return values
    }
}
