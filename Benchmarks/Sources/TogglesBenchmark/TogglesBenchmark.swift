/// Prints what the package costs, as ratios where a machine's speed would matter.
///
///     TogglesBenchmark                                            reads, state, propagation, parsing, rules
///     TogglesBenchmark rules                                      rules alone
///     TogglesBenchmark run COUNT PROGRAM ARGUMENT…                milliseconds of a program from start to exit
///     TogglesBenchmark manifest COUNT                             prints a toggles.yaml of so many toggles
///     TogglesBenchmark follow KEY FILE                            prints a toggle of a local defaults file at each change
///
/// Everything else is for the processes that it starts itself.
@main
struct TogglesBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case nil:
            ReadBenchmark.run()
            try StateBenchmark.run()
            try PropagationBenchmark.run()
            try ParsingBenchmark.run()
            try RulesBenchmark.run()
        case "run" where arguments.count > 2:
            let count = Int(arguments[1]) ?? 20
            let costs = try (0..<max(1, count)).map { _ in
                try Child(arguments: Array(arguments[2...])).run().milliseconds
            }
            let measurement = Measurement("", costs: costs)
            print("\(formatted(measurement.minimum, digits: 1)) \(formatted(measurement.median, digits: 1))")
        case "manifest" where arguments.count == 2:
            print(ManyToggles.manifest(Int(arguments[1]) ?? 1_000), terminator: "")
        case "follow" where arguments.count == 3:
            FollowBenchmark.run(arguments[1], path: arguments[2])
        case "rules":
            try RulesBenchmark.run()
        case "memory":
            StateBenchmark.reportMemory(with: arguments.dropFirst().first.flatMap { Int($0) }, arguments.last ?? "")
        case "write" where arguments.count == 2:
            try PropagationBenchmark.write(to: arguments[1])
        default:
            print("usage: TogglesBenchmark [rules | run COUNT PROGRAM ARGUMENT… | manifest COUNT | follow KEY FILE]")
        }
    }
}
