import BenchmarkToggles
import CMeasure
import FeatureToggles
import FeatureTogglesRemote
import Synchronization

/// What activating a large document does to those who read meanwhile.
///
/// The same reader reads a client that is being activated, and one that is not while another one is: the same work on the
/// other processor, so that what the scheduler and the memory take is in both.
enum StallBenchmark {
    /// With the two that are read as many as a document may have.
    private static let flagCount = FlagDocument.Limits.standard.flags - 2

    static func run(activations: Int = 1_000) throws {
        print(
            """

            Reads while another thread activates a document of \(flagCount) rules \(activations) times, each of which a \
            toggle follows.
            Each read is timed with the clock's own cost. ‘Not switched’ is the longest during which the scheduler did not \
            take the
            processor from the reader; what waits for a lock is in it.

            """
        )
        print(
            left("", 56) + right("p99.9", 10) + right("max", 11) + right("not switched", 14) + right("reads", 9)
        )
        for (name, isOwn) in [("another client is activated", false), ("the client itself is activated", true)] {
            let (client, other) = (client(), client())
            for client in [client, other] { activate(client, 2, Progress()).wait() }
            guard client.isEnabled(.plainBool), client.isEnabled(.admin, for: somebody) else {
                throw Child.Failure(description: "the document is not in force")
            }
            let progress = Progress()
            let activating = activate(isOwn ? client : other, activations, progress)
            let (fixed, targeted) = read(client, until: progress)
            activating.wait()
            guard progress.count == activations else {
                throw Child.Failure(description: "only \(progress.count) of \(activations) activations were done")
            }
            show("static, \(name)", fixed)
            show("targeted, \(name)", targeted)
        }
    }

    private static let somebody = EvaluationContext(targetingKey: "somebody", attributes: ["country": "DE"])

    /// A client whose every toggle follows a rule.
    private static func client() -> ToggleClient {
        let registry = ToggleRegistry(
            namespace: "Rules",
            toggles: (0..<flagCount).map {
                ToggleDefinition(key: "flag_\($0)", category: .permission, type: .bool, defaultValue: false)
            }
        )
        return ToggleClient(
            registries: [BenchmarkToggles.registry, registry],
            overrides: .none,
            remote: AlternatingSource(flagCount)
        )
    }

    private static func activate(_ client: ToggleClient, _ count: Int, _ progress: Progress) -> Finish {
        let finish = Finish()
        Task.detached {
            for _ in 0..<count where (try? await client.fetchAndActivate(minimumInterval: .zero)) == true {
                progress.advance()
            }
            progress.end()
            finish.signal()
        }
        return finish
    }

    @inline(never)
    private static func read(
        _ toggles: any FeatureToggle,
        until progress: Progress
    ) -> (fixed: Latencies, targeted: Latencies) {
        var (fixed, targeted) = (Latencies(), Latencies())
        let context = somebody
        var isFalse = false
        var start = measure_nanoseconds()
        while !progress.isOver {
            for _ in 0..<64 {
                isFalse = !toggles.isEnabled(.plainBool) || isFalse
                let middle = measure_nanoseconds()
                fixed.add(middle &- start)
                isFalse = !toggles.isEnabled(.admin, for: context) || isFalse
                start = measure_nanoseconds()
                targeted.add(start &- middle)
            }
        }
        if isFalse { print("a read saw a value that was never in force") }
        return (fixed, targeted)
    }

    private static func show(_ name: String, _ latencies: Latencies) {
        func time(_ nanoseconds: UInt64) -> String {
            nanoseconds < 10_000 ? "\(nanoseconds) ns" : "\(formatted(Double(nanoseconds) / 1_000_000, digits: 3)) ms"
        }
        print(
            left(name, 56) + right(time(latencies.percentile(0.999)), 10) + right(time(latencies.maximum), 11)
                + right(latencies.isSwitchKnown ? time(latencies.maximumUndisturbed) : "not known", 14)
                + right("\(formatted(Double(latencies.count) / 1_000_000, digits: 1)) M", 9)
        )
    }
}

/// How far activations have come.
private final class Progress: Sendable {
    private let done = Atomic(0)
    private let over = Atomic(false)

    var count: Int { done.load(ordering: .acquiring) }
    var isOver: Bool { over.load(ordering: .acquiring) }

    func advance() { done.add(1, ordering: .acquiringAndReleasing) }
    func end() { over.store(true, ordering: .releasing) }
}

/// Brings one of two documents, and the other one the next time.
private final class AlternatingSource: RemoteSource {
    let name = "benchmark"
    private let documents: [[UInt8]]
    private let count = Atomic(0)

    init(_ flagCount: Int) {
        documents = ["DE", "AT"].map { ManyRules.document(flagCount, and: Self.flags(other: $0)) }
    }

    /// What is read: on for everybody, and on by a rule for Germany and another country.
    private static func flags(other: String) -> String {
        let head = #""state":"ENABLED","variants":{"on":true,"off":false}"#
        return #""plain_bool":{\#(head),"defaultVariant":"on"},"admin":{\#(head),"defaultVariant":"off","#
            + #""targeting":{"if":[{"in":[{"var":"country"},["\#(other)","DE"]]},"on","off"]}}"#
    }

    func fetch(_ request: RemoteRequest) async throws(RemoteSourceError) -> RemoteDocument? {
        let number = count.add(1, ordering: .relaxed).newValue
        return RemoteDocument(text: documents[number % 2], revision: "\(number)")
    }
}
