import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// defaults-torture run [--kills 200] [--writers 4] [--folder PATH]
// defaults-torture write PATH INDEX [MILLISECONDS BETWEEN WRITES]
// defaults-torture follow PATH
//
// Repeatedly kills writers of a local defaults file at random times, and continuously reads the file.
// Exits with 1 if a guarantee of the file was violated.
//
// With `follow`, prints the size of a file now and after each change, until its input ends. It drops root privileges
// first, because root can open every folder.

#if OVERRIDES
let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), arguments.indices.contains(index + 1) else { return nil }
    return arguments[index + 1]
}

switch arguments.first {
case "write" where arguments.count == 3 || arguments.count == 4:
    TortureWriter(
        file: LocalDefaultsFile(path: arguments[1]),
        name: arguments[2],
        pause: arguments.count == 4 ? UInt32(arguments[3]) ?? 0 : 0
    ).run()
case "follow" where arguments.count == 2:
    follow(arguments[1])
case "run":
    var template = Array("\(option("--folder") ?? "/tmp")/defaults-torture-XXXXXX".utf8CString)
    guard let folder = mkdtemp(&template) else {
        perror("Cannot create a folder")
        exit(2)
    }
    var torture = Torture(
        program: CommandLine.arguments[0],
        folder: String(cString: folder),
        kills: option("--kills").flatMap { Int($0) } ?? 200,
        writers: option("--writers").flatMap { Int($0) } ?? 4
    )
    let report = torture.run()
    print(report)
    exit(report.violations.isEmpty ? 0 : 1)
default:
    print("usage: defaults-torture run [--kills COUNT] [--writers COUNT] [--folder PATH]")
    exit(2)
}
#else
print("A RELEASE build has no local defaults file; build with --configuration debug or --traits default,InternalBuild.")
exit(2)
#endif
