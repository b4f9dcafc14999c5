import BenchmarkToggles
import CMeasure
import FeatureToggles

/// What a client of 1,000 toggles costs, apart from reads.
enum StateBenchmark {
    private static let count = 1_000

    static func run() throws {
        var workspace = try Workspace()
        let path = try workspace.file("toggles.json", ManyToggles.localDefaults(count))
        let registry = ManyToggles.registry(count)
        let overrides = OverrideSources(localDefaultsPath: path)

        print("\n1,000 toggles, of which every one is overridden in a local defaults file:\n")
        print(left("", 44) + right("min", 12) + right("median", 12) + right("goal", 11))
        let start = Measurement("client start", passes: 40) {
            ToggleClient(registries: [registry], overrides: overrides).problems.count
        }
        show(start, goal: "≤ 2 ms")
        let client = ToggleClient(registries: [registry, BenchmarkToggles.registry], overrides: overrides)
        show(Measurement("snapshot()", passes: 40) { client.snapshot().isEnabled(.plainBool) ? 1 : 0 })
        show(
            Measurement("evaluation(of:)", passes: 2_000) {
                client.evaluation(of: .pageSize).value
            }
        )
        let text = ManyToggles.remoteDocument(count)
        let remote = InMemoryRemoteSource(document: String(decoding: text, as: UTF8.self))
        show(
            Measurement("client start with a document for all", passes: 40) {
                ToggleClient(registries: [registry], overrides: .none, remote: remote).problems.count
            }
        )
        try measureMemory(path)
    }

    /// Prints this process's memory while it has a client, or none.
    static func reportMemory(with path: String) {
        guard path != "none" else {
            print(measure_private_memory())
            return
        }
        let client = ToggleClient(
            registries: [ManyToggles.registry(count)],
            overrides: OverrideSources(localDefaultsPath: path)
        )
        print(measure_private_memory(), client.problems.count)
    }

    private static func measureMemory(_ path: String) throws {
        func lowest(_ argument: String) throws -> Int? {
            try (0..<15).compactMap { _ in
                try Child.same("memory", argument).run().output.split { !$0.isNumber }.first.flatMap { Int($0) }
            }.min()
        }
        guard measure_private_memory() >= 0, let empty = try lowest("none"), let full = try lowest(path) else {
            print("memory is not measured on this platform")
            return
        }
        print(
            left("memory above an empty process", 44) + right("\((full - empty) / 1_024) KiB", 12) + right("", 12)
                + right("≤ 1 MiB", 11)
        )
    }

    static func show(_ row: Measurement, goal: String = "") {
        func time(_ nanoseconds: Double) -> String {
            nanoseconds < 10_000
                ? "\(formatted(nanoseconds, digits: 0)) ns" : "\(formatted(nanoseconds / 1_000_000, digits: 3)) ms"
        }
        print(left(row.name, 44) + right(time(row.minimum), 12) + right(time(row.median), 12) + right(goal, 11))
    }
}
