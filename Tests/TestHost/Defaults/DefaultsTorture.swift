import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Repeatedly kills writers of a local defaults file at random times, and continuously reads the file.
///
///     test-host defaults run [--kills 200] [--writers 4] [--folder PATH]
///     test-host defaults write PATH INDEX [MILLISECONDS BETWEEN WRITES]
///     test-host defaults follow PATH
///
/// Exits with 1 if a guarantee of the file was violated.
///
/// With `follow`, prints the size of a file now and after each change, until its input ends. It drops root privileges
/// first, because root can open every folder.
enum DefaultsTorture {
    static func run(_ arguments: [String]) {
        #if OVERRIDES
        switch arguments.dropFirst().first {
        case "write" where arguments.count == 4 || arguments.count == 5:
            TortureWriter(
                file: LocalDefaultsFile(path: arguments[2]),
                name: arguments[3],
                pause: arguments.count == 5 ? UInt32(arguments[4]) ?? 0 : 0
            ).run()
        case "follow" where arguments.count == 3:
            follow(arguments[2])
        case "run":
            var torture = Torture(
                program: arguments[0],
                folder: temporaryFolder("defaults-torture", arguments),
                kills: option("--kills", in: arguments).flatMap { Int($0) } ?? 200,
                writers: option("--writers", in: arguments).flatMap { Int($0) } ?? 4
            )
            let report = torture.run()
            print(report)
            exit(report.violations.isEmpty ? 0 : 1)
        default:
            fail("usage: test-host defaults run [--kills COUNT] [--writers COUNT] [--folder PATH]")
        }
        #else
        fail(
            "A RELEASE build has no local defaults file; build with --configuration debug or --traits default,InternalBuild."
        )
        #endif
    }
}
