import CMeasure
import FeatureToggles
import FeatureTogglesRemote

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The cost of the state file, which a client writes in the background after a change.
enum StateFileBenchmark {
    static func run() throws {
        var workspace = try Workspace()
        let path = try workspace.file("toggles.json", ManyToggles.localDefaults(1_000))
        let remote = InMemoryRemoteSource(document: String(decoding: ManyToggles.remoteDocument(1_000), as: UTF8.self))
        print("\nOne write of a state file with 1,000 toggles, in processor time of all threads:\n")
        print(left("", 44) + right("min", 12) + right("median", 12) + right("goal", 11))
        for (name, defaults, source) in [
            ("no values but defaults", try workspace.file("empty.json", Array(#"{"version": 1}"#.utf8)), nil),
            ("all overridden, and in a remote document", path, remote),
        ] {
            let without = costs(defaults, source, writesStateFile: false)
            let with = costs(defaults, source, writesStateFile: true)
            let base = without.sorted()[without.count / 2]
            StateBenchmark.show(Measurement(name, costs: with.map { max(0, $0 - base) }), goal: "≤ 1 ms")
        }
    }

    /// Returns the processor time of changes of the context, in nanoseconds, including the write of each.
    private static func costs(_ path: String, _ remote: InMemoryRemoteSource?, writesStateFile: Bool) -> [Double] {
        var overrides = OverrideSources(localDefaultsPath: path)
        overrides.writesStateFile = writesStateFile
        let client = ToggleClient(
            registries: [ManyToggles.registry(1_000)],
            overrides: overrides,
            remote: remote,
            context: EvaluationContext()
        )
        usleep(300_000)
        return (0..<20).map { number in
            let start = measure_processor_nanoseconds()
            client.context["number"] = .integer(number)
            // Longer than the interval between two writes.
            usleep(150_000)
            return Double(measure_processor_nanoseconds() - start)
        }
    }
}
