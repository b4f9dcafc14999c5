#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Kills migrating apps at random moments, and checks the data that they leave.
///
///     test-host migration run [--kills 200] [--crashes 10000] [--seed N] [--folder PATH]
///     test-host migration twice [--folder PATH]
///     test-host migration migrate FOLDER VERSION
///     test-host migration die FOLDER CHANGE
///
/// Then runs a trial in this process that crashes at every write, with and without a power loss: with files, with
/// UserDefaults and a keychain, and with mirrored secrets. Exits with 1 if a store was neither old nor new.
///
/// `twice` kills an app at each of its changes of a folder, and the next launch at each of its own. `die` is this app.
enum MigrationTortureHost {
    static func run(_ arguments: [String]) async throws {
        switch arguments.dropFirst().first {
        case "migrate" where arguments.count == 4:
            exit(try await TortureApp(folder: arguments[2]).migrate(to: arguments[3]) ? 0 : 1)
        case "die" where arguments.count == 4:
            guard let change = Int(arguments[3]) else { fail("‘\(arguments[3])’ is not the number of a change") }
            try DoubleKills.launch(in: arguments[2], DyingFileSystem(at: change))
        case "twice":
            let kills = DoubleKills(program: arguments[0], folder: temporaryFolder("migration-kills", arguments))
            let report = try kills.run()
            print(report)
            exit(report.violations.isEmpty ? 0 : 1)
        case "run":
            let torture = MigrationTorture(
                program: arguments[0],
                folder: temporaryFolder("migration-torture", arguments),
                kills: option("--kills", in: arguments).flatMap { Int($0) } ?? 200,
                crashes: option("--crashes", in: arguments).flatMap { Int($0) } ?? 10_000,
                seed: option("--seed", in: arguments).flatMap { UInt64($0) } ?? .random(in: 0...999_999)
            )
            let report = try await torture.run()
            print(report)
            exit(report.violations.isEmpty ? 0 : 1)
        default:
            fail(
                "usage: test-host migration run|twice [--kills COUNT] [--crashes COUNT] [--seed NUMBER] [--folder PATH]"
            )
        }
    }
}
