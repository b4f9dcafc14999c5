import BenchmarkToggles
import CMeasure
import FeatureToggles
import FeatureTogglesTesting
import FeatureTogglesUsage
import Synchronization

/// The cost of reads through `any FeatureToggle`, compared with an inlined atomic load and bit test in the same run.
enum ReadBenchmark {
    private static let count = 4_000_000

    static func run() {
        let client = ToggleClient(
            registries: [BenchmarkToggles.registry, padding],
            overrides: OverrideSources(environment: [
                "TOGGLE_OVERRIDDEN_BOOL": "1", "TOGGLE_RANKING": "neural", "TOGGLE_SHORT_TEXT": "Salut",
                "TOGGLE_LONG_TEXT": "Another text of more than fifteen bytes",
            ])
        )
        let reported = ToggleClient(registries: [BenchmarkToggles.registry, padding])
        // Nothing is stored, because neither `save()` nor `run()` is called.
        let usage = UsageReport(of: reported, appVersion: "1.0", storedAt: "usage.json") { _ in }
        defer { withExtendedLifetime(usage) {} }
        // Looked up by name, so that the optimizer doesn't know the type from which a loop reads.
        let subjects: [String: any FeatureToggle] = [
            "client": client, "reported": reported, "snapshot": client.snapshot(),
            "double": FixedToggles(.set(.plainBool, to: true)),
            "scoped": client.scoped(to: EvaluationContext(targetingKey: "somebody")),
        ]
        let observation = Task { for await _ in client.updates(of: .observedBool) {} }
        defer { observation.cancel() }
        guard let toggles = subjects["client"], let snapshot = subjects["snapshot"], let double = subjects["double"],
            let scoped = subjects["scoped"], let reported = subjects["reported"]
        else { return }
        let floor = Floor()
        // Created here, because the allocations of loops are counted.
        let context = EvaluationContext(targetingKey: "somebody")

        print("Reads through any FeatureToggle, keys and client in other modules, 1,000 toggles declared.")
        print("The first row is the floor: an inlined atomic load and bit test. Ratios compare minima of this run.\n")
        print(
            left("", 44) + right("min ns", 9) + right("median", 9) + right("ratio", 8) + right("goal", 7)
                + "  allocations"
        )
        let base = Measurement("inlined atomic load and bit test", count: count) { floorLoop(floor, $0) }
        show(base, base: base, goal: nil)
        let peers: [String: any BitSource] = ["word": SharedWord(0b100)]
        guard let peer = peers["word"] else { return }
        let call = Measurement("call through an existential, load, bit test", count: count) { peerLoop(peer, $0) }
        show(call, base: base, goal: nil)
        let rows: [(Measurement, Double?)] = [
            (Measurement("Bool", count: count) { plainLoop(toggles, $0) }, 4),
            (Measurement("Bool, active override", count: count) { overriddenLoop(toggles, $0) }, nil),
            (Measurement("Bool, observed", count: count) { observedLoop(toggles, $0) }, nil),
            (Measurement("Bool, of a snapshot", count: count) { plainLoop(snapshot, $0) }, nil),
            (Measurement("Bool, scoped to a context", count: count) { plainLoop(scoped, $0) }, nil),
            (Measurement("permission, with a context", count: count) { permissionLoop(toggles, context, $0) }, nil),
            (Measurement("Bool, with a usage report", count: count) { plainLoop(reported, $0) }, nil),
            (Measurement("Int", count: count) { intLoop(toggles, $0) }, nil),
            (Measurement("enum", count: count) { enumLoop(toggles, $0) }, 8),
            (Measurement("String of at most 15 bytes", count: count) { shortLoop(toggles, $0) }, 30),
            (Measurement("String of more than 15 bytes", count: count / 4) { longLoop(toggles, $0) }, 30),
            (Measurement("Bool, test double", count: count / 40) { plainLoop(double, $0) }, nil),
        ]
        for (row, goal) in rows { show(row, base: base, goal: goal) }
        let ratio = rows[0].0.minimum / call.minimum
        print("\nBool compared with that call of another module's class: \(formatted(ratio, digits: 2))× (goal ≤ 1.1×)")

        let scopedRatio = rows[4].0.minimum / rows[0].0.minimum
        print("Bool scoped to a context, compared with Bool: \(formatted(scopedRatio, digits: 2))× (goal ≤ 1.3×)")
        let reportedRatio = rows[6].0.minimum / rows[0].0.minimum
        print("Bool with a usage report, compared with Bool: \(formatted(reportedRatio, digits: 2))× (goal ≤ 1.1×)")
        let scoping = Measurement("scoped(to:)", count: count / 40) { scopingLoop(client, context, $0) }
        let allocations = scoping.allocations.map { formatted($0, digits: 3) } ?? "not counted"
        print("scoped(to:): \(formatted(scoping.minimum, digits: 0)) ns, allocations: \(allocations) (goal ≤ 1)")

        print("\nTwo threads that start at the same time; each is timed separately:\n")
        let both = Measurement("floor", inTwoThreads: count * 4) { floorLoop(floor, $0) }
        show(both, base: both, goal: nil)
        show(Measurement("Bool", inTwoThreads: count * 4) { plainLoop(toggles, $0) }, base: both, goal: 4)
    }

