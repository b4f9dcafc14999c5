#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// migration-torture run [--kills 200] [--crashes 10000] [--seed N] [--folder PATH]
// migration-torture migrate FOLDER VERSION
//
// Kills migrating apps at random moments, and checks the data that they leave. Then runs a trial in this process that
// crashes at every write, with and without a power loss: with files, with UserDefaults and a keychain, and with mirrored
// secrets. Exits with 1 if a store was neither old nor new.

let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 1) else { return nil }
    return arguments[index + 1]
}

switch arguments.first {
case "migrate" where arguments.count == 3:
    let app = TortureApp(folder: arguments[1])
    exit(try await app.migrate(to: arguments[2]) ? 0 : 1)
case "run":
    var template = Array("\(option("--folder") ?? "/tmp")/migration-torture-XXXXXX".utf8CString)
    guard let folder = mkdtemp(&template) else {
        perror("Cannot create a folder")
        exit(2)
    }
    let seed = option("--seed").flatMap { UInt64($0) } ?? .random(in: 0...999_999)
    let torture = MigrationTorture(
        program: CommandLine.arguments[0],
        folder: String(cString: folder),
        kills: option("--kills").flatMap { Int($0) } ?? 200,
        crashes: option("--crashes").flatMap { Int($0) } ?? 10_000,
        seed: seed
    )
    let report = try await torture.run()
    print(report)
    exit(report.violations.isEmpty ? 0 : 1)
default:
    print("usage: migration-torture run [--kills COUNT] [--crashes COUNT] [--seed NUMBER] [--folder PATH]")
    exit(2)
}
