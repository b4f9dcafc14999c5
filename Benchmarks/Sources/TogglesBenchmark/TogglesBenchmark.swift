#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Prints the performance of the package, as ratios where the speed of the machine would matter.
///
///     TogglesBenchmark                                            reads, state, propagation, parsing, rules, stalls
///     TogglesBenchmark rules                                      only rules
///     TogglesBenchmark observing                                  only observed reads in views
///     TogglesBenchmark state-file                                 only writes of the state file
///     TogglesBenchmark stall COUNT                                only reads during COUNT activations
///     TogglesBenchmark document COUNT                             prints a remote document of COUNT rules
///     TogglesBenchmark cases COUNT FLAGS                          prints COUNT cases for a document of FLAGS rules
///     TogglesBenchmark run COUNT PROGRAM ARGUMENT…                milliseconds of a program from start to exit
///     TogglesBenchmark manifest COUNT                             prints a toggles.yaml of COUNT toggles
///     TogglesBenchmark follow KEY FILE                            prints a toggle of a local defaults file after each change
///     TogglesBenchmark app COUNT FILE                             an app with a state file next to a local defaults file
///
/// Other commands are for its child processes.
@main
struct TogglesBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case nil:
            ReadBenchmark.run()
            try StateBenchmark.run()
            try StateFileBenchmark.run()
            try PropagationBenchmark.run()
            try ParsingBenchmark.run()
            try RulesBenchmark.run()
            try StallBenchmark.run()
        case "run" where arguments.count > 2:
            let count = Int(arguments[1]) ?? 20
            let costs = try (0..<max(1, count)).map { _ in
                try Child(arguments: Array(arguments[2...])).run().milliseconds
            }
            let measurement = Measurement("", costs: costs)
            print("\(formatted(measurement.minimum, digits: 1)) \(formatted(measurement.median, digits: 1))")
        case "manifest" where arguments.count == 2:
            print(ManyToggles.manifest(Int(arguments[1]) ?? 1_000), terminator: "")
        case "document" where arguments.count == 2:
            printBytes(ManyRules.document(Int(arguments[1]) ?? 100))
        case "cases" where arguments.count == 3:
            ManyRules.writeCases(Int(arguments[1]) ?? 1_000, flags: max(1, Int(arguments[2]) ?? 100), printBytes)
        case "follow" where arguments.count == 3:
            FollowBenchmark.run(arguments[1], path: arguments[2])
        case "app" where arguments.count == 3:
            AppBenchmark.run(Int(arguments[1]) ?? 1_000, path: arguments[2])
        case "observing":
            ObservingBenchmark.runAndExit()
        case "state-file":
            try StateFileBenchmark.run()
        case "rules":
            try RulesBenchmark.run()
        case "stall":
            try StallBenchmark.run(activations: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000)
        case "memory":
            StateBenchmark.reportMemory(with: arguments.dropFirst().first.flatMap { Int($0) }, arguments.last ?? "")
        case "write" where arguments.count == 2:
            try PropagationBenchmark.write(to: arguments[1])
        default:
            print(
                "usage: TogglesBenchmark [rules | observing | state-file | stall COUNT | document COUNT | cases COUNT FLAGS | run COUNT PROGRAM ARGUMENT… | manifest COUNT | follow KEY FILE | app COUNT FILE]"
            )
        }
    }

    private static func printBytes(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { exit(1) }
            rest = rest.dropFirst(count)
        }
    }
}
