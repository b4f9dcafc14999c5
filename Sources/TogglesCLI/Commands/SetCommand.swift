import ArgumentParser
import FeatureToggles
import ToggleManifest

/// The command `toggles set`.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Overrides toggles in the local defaults file, which the running app follows.",
        discussion: """
            Booleans are on, off, true, false, yes, no, 1 and 0. Nothing is written unless every value fits.

            A value that begins with a hyphen is written as KEY=VALUE.

            A local defaults file that cannot be used stays as it is, until you correct it or write --restore.

            EXAMPLES
              toggles set new_checkout on
              toggles set search_ranking=neural page_size=10
              toggles set delivery '{"free_from": 0, "days": 1, "countries": ["DE"]}'
              toggles set --restore
            """
    )

    @OptionGroup var options: ClientOptions

    @Argument(
        help: ArgumentHelp("A key and a value, or any number of KEY=VALUE.", valueName: "key=value"),
        completion: .toggleKeys
    )
    var settings: [String] = []

    @Flag(
        help: """
            If the local defaults file cannot be used, go back to the file before its last change, or begin with an empty \
            one; the file is kept under another name.
            """
    )
    var restore = false

    func validate() throws {
        if settings.isEmpty, !restore { throw ValidationError("Missing expected argument '<key=value> ...'") }
    }

    func run() throws {
        let (registry, path) = try options.load()
        if settings.isEmpty, (try? LocalDefaults.overrides(path)) != nil {
            Console.print("Nothing was restored: the local defaults file is not damaged.")
            return
        }
        var edits: [(key: String, value: JSONValue)] = []
        var failures: [String] = []
        for (key, text) in try pairs() {
            do {
                edits.append((key, try registry.toggle(key).value(fromText: text)))
            } catch let failure as CommandFailure {
                failures.append(failure.message)
            } catch let error as EvaluationError {
                failures.append(error.sentence)
            }
        }
        guard failures.isEmpty else { throw CommandFailure.usage(failures.joined(separator: "\n")) }
        try LocalDefaults.apply(
            edits.map { LocalDefaults.Edit.set($0.key, $0.value) },
            to: path,
            title: edits.count == 1
                ? "\(edits[0].key) = \(edits[0].value.tableText)" : "set \(edits.count.counted("toggle"))",
            isRestoring: restore
        )
        for (key, value) in edits { Console.print("\(key) = \(value.tableText)") }
        try warnOfStrongerOverrides(edits.map(\.key))
    }

    private func pairs() throws -> [(String, String)] {
        if settings.count == 2, !settings[0].contains("=") { return [(settings[0], settings[1])] }
        return try settings.map { setting in
            guard !setting.hasPrefix("=") else {
                throw CommandFailure.usage("‘\(setting)’ has no key. Write `toggles set KEY\(setting)`.")
            }
            guard let separator = setting.firstIndex(of: "=") else {
                throw CommandFailure.usage(
                    "‘\(setting)’ has no value. Write `toggles set \(setting) VALUE` or `toggles set \(setting)=VALUE`."
                )
            }
            return (String(setting[..<separator]), String(setting[setting.index(after: separator)...]))
        }
    }

    /// Says so when something else wins over what was just written.
    private func warnOfStrongerOverrides(_ keys: [String]) throws {
        let client = try options.makeClient()
        for explanation in keys.flatMap({ client.explanations(ofKey: $0) }) {
            let source = explanation.evaluation.source
            guard source == .launchArgument || source == .environment else { continue }
            let origin = explanation.steps.first { $0.isDecisive }?.origin ?? source.rawValue
            Console.warn("\(origin) wins over the local defaults file where it is set")
        }
    }
}
