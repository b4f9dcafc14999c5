import DataMigration
import Foundation
import TestSupport
import Testing

struct SecretTests {
    private let folder = try? TemporaryFolder()

    @Test func onlyOwnerCanAccessSecretFile() throws {
        let folder = try #require(folder)
        let store = FileSecretStore(path: folder.path("secrets.json"))
        try store.set(Secret("geheim"), named: "token")
        try store.set(Secret([0, 255]), named: "key")
        #expect(try folder.mode("secrets.json") == 0o600)
        #expect(try store.names() == ["key", "token"])
        #expect(try store.secret(named: "token") == Secret("geheim"))
        try store.remove("token")
        #expect(try store.secret(named: "token") == nil)
        // No file with the removed secret remains.
        #expect(try folder.names() == [".secrets.json.lock", "secrets.json"])
    }

    @Test func nextWriteRestrictsPermissions() throws {
        let folder = try #require(folder)
        try folder.write(#"{"version":1,"secrets":{"a":"AQ=="}}"#, to: "secrets.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("secrets.json"))
        try FileSecretStore(path: folder.path("secrets.json")).set(Secret([1]), named: "a")
        #expect(try folder.mode("secrets.json") == 0o600)
    }

    @Test(arguments: ["{", "[]", #"{"version":2,"secrets":{}}"#, #"{"version":1,"secrets":{"a":"?"}}"#])
    func invalidSecretFileIsLeftUnchanged(text: String) throws {
        let folder = try #require(folder)
        try folder.write(text, to: "secrets.json")
        let store = FileSecretStore(path: folder.path("secrets.json"))
        let error = #expect(throws: DataMigrationError.self) { try store.set(Secret([1]), named: "a") }
        #expect(error?.code == .secretsUnavailable)
        #expect(error?.message.hasPrefix("\(store.path) cannot be used: ") == true, "\(error?.message ?? "")")
        #expect(try folder.text("secrets.json") == text)
    }

    @Test func secretIsRedacted() {
        let secret = Secret("geheim")
        var dump = ""
        Swift.dump(secret, to: &dump)
        #expect("\(secret) \(String(reflecting: secret)) \(dump)".contains("geheim") == false)
    }

    @Test(arguments: [
        ("{\n", "it is not valid JSON, at line 2, column 1. The text ends in the middle of a value;"),
        ("[]", "it is not a JSON object with an object “secrets”."),
        (#"{"version": 2, "secrets": {}}"#, "its version is not 1,"),
        (
            #"{"version": 1, "secrets": {"token": "geheim!"}}"#,
            "a secret in it is not Base64, at line 1, column 37."
        ),
    ])
    func errorsOfSecretFilesContainNoSecrets(text: String, sentence: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "secrets.json")
        let error = try #require(throws: DataMigrationError.self) {
            try FileSecretStore(path: folder.path("secrets.json")).names()
        }
        #expect(error.message.contains("cannot be used: \(sentence)"), "\(error)")
        #expect(!error.message.contains("geheim") && !error.message.contains("token"))
        #expect(try folder.text("secrets.json") == text)
    }

    private func migrator() throws -> DataMigrator {
        DataMigrator(
            try MigrationSteps([MigrationStep("1", "secret", ifNothingToMove: .fail, .moveToSecrets("token"))])
        ) { _ in }
    }

    @Test func failedSecretKeepsItsSetting() throws {
        let secrets = RefusingSecretStore { $0.hasPrefix("DataMigration.staged.") }
        let store = InMemoryStore(["token": "t"])
        #expect(try migrator().run(on: store, secrets: secrets, appVersion: "1").result == .keptData)
        #expect(store.read() == StoreContents(values: ["token": "t"]))
        secrets.recover()
        #expect(try migrator().run(on: store, secrets: secrets, appVersion: "1").result == .migrated)
        #expect(secrets.names() == ["token"])
        #expect(store.read() == StoreContents(record: MigrationRecord(version: "1")))
    }

    @Test func waitingSecretIsPublishedAtNextLaunch() throws {
        let secrets = RefusingSecretStore { $0 == "token" }
        let store = InMemoryStore(["token": "t"])
        let outcome = try migrator().run(on: store, secrets: secrets, appVersion: "1")
        #expect(outcome.result == .migrated)
        #expect(outcome.problems.map(\.resolution) == [.secretsWait])
        #expect(secrets.secret(named: "token") == nil)
        secrets.recover()
        #expect(try migrator().run(on: store, secrets: secrets, appVersion: "1").result == .upToDate)
        #expect(secrets.secret(named: "token") == Secret("t"))
        #expect(secrets.names() == ["token"])
    }
}
