import DataMigration
import MigrationTesting

/// Steps with every kind of move, and data for them, for tests that interrupt them.
enum AllStepKinds {
    struct Profile: Codable {
        var name: String
        var age: Int
    }

    static func mirroredSecrets() throws -> SchemaMapping {
        try SchemaMapping([], secrets: [MirroredSecret("session.token"), MirroredSecret("pin", as: "session.pin")])
    }

    static func steps() throws -> MigrationSteps {
        let mapping = try SchemaMapping([
            MirroredKey("theme", as: "look.theme"),
            MirroredKey("size", as: "look.size", to: { Int($0) }, back: { (size: Int) in String(size) }),
        ])
        return try MigrationSteps([
            MigrationStep("1.0", "no more flutter", ifNothingToMove: .leave, .stripPrefix("flutter.")),
            MigrationStep(
                "1.9",
                "names and types",
                ifNothingToMove: .set(["launches": 0]),
                .rename("tab", to: "tab.selected"),
                .change("launches", from: String.self, to: Int.self) { Int($0) ?? 0 }
            ),
            MigrationStep(
                "1.10",
                "secrets",
                ifNothingToMove: .leave,
                .moveToSecrets("token", as: "session.token"),
                .renameSecret("pin", to: "session.pin", onCollision: .replaceTarget),
                .deleteSecret("legacy")
            ),
            MigrationStep(
                "2.0.0-beta.1",
                "profile",
                ifNothingToMove: .leave,
                .decodeJSON("profile", as: Profile.self),
                .split("name", into: ["name.first", "name.last"]) { (name: String) -> [String?] in
                    [String(name.prefix(3)), name.count > 3 ? String(name.dropFirst(3)) : nil]
                }
            ),
            MigrationStep(
                "2.0.0-beta.2",
                "wait",
                ifNothingToMove: .leave,
                .wait(for: "a session", upTo: .seconds(60)) { data in
                    try data.secret(named: "session.token").map { $0.bytes.count }
                } then: { data, count in
                    data["session.length"] = count.map { .integer($0) }
                    if let count { try data.set(Secret("refreshed \(count)"), named: "session.fresh") }
                }
            ),
            MigrationStep(
                "2.0",
                "together",
                ifNothingToMove: .leave,
                .merge(["lat", "lon"], into: "place", onCollision: .keepTarget) { (parts: [Double?]) -> [Double]? in
                    parts.map { $0 ?? 0 }
                },
                .copy("tab.selected", to: "tab.first", onCollision: .keepTarget),
                .mirror(mapping)
            ),
            MigrationStep(
                "3.0",
                "the end",
                ifNothingToMove: .leave,
                .mirror(mapping),
                .dropOldNames(of: mapping),
                .delete("cache", "temporary"),
                .addPrefix("shop."),
                .free("count") { data in data["shop.count"] = .integer(data.keys.filter { $0 != "shop.count" }.count) }
            ),
        ])
    }

    /// Returns the data of the app before the first step.
    static func data(_ random: inout SeededRandom) -> TrialData {
        var data = TrialData()
        func prefix(_ random: inout SeededRandom) -> String { random.oneIn(2) ? "flutter." : "" }
        let makers: [(String, (inout SeededRandom) -> StoredValue)] = [
            ("tab", { .string($0.text()) }), ("launches", { .string(String($0.next() % 100)) }),
            ("token", { .string($0.text()) }), ("name", { .string($0.text()) }),
            ("profile", { .data(Array(#"{"name":"Ada","age":\#($0.next() % 90)}"#.utf8)) }),
            ("lat", { .number(Double($0.next() % 720) / 8) }), ("lon", { .number(Double($0.next() % 720) / 8) }),
            ("theme", { $0.value() }), ("size", { .string(String($0.next() % 40)) }), ("cache", { $0.value() }),
        ]
        for (key, value) in makers where !random.oneIn(4) { data.values[prefix(&random) + key] = value(&random) }
        for _ in 0..<Int(random.next() % 5) { data.values["other." + random.text()] = random.value() }
        for name in ["pin", "legacy", "session.pin", "kept"] where random.oneIn(2) {
            data.secrets[name] = Secret(random.text())
        }
        return data
    }
}
