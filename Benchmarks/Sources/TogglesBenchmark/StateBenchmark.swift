import BenchmarkToggles
import CMeasure
import FeatureToggles
import FeatureTogglesRemote

/// The cost of a client of 1,000 toggles, except reads.
enum StateBenchmark {
    private static let count = 1_000

    static func run() throws {
        var workspace = try Workspace()
        let path = try workspace.file("toggles.json", ManyToggles.localDefaults(count))
        let registry = ManyToggles.registry(count)
        let overrides = OverrideSources(localDefaultsPath: path)

        print("\n1,000 toggles, all of which are overridden in a local defaults file:\n")
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
        try measureMemory(&workspace)
    }

    /// Prints the memory of this process with a client of `count` toggles, or without a client if `count` is `nil`.
    static func reportMemory(with count: Int?, _ path: String) {
        guard let count else {
            print(measure_private_memory())
            return
        }
        let client = ToggleClient(
            registries: [ManyToggles.registry(count)],
            overrides: OverrideSources(localDefaultsPath: path)
        )
        print(measure_private_memory(), client.definitions.count)
    }

    private static func measureMemory(_ folder: inout Workspace) throws {
        func lowest(_ arguments: String...) throws -> Int {
            let child = Child(arguments: [CommandLine.arguments[0], "memory"] + arguments)
            let figures = try (0..<15).compactMap { _ in
                try child.run().output.split { !$0.isNumber }.first.flatMap { Int($0) }
            }
            return figures.min() ?? 0
        }
        guard measure_private_memory() >= 0 else {
            print("memory is not measured on this platform")
            return
        }
        let empty = try lowest()
        for count in [1, Self.count] {
            let path = try folder.file("memory-\(count).json", ManyToggles.localDefaults(count))
            print(
                left("memory above an empty process, \(count) toggles", 44)
                    + right("\((try lowest("\(count)", path) - empty) / 1_024) KiB", 12) + right("", 12)
                    + right(count == 1 ? "" : "≤ 1 MiB", 11)
            )
        }
    }

    static func show(_ row: Measurement, goal: String = "") {
        func time(_ nanoseconds: Double) -> String {
            nanoseconds < 10_000
                ? "\(formatted(nanoseconds, digits: 0)) ns" : "\(formatted(nanoseconds / 1_000_000, digits: 3)) ms"
        }
        print(left(row.name, 44) + right(time(row.minimum), 12) + right(time(row.median), 12) + right(goal, 11))
    }
}
