import DataMigration

/// A device on which a trial kills the app.
protocol TrialDevice: Sendable {
    var store: any SettingsStore { get }
    var secrets: any SecretStore { get }
    /// The number of changes that the process made.
    var changes: Int { get }
    /// Whether a power loss can restore older settings beside newer secrets, both complete.
    var separatesSettings: Bool { get }

    /// Kills the process during a change, counted from 0 from now on.
    func die(at change: Int)
    /// Returns the state that the next process finds.
    func survivor(afterPowerLoss isPowerLost: Bool, _ random: inout SeededRandom) -> Self
    /// Makes mirrored secrets equal, as an app does before it migrates.
    func prepare() throws(DataMigrationError)
    /// Whether there is a backup with contents.
    func hasBackup(of contents: StoreContents) -> Bool
    /// Returns what is wrong besides the contents, or `nil`.
    func leftover() throws(DataMigrationError) -> String?
}

/// A JSON file, and a file with secrets.
struct FileTrialDevice: TrialDevice {
    private static let storePath = "/app/settings.json"
    private static let secretsPath = "/app/secrets.json"

    private let disk: MortalFileSystem

    init(_ disk: MortalFileSystem = MortalFileSystem()) {
        self.disk = disk
    }

    var store: any SettingsStore {
        JSONFileStore(path: Self.storePath, fileSystem: disk, secondsSince1970: { 0 })
    }
    var secrets: any SecretStore { FileSecretStore(path: Self.secretsPath, fileSystem: disk) }
    var changes: Int { disk.changes }
    var separatesSettings: Bool { false }

    func die(at change: Int) { disk.die(at: change) }

    func survivor(afterPowerLoss isPowerLost: Bool, _ random: inout SeededRandom) -> FileTrialDevice {
        FileTrialDevice(disk.survivor(afterPowerLoss: isPowerLost, &random))
    }

    func prepare() {}

    func hasBackup(of contents: StoreContents) -> Bool {
        disk.fileNames.contains { name in
            name.hasPrefix(Self.storePath + ".backup-")
                && (try? JSONFileStore(path: name, fileSystem: disk).read()) == contents
        }
    }

    // The next writer of a file removes its temporary file, so one can remain.
    func leftover() -> String? { nil }
}

/// `UserDefaults`, and a keychain, with or without mirrored secrets.
struct PhoneTrialDevice: TrialDevice {
    private static let domain = "com.example.trial"

    private let device: MortalDevice
    private let mapping: SchemaMapping?

    init(_ device: MortalDevice = MortalDevice(), mirroring mapping: SchemaMapping?) {
        self.device = device
        self.mapping = mapping
    }

    private var settings: UserDefaultsStore {
        UserDefaultsStore(device.defaults(Self.domain), secondsSince1970: { 0 })
    }
    private var old: KeychainSecretStore {
        KeychainSecretStore(.service("flutter_secure_storage_service", prefix: "flutter."), in: device.keychain)
    }
    private var new: KeychainSecretStore { KeychainSecretStore(.account(Self.domain), in: device.keychain) }
    private var mirrored: MirroredSecretStore? { mapping.map { MirroredSecretStore(old: old, new: new, $0) } }

    var store: any SettingsStore { settings }
    var secrets: any SecretStore { mirrored ?? new as any SecretStore }
    var changes: Int { device.changes }
    // The keychain is durable at once; UserDefaults is saved later.
    var separatesSettings: Bool { true }

    func die(at change: Int) { device.die(at: change) }

    func survivor(afterPowerLoss isPowerLost: Bool, _ random: inout SeededRandom) -> PhoneTrialDevice {
        PhoneTrialDevice(device.survivor(afterPowerLoss: isPowerLost, &random), mirroring: mapping)
    }

    func prepare() throws(DataMigrationError) {
        try mirrored?.adoptOldWrites()
    }

    func hasBackup(of contents: StoreContents) -> Bool {
        device.domainNames.contains { name in
            name.hasPrefix(Self.domain + ".backup-")
                && (try? UserDefaultsStore(device.defaults(name)).read()) == contents
        }
    }

    func leftover() throws(DataMigrationError) -> String? {
        let values = try device.defaults(Self.domain).values()
        if values[UserDefaultsStore.journalKey] != nil { return "an unfinished commit remains" }
        if let disagreement = try mirrored?.verify().first { return "mirrored secrets differ: \(disagreement)" }
        return nil
    }
}
