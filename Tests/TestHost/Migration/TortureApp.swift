import DataMigration
import MigrationTesting
import ToggleBase

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An app whose data is migrated through several versions, with every kind of move.
struct TortureApp {
    struct Profile: Codable {
        var name: String
        var age: Int
    }

    static let versions = ["1.0", "1.9", "1.10", "2.0"]

    let folder: String

    var store: JSONFileStore { JSONFileStore(path: "\(folder)/settings.json") }
    var secrets: FileSecretStore { FileSecretStore(path: "\(folder)/secrets.json") }

    /// The secrets of the app, without those that the migrator has staged.
    func visibleSecrets() throws -> [String: Secret] {
        var visible: [String: Secret] = [:]
        for name in try secrets.names() where !name.hasPrefix("DataMigration.") {
            visible[name] = try secrets.secret(named: name)
        }
        return visible
    }

    /// The names of the files, among them temporary ones.
    var fileNames: [String] { (try? POSIXFileSystem().names(inFolder: folder)) ?? [] }

    /// Removes the files and the folder.
    func removeFiles() {
        for name in fileNames { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    static func steps() throws -> MigrationSteps {
        let mapping = try SchemaMapping([MirroredKey("theme", as: "look.theme")])
        return try MigrationSteps([
            MigrationStep("1.0", "no more flutter", ifNothingToMove: .fail, .stripPrefix("flutter.")),
            MigrationStep(
                "1.9",
                "names and types",
                ifNothingToMove: .fail,
                .rename("tab", to: "tab.selected"),
                .change("launches", from: String.self, to: Int.self) { Int($0) },
                .decodeJSON("profile", as: Profile.self),
                .moveToSecrets("token", as: "session.token"),
                .renameSecret("pin", to: "session.pin"),
                .deleteSecret("legacy")
            ),
            MigrationStep(
                "1.10",
                "parts",
                ifNothingToMove: .fail,
                .split("name", into: ["name.first", "name.last"]) { (name: String) -> [String?] in
                    name.split(separator: " ").map { String($0) }
                },
                .merge(["lat", "lon"], into: "place") { (parts: [Double?]) -> [Double]? in parts.compactMap(\.self) },
                .copy("tab.selected", to: "tab.first"),
                .mirror(mapping),
                .wait(for: "a profile", upTo: .seconds(60)) { data in
                    data.keys.count
                } then: { data, count in
                    data["profile.remote"] = .integer(count)
                    try data.set(Secret("refreshed \(count)"), named: "session.fresh")
                }
            ),
            MigrationStep(
                "2.0",
                "the end",
                ifNothingToMove: .fail,
                .mirror(mapping),
                .dropOldNames(of: mapping),
                .delete("cache"),
                .addPrefix("shop."),
                .free("count") { data in data["shop.count"] = .integer(data.keys.filter { $0 != "shop.count" }.count) }
            ),
        ])
    }

    /// Returns steps of which one fails with a policy.
    static func failingSteps(_ policy: FailurePolicy) throws -> MigrationSteps {
        struct Refusal: Error {}
        return try MigrationSteps([
            MigrationStep("1.0", "no more flutter", ifNothingToMove: .leave, .stripPrefix("flutter.")),
            MigrationStep(
                "1.9",
                "refuse",
                ifNothingToMove: .leave,
                onFailure: policy,
                .delete("tab"),
                .free("refuse") { _ in throw Refusal() }
            ),
            MigrationStep("2.0", "secrets", ifNothingToMove: .leave, .moveToSecrets("token", onCollision: .keepTarget)),
        ])
    }

    /// The secrets that are mirrored in a keychain.
    static func mirroredSecrets() throws -> SchemaMapping {
        try SchemaMapping([], secrets: [MirroredSecret("session.token"), MirroredSecret("pin", as: "session.pin")])
    }

    /// Migrates the data, and returns whether it can be used.
    func migrate(to version: String) async throws -> Bool {
        await DataMigrator(try Self.steps()) { _ in }.run(on: store, secrets: secrets, appVersion: version).isUsable
    }

    /// Returns data of the app before the first step, large enough that writing takes a while.
    static func longData(_ random: inout SeededRandom) -> TrialData {
        var data = data(&random)
        data.values["long"] = .string(String(repeating: "long ", count: Int(random.next() % 20_000)))
        return data
    }

    /// Returns data of the app before the first step.
    static func data(_ random: inout SeededRandom) -> TrialData {
        TrialData(
            values: [
                "flutter.tab": .string(random.text()), "launches": .string(String(random.next() % 100)),
                "profile": .data(Array(#"{"name":"Ada","age":\#(random.next() % 90)}"#.utf8)),
                "token": .string(random.text()), "flutter.name": "Ada Lovelace", "lat": .number(1.5),
                "lon": .number(2.5),
                "theme": random.value(), "cache": random.value(), "other": random.value(),
            ],
            secrets: ["pin": Secret(random.text()), "legacy": Secret("x"), "kept": Secret(random.text())]
        )
    }
}
