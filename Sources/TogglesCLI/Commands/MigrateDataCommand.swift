import ArgumentParser
import DataMigration
import DataMigrationStores

/// The command `toggles migrate-data`.
struct MigrateDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate-data",
        abstract: "Shows what steps would change in a copy of an app's local data.",
        discussion: """
            STEPS is a JSON document of migration steps, STORE a file as the app has it: a
            JSON file with settings, or a property list (.plist). Nothing is written: the
            app migrates its own data, with the same steps.

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

    @Option(help: "The member of a JSON file that holds the values.")
    var member = "values"

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
            throw CommandFailure.usage(error.problems.map { "\(steps): \($0)" }.joined(separator: "\n"))
        }
        let place: any MigrationStore =
            store.hasSuffix(".plist") ? PropertyListStore(path: store) : JSONFileStore(path: store, member: member)
        // Without a file of secrets there are none yet.
        let secretStore: any SecretStore = secrets.map { FileSecretStore(path: $0) } ?? InMemorySecretStore()
        let plan: MigrationPlan
        do {
            plan = try DataMigrator(known) { _ in }.plan(for: place, secrets: secretStore, appVersion: app)
        } catch {
            throw CommandFailure.usage(error.message)
        }
        for line in plan.text(showsValues: !hideValues).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        {
            Console.print(Console.printable(String(line)))
        }
        if plan.isDataNewer || plan.steps.contains(where: { $0.failure != nil }) { throw CommandFailure.findings }
    }
}
