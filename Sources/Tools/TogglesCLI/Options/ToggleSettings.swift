import FeatureToggles
import ToggleBase
import ToggleTool

/// Values of toggles as arguments: a key and a value, or any number of `KEY=VALUE` pairs.
struct ToggleSettings {
    private let pairs: [(key: String, text: String)]

    /// Returns the arguments of a command with `KEY=-5` instead of `KEY -5`, which would be parsed as an option.
    ///
    /// - Parameter arguments: The arguments of `toggles`, without the name of the program.
    /// - Returns: The arguments to parse.
    static func joiningNegativeNumbers(in arguments: [String]) -> [String] {
        guard ["set", "scheme"].contains(arguments.first) else { return arguments }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var joined = Array(arguments.prefix(1))
        for argument in arguments[1..<end] {
            if joined.count > 1, let key = joined.last, isName(key), isNegativeNumber(argument) {
                joined[joined.count - 1] = "\(key)=\(argument)"
            } else {
                joined.append(argument)
            }
        }
        return joined + arguments[end...]
    }

    /// Whether a text can be a key or the name of a toggle in code.
    private static func isName(_ text: String) -> Bool {
        let name = text.hasPrefix(".") ? text.dropFirst() : text[...]
        return !name.isEmpty && name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func isNegativeNumber(_ text: String) -> Bool {
        text.hasPrefix("-") && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } && Double(text) != nil
    }

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
                let isList = arguments.count > 2 && !arguments.contains { $0.contains("=") }
                let hint =
                    DeviceArgument.bundleHint(for: setting)
                    ?? (isList ? "For several toggles, write `toggles \(command) KEY=VALUE KEY=VALUE`." : nil)
                    ?? "Write `toggles \(command) \(setting) VALUE` or `toggles \(command) \(setting)=VALUE`."
                throw ToolError.usage("‘\(setting)’ has no value. \(hint)")
            }
            return (String(setting[..<separator]), String(setting[setting.index(after: separator)...]))
        }
    }

    /// Returns the values by the keys of the toggles.
    ///
    /// - Parameter modules: The modules that declare the toggles.
    /// - Returns: The values in the order of the arguments.
    /// - Throws: ``ToolError`` that lists all unknown toggles, invalid values, and toggles with several values.
    /// - Complexity: O(*n*) in the number of toggles and arguments.
    func values(in modules: ApplicationModules) throws -> [(key: String, value: JSONValue)] {
        var values: [(key: String, value: JSONValue)] = []
        var failures: [String] = []
        var toggles = TogglesByKey(modules)
        var texts: [String: String] = [:]
        for (key, text) in pairs {
            do {
                let toggle = try toggles.toggle(key)
                if let other = texts.updateValue(text, forKey: toggle.key) {
                    failures.append(
                        "‘\(toggle.key)’ has two values, ‘\(other.excerpt)’ and ‘\(text.excerpt)’. Write only one of them."
                    )
                    continue
                }
                values.append((toggle.key, try toggle.value(fromText: text)))
            } catch let failure as ToolError {
                failures.append(failure.message)
            } catch let error as EvaluationError {
                let advice = text == "unset" ? " To remove the override, run `toggles unset \(key)`." : ""
                failures.append(error.sentence + advice)
            }
        }
        guard failures.isEmpty else { throw ToolError.usage(failures.joined(separator: "\n")) }
        return values
    }
}
