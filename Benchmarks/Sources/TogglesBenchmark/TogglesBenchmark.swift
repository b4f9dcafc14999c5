/// Prints what the package costs, as ratios where a machine's speed would matter.
@main
struct TogglesBenchmark {
    static func main() throws {
        ReadBenchmark.run()
    }
}
