import DataMigration

/// The settings of an app that was written with another framework first and has changed since.
///
/// usage: Settings FOLDER VERSION [--plan]
@main
struct Settings {
    /// The profile, which was stored as JSON before.
    struct Profile: Codable {
        var name: String
        var age: Int
    }

    /// The steps of all versions of the app.
    ///
    /// Don't change a step after it has shipped.
    static func steps() throws -> MigrationSteps {
        try MigrationSteps([
            MigrationStep(
                "2.0.0",
                "Leave the old framework",
                ifNothingToMove: .leave,
                .stripPrefix("flutter."),
                .change("launches", from: String.self, to: Int.self) { Int($0) }
            ),
            MigrationStep(
                "2.10.0",
                "Decode the profile, make the token a secret",
                ifNothingToMove: .set(["theme": "system"]),
                .decodeJSON("profile", as: Profile.self),
                .moveToSecrets("token", as: "session.token")
            ),
            MigrationStep(
                "3.0.0",
                "Download the catalog",
                ifNothingToMove: .leave,
                .wait(for: "the catalog", upTo: .seconds(20)) { _ in
                    try await downloadCatalog()
                } then: { data, catalog in
                    data["catalog"] = .string(catalog)
                }
            ),
        ])
    }

    /// Stands for a request to a server.
    static func downloadCatalog() async throws -> String { "42 books" }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: Settings FOLDER VERSION [--plan]")
            return
        }
        let store = JSONFileStore(path: "\(arguments[1])/settings.json")
        let secrets = FileSecretStore(path: "\(arguments[1])/secrets.json")
        let migrator = DataMigrator(try steps()) { failure in print("to monitoring: \(failure)") }
            // The key in which the app itself kept the version of its data, before it used this library.
            .adopting(versionFrom: "lastMigratedVersion")
        if arguments.contains("--plan") {
            print(try migrator.plan(for: store, secrets: secrets, appVersion: arguments[2]).text(), terminator: "")
            return
        }
        // Migrate before anything reads the settings.
        let outcome = await migrator.run(on: store, secrets: secrets, appVersion: arguments[2])
        print(outcome.result)
        print("settings:", try store.read().values.keys.sorted().joined(separator: ", "))
        print("secrets:", try secrets.names().joined(separator: ", "))
    }
}
