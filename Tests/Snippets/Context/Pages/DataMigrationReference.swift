import DataMigration

struct Profile: Codable {
    let name: String
}

let secretPath = "/"

var steps: MigrationSteps { fatalError() }

var migrator: DataMigrator { fatalError() }

var mapping: SchemaMapping { fatalError() }

let store = InMemoryStore()

let secrets = FileSecretStore(path: secretPath)

let token = Secret("secret")

struct API {
    func refresh(_ token: Secret?) async throws -> String { "" }
}

let api = API()

struct Splash {
    func show(_ progress: Double) {}
}

let splash = Splash()
