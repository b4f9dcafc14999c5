#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Damages real sources and settings at random, and passes them to the linter.
///
/// A trap ends the run. The input is then in the file of the run, and the same seed reproduces it.
@main
struct LintFuzzing {
    private static let usage = """
        usage: lint-fuzz SECONDS SEED STATE FOLDER…

          SECONDS  the duration of the run
          SEED     a number; the same one damages the same files in the same way
          STATE    the file for the current input
          FOLDER   a folder with Swift files

        """

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 4, let seconds = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
            print(usage, terminator: "")
            exit(2)
        }
        let sources = Array(Set(arguments.dropFirst(3).flatMap(SwiftFiles.below))).sorted()
        guard !sources.isEmpty else {
            print("There are no Swift files below \(arguments.dropFirst(3).joined(separator: ", ")).")
            exit(2)
        }
        var run = FuzzRun(seed: seed, sources: sources, statePath: arguments[3])
        let start = SystemTime.uptime
        while SystemTime.uptime - start < Double(seconds) { try run.step() }
        print(run.summary)
        guard run.hasReachedEverything else {
            print("The run is too short: one of these numbers is 0, apart from settings without mistakes.")
            exit(1)
        }
    }
}

/// The time of a monotonic clock.
private enum SystemTime {
    /// The time in seconds.
    static var uptime: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}

/// Finds Swift files.
private enum SwiftFiles {
    static func below(_ folder: String) -> [String] {
        var result: [String] = []
        var folders = [folder]
        while let folder = folders.popLast() {
            guard let stream = opendir(folder) else { continue }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
                }
                if name.hasPrefix(".") { continue }
                if entry.pointee.d_type == UInt8(DT_DIR) { folders.append("\(folder)/\(name)") }
                if name.hasSuffix(".swift") { result.append("\(folder)/\(name)") }
            }
        }
        return result
    }
}
