import ArgumentParser
import DataMigration
import ToggleBase
import ToggleTool

/// The command `toggles migrate-data`.
struct MigrateDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate-data",
        abstract: "Shows how migration steps would change an app's local data.",
        usage: """
            toggles migrate-data <steps> <store> --plan --app <app> [--member <member>] [--secrets <secrets>] \
            [--version-key <version-key>] [--hide-values]
            """,
        discussion: """
            STEPS is a JSON document of migration steps. STORE is a file of the app: a JSON
            file with settings, or a property list, which is recognized by .plist or its
            first bytes. Nothing is written, because the app migrates its own data with the
            same steps.

            For each step, the command shows the first 1000 changed settings, sorted by
            key, and how many more there are.

            The values of a JSON file are in its member ‘values’, or in the one that you
            name with --member. If there's no member ‘values’, the result depends on the
            other members: a file with only version, revision, and migration is treated as
            an empty store. With any other members, the command reports an error. If a
            member that you name with --member is missing, the file is treated as an empty
            store, and the command prints a warning. If the name resembles that of another
            member, however, the command assumes a typo and reports an error instead.

            If the app adopts the version that it kept under a key of its own before, name
            that setting with --version-key. If there's no such setting, all steps are due,
            as in the app, and the command prints a warning. If the name resembles that of
            another setting, the command assumes a typo and reports an error instead.

            EXAMPLES
              toggles migrate-data --plan steps.json settings.json --app 3.0.0
              toggles migrate-data --plan steps.json com.example.shop.plist --app 3.0.0
              toggles migrate-data --plan steps.json toggles.json --app 2.0 \\
                --member toggles
              toggles migrate-data --plan steps.json settings.json --app 3.0.0 \\
                --hide-values

            EXIT CODES
              0  all steps would succeed
              1  a step would fail, or the data has a newer version
              2  wrong usage, or the steps, the store, or the secrets cannot be used
            """
    )

    /// The maximum number of changes that are shown for each step.
    private static let maximumChanges = 1_000

    @Argument(help: "The steps, a JSON document.", completion: .file(extensions: ["json"]))
    var steps: String

    @Argument(help: "The store, a JSON file or a property list.", completion: .file(extensions: ["json", "plist"]))
    var store: String

    @Flag(help: "Show what would change. Required.")
    var plan = false

    @Option(help: "The version of the app.")
    var app: String

    @Option(help: "The member of a JSON file that holds the values. (default: values)")
    var member: String?

    @Option(help: "The file with the app's secrets; only their names are shown.")
    var secrets: String?

    @Option(help: "The setting from which the app adopts the version of its data.")
    var versionKey: String?

    @Flag(help: "Show the types of values instead of the values.")
    var hideValues = false

    func validate() throws {
        if !plan {
            throw ValidationError(
                "Add --plan: this command only shows what would change; the app migrates its own data."
            )
        }
    }

    func run() throws {
        guard ToolFiles.exists(store) else { throw ToolError.usage("Cannot read ‘\(store)’: the file does not exist.") }
        let known: MigrationSteps
        do {
            known = try MigrationSteps(json: ToolFiles.read(steps))
        } catch let error as MigrationListError {
            throw ToolError.usage(error.details.map { $0.line(in: steps) }.joined(separator: "\n"))
        }
        let plan: MigrationPlan
        do {
            var migrator = DataMigrator(known) { _ in }
            let settings = try settings()
            if let versionKey {
                try checkVersionKey(versionKey, in: settings.read())
                migrator = migrator.adopting(versionFrom: versionKey)
            }
            plan =
                try migrator.plan(
                    for: settings,
                    secrets: secretStore(),
                    appVersion: app,
                    maximumChanges: Self.maximumChanges
                )
        } catch let error as DataMigrationError {
            throw ToolError.usage(error.message)
        }
        plan.forEachLine(showsValues: !hideValues) { ToolOutput.print($0) }
        if plan.isDataNewer || plan.steps.contains(where: { $0.failure != nil }) { throw ToolError.findings }
    }

    /// Returns the store in the file.
    private func settings() throws -> any SettingsStore {
        let bytes = try ToolFiles.read(store)
        let format = StoreFormat(bytes)
        if format == .propertyList || store.hasSuffix(".plist") {
            if member != nil {
                throw ToolError.usage("‘\(store)’ is a property list, which has no members; leave out --member.")
            }
            // An old-style property list begins like JSON.
            if format == .json, (try? JSONReader().value(from: bytes)) != nil {
                throw ToolError.usage(
                    "‘\(store)’ is JSON and not a property list; pass a copy with a matching name, such as settings.json."
                )
            }
            return PropertyListStore(path: store)
        }
        let place = JSONFileStore(path: store, member: member ?? "values")
        if let inspection = try place.inspection() {
            if !inspection.hasValues, !inspection.otherMembers.isEmpty {
                try reportMissingMember(inspection.otherMembers)
            }
            for sentence in inspection.repeatedNames { ToolOutput.warn(sentence) }
        }
        return place
    }

    /// Reports that the member with the values is missing, and suggests another one.
    ///
    /// A member that `--member` names and that resembles no other only causes a warning, because the app may not have
    /// written it yet.
    private func reportMissingMember(_ others: [JSONFileStore.Inspection.Member]) throws {
        let wanted = member ?? "values"
        let objects = others.filter(\.isObject).map(\.name)
        var shown = objects.prefix(8).map { "‘\($0)’" }
        if objects.count > 8 { shown.append("\(objects.count - 8) more") }
        let start = "‘\(store)’ has no member ‘\(wanted)’"
        let last = shown.popLast() ?? ""
        let list = shown.isEmpty ? last : "\(shown.joined(separator: ", ")) and \(last)"
        let other = list.isEmpty ? "" : "; it has \(list)"
        if let close = Suggestion.closest(to: wanted, in: objects) {
            throw ToolError.usage("\(start)\(other). Did you mean --member \(close)?")
        }
        if member != nil {
            ToolOutput.warn("\(start)\(other). The file is treated as an empty store.")
            return
        }
        guard let first = objects.first else {
            throw ToolError.usage(
                "\(start), nor any other that could hold values. Write the values as { \"values\": { … } }, or pass --member "
                    + "values if the store doesn't contain any yet."
            )
        }
        let advice =
            objects.count == 1
            ? "If that member holds the values, pass --member \(first)."
            : "If one of these members holds the values, name it with --member."
        throw ToolError.usage(
            "\(start)\(other). \(advice) If the store doesn't contain any values yet, pass --member values."
        )
    }

    /// Reports that the setting of `--version-key` is missing, and suggests another one.
    private func checkVersionKey(_ key: String, in contents: StoreContents) throws {
        // The setting isn't read if the migrator has recorded a version.
        guard contents.record.version == nil, !contents.hasValue(key) else { return }
        let start = "‘\(store)’ has no setting ‘\(key)’"
        let keys = contents.keys
        if let close = Suggestion.closest(to: key, in: keys) ?? keys.first(where: { $0.hasSuffix(".\(key)") }) {
            throw ToolError.usage(
                "\(start). Did you mean --version-key \(close)? To plan all steps, leave out --version-key."
            )
        }
        ToolOutput.warn("\(start), so all steps up to \(app) are planned, as if no version had migrated the data.")
    }

    /// Returns the secrets in the file that `--secrets` names, if any.
    private func secretStore() throws -> any SecretStore {
        guard let secrets else { return InMemorySecretStore() }
        guard ToolFiles.exists(secrets) else {
            throw ToolError.usage(
                "Cannot read ‘\(secrets)’: the file does not exist. Leave out --secrets if the app has none yet."
            )
        }
        let store = FileSecretStore(path: secrets)
        // A plan that moves no secrets wouldn't read the file, but it must be valid anyway.
        _ = try store.names()
        return store
    }
}
