import ArgumentParser
import DataMigration
import DataMigrationStores
import FeatureToggles

/// The command `toggles migrate-data`.
struct MigrateDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate-data",
        abstract: "Shows what steps would change in a copy of an app's local data.",
        discussion: """
            STEPS is a JSON document of migration steps, STORE a file as the app has it: a
            JSON file with settings, or a property list, which is known by .plist or by its
            first bytes. Nothing is written: the app migrates its own data, with the same
            steps.

            The values of a JSON file are in its member ‘values’, or in the one that
            --member names. A file that has other members and not ‘values’ is refused; one
            with nothing but version, revision and migration is a store without values. So
            is one without the member that --member names, with a warning, unless the name
            looks like a slip.

            EXAMPLES
              toggles migrate-data --plan steps.json settings.json --app 3.0.0
              toggles migrate-data --plan steps.json com.example.shop.plist --app 3.0.0
              toggles migrate-data --plan steps.json toggles.json --member toggles --app 2.0
              toggles migrate-data --plan steps.json settings.json --app 3.0.0 --hide-values

            EXIT CODES
              0  every step would run
              1  a step would fail, or the data is of a newer version
              2  wrong usage, or steps or a store that cannot be used
            """
    )

    @Argument(help: "The steps, a JSON document.", completion: .file(extensions: ["json"]))
    var steps: String

    @Argument(help: "The store, a JSON file or a property list.", completion: .file(extensions: ["json", "plist"]))
    var store: String

    @Flag(help: "Show what would change. Always needed: nothing else is there.")
    var plan = false

    @Option(help: "The version of the app that would run.")
    var app: String

    @Option(help: "The member of a JSON file that holds the values. (default: values)")
    var member: String?

    @Option(help: "The file of the app's secrets, whose names alone are shown.")
    var secrets: String?

    @Flag(help: "Show kinds of values instead of values.")
    var hideValues = false

    func validate() throws {
        if !plan {
            throw ValidationError(
                "Add --plan: this command only shows what would change; the app migrates its own data."
            )
        }
    }

    func run() throws {
        guard Files.exists(store) else { throw CommandFailure.usage("cannot read ‘\(store)’: there is no such file.") }
        let known: MigrationSteps
        do {
            known = try MigrationSteps(json: Files.read(steps))
        } catch let error as MigrationListError {
            throw CommandFailure.usage(error.details.map { $0.line(in: steps) }.joined(separator: "\n"))
        }
        let plan: MigrationPlan
        do {
            plan = try DataMigrator(known) { _ in }.plan(for: settings(), secrets: secretStore(), appVersion: app)
        } catch let error as DataMigrationError {
            throw CommandFailure.usage(error.message)
        }
        for line in plan.text(showsValues: !hideValues).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        {
            Console.print(String(line))
        }
        if plan.isDataNewer || plan.steps.contains(where: { $0.failure != nil }) { throw CommandFailure.findings }
    }

    /// The store, when it is one that can be read.
    private func settings() throws -> any MigrationStore {
        let bytes = try Files.read(store)
        let format = StoreFormat(bytes)
        if format == .propertyList || store.hasSuffix(".plist") {
            if member != nil {
                throw CommandFailure.usage("‘\(store)’ is a property list, which has no members; leave out --member.")
            }
            // A property list in the old style begins as JSON does, and is none.
            if format == .json, (try? JSONReader().value(from: bytes)) != nil {
                throw CommandFailure.usage(
                    "‘\(store)’ is JSON and no property list; give a copy that is named as one, as settings.json."
                )
            }
            return PropertyListStore(path: store)
        }
        let place = JSONFileStore(path: store, member: member ?? "values")
        if let inspection = try place.inspection() {
            if !inspection.hasValues, !inspection.otherMembers.isEmpty { try judgeMissing(inspection.otherMembers) }
            for sentence in inspection.repeatedNames { Console.warn(sentence) }
        }
        return place
    }

    /// Says which member is meant, or may be, where the one with the values is not there.
    ///
    /// A member that was named, and resembles none, may not be written yet: that is a warning.
    private func judgeMissing(_ others: [JSONFileStore.Inspection.Member]) throws {
        let wanted = member ?? "values"
        let objects = others.filter(\.isObject).map(\.name)
        let shown = objects.prefix(8).map { "‘\($0)’" }.joined(separator: ", ")
        let rest = objects.count > 8 ? " and \(objects.count - 8) more" : ""
        let start = "‘\(store)’ has no member ‘\(wanted)’"
        let other = objects.isEmpty ? "" : "; it has \(shown)\(rest)"
        if let close = Suggestion.closest(to: wanted, in: objects) {
            throw CommandFailure.usage("\(start)\(other): write --member \(close).")
        }
        if member != nil {
            Console.warn("\(start)\(other). It is taken as a store without values.")
            return
        }
        guard let first = objects.first else {
            throw CommandFailure.usage(
                "\(start), and none that could hold values; write them as { \"values\": { … } }, or add --member values where "
                    + "it has none yet."
            )
        }
        let advice = objects.count == 1 ? "write --member \(first) if it is meant" : "name one of them with --member"
        throw CommandFailure.usage("\(start)\(other): \(advice), or --member values where it has none yet.")
    }

    /// The secrets; none where no file of them was named.
    private func secretStore() throws -> any SecretStore {
        guard let secrets else { return InMemorySecretStore() }
        guard Files.exists(secrets) else {
            throw CommandFailure.usage(
                "cannot read ‘\(secrets)’: there is no such file. Leave out --secrets where the app has none yet."
            )
        }
        let store = FileSecretStore(path: secrets)
        // A plan that moves none would not look, and a file that cannot be used is a mistake all the same.
        _ = try store.names()
        return store
    }
}
