import FeatureToggles
import StoreMigration
import ToggleBase
import ToggleTool

// Whose values these are.
extension ResolvedToggles {
    /// Prints on standard error whose values follow: those of a running app, or those that the command computes.
    ///
    /// Values that --no-app or --remote requests need no line.
    ///
    /// - Parameter includesComputed: Whether to print a line for computed values.
    func printOrigin(includesComputed: Bool = true) {
        if let app {
            return ToolOutput.printError(app.line(now: ToolFiles.secondsSince1970, style: .standardError))
        }
        if let documentApp {
            let document = AppInputs(documentApp.state).source == nil ? "remote not loaded" : "with the app's document"
            return ToolOutput.printError(
                "\(documentApp.name): computed for the given context, \(document)"
            )
        }
        guard includesComputed else { return }
        if hasOwnContext { ToolOutput.printError("computed for the given context, remote not loaded") }
        if isWithoutApp {
            let app = "running app of ‘\(modules.application)’"
            ToolOutput.printError(
                "\(hasUnreadableApp ? "a \(app) can't be read" : "no \(app)"): values are computed, remote not loaded"
            )
        }
    }

    /// Whether the values are those that a running app resolved.
    var showsApp: Bool {
        app != nil
    }

    /// Whether an app is or could be running whose values can't be shown.
    private var hasUnreadableApp: Bool {
        app == nil && !appProblems.isEmpty
    }

    /// Warns if the local defaults file can't be used, so that values are computed without its overrides.
    func warnOfUnusableLocalDefaults() {
        guard app == nil, let path = client.localDefaultsPath else { return }
        do throws(LocalDefaultsError) {
            _ = try LocalDefaultsFile(path: path).read()
        } catch {
            ToolOutput.warn("\(error)")
        }
    }

    /// Warns of toggles that the running app has but no manifest declares.
    func warnOfUndeclaredToggles() {
        // Without a manifest, all of them are the app's.
        let keys = modules.app == nil ? app?.undeclaredKeys(besides: client.definitions) ?? [] : []
        guard !keys.isEmpty else { return }
        let names = keys.prefix(10).joined(separator: ", ") + (keys.count > 10 ? ", and \(keys.count - 10) more" : "")
        ToolOutput.warn("The app also has toggles that no manifest declares: \(names).")
    }

    /// Whose values these are, for programs.
    var originJSON: JSONValue {
        if let app {
            var object = app.json
            object.members.insert(JSONObject.Member(name: "by", value: "app"), at: 0)
            return .object(object)
        }
        return ["by": "command"]
    }

    /// The size in bytes of a toggle's value if the app's state file contains only its beginning, or `nil` if the value is
    /// complete.
    func sizeOfIncompleteValue(of explanation: Explanation) -> Int? {
        guard let app else {
            // Then the declared default isn't complete either.
            return explanation.evaluation.source == .default ? modules.app?.cutDefaults[explanation.key] : nil
        }
        guard let toggle = explanation.definition.flatMap({ app.toggle(of: $0) }),
            case .cut(_, let size) = toggle.value, toggle.value.shown == explanation.value
        else { return nil }
        return size
    }

    /// A toggle for programs, with its module if there are several.
    ///
    /// - Parameters:
    ///   - explanation: The explanation of the toggle.
    ///   - migrations: The app's summaries of its migrations, by the key of their toggle.
    ///   - withOrigin: Whether to say whose value it is.
    /// - Returns: An object.
    func json(
        of explanation: Explanation,
        _ migrations: [String: MigrationSummary] = [:],
        withOrigin: Bool = false
    ) -> JSONValue {
        guard case .object(var object) = explanation.json(migrations) else { return .null }
        if sizeOfIncompleteValue(of: explanation) != nil { object["isValueCut"] = true }
        if let module = module(of: explanation) { object["module"] = .string(module) }
        if withOrigin { object["resolved"] = originJSON }
        return .object(object)
    }
}
