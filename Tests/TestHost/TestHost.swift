#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The programs that tests run, disturb, and kill, in one executable.
///
/// The first argument chooses a program. The others are its arguments, which each program's file lists.
@main
struct TestHost {
    static func main() async throws {
        var arguments = CommandLine.arguments
        let name = arguments.count > 1 ? arguments.remove(at: 1) : ""
        switch name {
        case "backfill": try await BackfillTorture.run(arguments)
        case "cache": try await CacheTorture.run(arguments)
        case "console": ConsoleHost.run(arguments)
        case "defaults": DefaultsTorture.run(arguments)
        case "migration": try await MigrationTortureHost.run(arguments)
        case "state": StateHost.run(arguments)
        default: fail("usage: test-host backfill|cache|console|defaults|migration|state ARGUMENT…")
        }
    }
}

/// Prints a text, and ends the process with 2.
func fail(_ text: String) -> Never {
    print(text)
    exit(2)
}

/// The value after an option, if there is one.
func option(_ name: String, in arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 1) else { return nil }
    return arguments[index + 1]
}

/// Writes a line at once, which is whole or not there at all.
func printLine(_ text: String, to descriptor: Int32 = 1) {
    let line = Array("\(text)\n".utf8)
    if write(descriptor, line, line.count) < 0 { exit(4) }
}

/// Creates an empty folder, in the one that `--folder` names.
func temporaryFolder(_ name: String, _ arguments: [String]) -> String {
    var template = Array("\(option("--folder", in: arguments) ?? "/tmp")/\(name)-XXXXXX".utf8CString)
    guard let folder = mkdtemp(&template) else {
        perror("Cannot create a folder")
        exit(2)
    }
    return String(cString: folder)
}