    private static func show(_ row: Measurement, base: Measurement, goal: Double?) {
        let ratio = row.minimum / base.minimum
        print(
            left(row.name, 44) + right(formatted(row.minimum, digits: 2), 9)
                + right(formatted(row.median, digits: 2), 9) + right(formatted(ratio, digits: 1), 8)
                + right(goal.map { "≤ \(formatted($0, digits: 0))" } ?? "", 7)
                + "  \(row.allocations.map { formatted($0, digits: 3) } ?? "not counted")"
        )
    }

    /// Toggles that give the table a realistic size.
    private static var padding: ToggleRegistry {
        ToggleRegistry(
            namespace: "Padding",
            toggles: (0..<992).map {
                ToggleDefinition(key: "padding_\($0)", category: .ops, type: .bool, defaultValue: false)
            }
        )
    }
}

/// The lower bound of a read: the word is in a known object, and everything is inlined.
final class Floor: Sendable {
    let word = Atomic<UInt64>(0b100)

    @inline(__always)
    func bit(_ number: UInt64) -> Bool {
        word.load(ordering: .acquiring) >> number & 1 != 0
    }
}

// The loops are separate functions that are not inlined, so that the optimizer knows only their parameters.

@inline(never)
private func floorLoop(_ floor: Floor, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        if floor.bit(2) { result &+= 1 }
    }
    return result
}

@inline(never)
private func peerLoop(_ source: any BitSource, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        if source.bit(2) { result &+= 1 }
    }
    return result
}

@inline(never)
private func plainLoop(_ toggles: any FeatureToggle, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        if toggles.isEnabled(.plainBool) { result &+= 1 }
    }
    return result
}

@inline(never)
private func overriddenLoop(_ toggles: any FeatureToggle, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        if toggles.isEnabled(.overriddenBool) { result &+= 1 }
    }
    return result
}

@inline(never)
private func observedLoop(_ toggles: any FeatureToggle, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        if toggles.isEnabled(.observedBool) { result &+= 1 }
    }
    return result
}

@inline(never)
private func permissionLoop(_ toggles: any FeatureToggle, _ context: EvaluationContext, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        if toggles.isEnabled(.admin, for: context) { result &+= 1 }
    }
    return result
}

@inline(never)
private func scopingLoop(_ client: ToggleClient, _ context: EvaluationContext, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        if client.scoped(to: context).context.targetingKey != nil { result &+= 1 }
    }
    return result
}

@inline(never)
private func intLoop(_ toggles: any FeatureToggle, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        result &+= toggles.value(of: .pageSize)
    }
    return result
}

@inline(never)
private func enumLoop(_ toggles: any FeatureToggle, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        switch toggles.value(of: .ranking) {
        case .classic: result &+= 1
        case .popular: result &+= 2
        case .neural: result &+= 3
        }
    }
    return result
}

@inline(never)
private func shortLoop(_ toggles: any FeatureToggle, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        result &+= toggles.value(of: .shortText).utf8.count
    }
    return result
}

@inline(never)
private func longLoop(_ toggles: any FeatureToggle, _ count: Int) -> Int {
    var result = 0
    for _ in 0..<count {
        measure_barrier()
        result &+= toggles.value(of: .longText).utf8.count
    }
    return result
}
