import BenchmarkToggles
import CMeasure
import FeatureToggles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time until a read sees a change of the local defaults file by another process.
enum PropagationBenchmark {
    private static let count = 60
    /// The first timed value; the values before it are not timed.
    private static let base = 1_000

    static func run() throws {
        var workspace = try Workspace()
        let path = try workspace.file("toggles.json")
        _ = try workspace.file("toggles.json.previous")
        _ = try workspace.file(".toggles.json.lock")
        let client = ToggleClient(
            registries: [BenchmarkToggles.registry],
            overrides: OverrideSources(localDefaultsPath: path)
        )
        let writer = try Child.same("write", path).start()
        // A value can be missed if the next one arrives first; then it counts as seen with that one.
        var seen: [UInt64] = []
        let end = measure_nanoseconds() + 60_000_000_000
        while seen.count < count, measure_nanoseconds() < end {
            let value = client.value(of: .pageSize)
            let now = measure_nanoseconds()
            while base + seen.count <= value { seen.append(now) }
            // Yields the processor, like an app that reads occasionally; otherwise the reader would delay the update.
            usleep(100)
        }
        let lines = try writer.wait().split(separator: "\n").map { line in
            line.split(separator: " ").compactMap { UInt64($0) }
        }
        guard seen.count == count, lines.count == count, lines.allSatisfy({ $0.count == 2 }) else {
            throw Child.Failure(description: "only \(seen.count) of \(lines.count) updates were seen")
        }
        print("\nTime until a read sees an override that another process sets, \(count) updates:\n")
        print(left("", 44) + right("min", 12) + right("median", 12) + right("goal (med.)", 13))
        StateBenchmark.show(
            Measurement("from the call of update()", costs: zip(seen, lines).map { Double($0) - Double($1[0]) }),
            goal: "≤ 20 ms"
        )
        StateBenchmark.show(
            Measurement("the update itself, until it is durable", costs: lines.map { Double($0[1]) - Double($0[0]) })
        )
    }

    /// Updates a file repeatedly, and prints when each update began and returned.
    static func write(to path: String) throws {
        let file = LocalDefaultsFile(path: path)
        for index in 0..<count {
            usleep(UInt32.random(in: 20_000...60_000))
            let start = measure_nanoseconds()
            try file.update([.set("page_size", .integer(base + index))])
            print(start, measure_nanoseconds())
        }
    }
}
