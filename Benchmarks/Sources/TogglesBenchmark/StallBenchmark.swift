import BenchmarkToggles
import CMeasure
import FeatureToggles
import FeatureTogglesRemote
import Synchronization

/// The effect of activating a large document on concurrent reads.
///
/// The same reader reads a client that is being activated, and then one that isn't while another client is activated. The
/// work on the other processor is the same, so both figures include the effects of the scheduler and the memory.
enum StallBenchmark {
    /// The maximum number of flags in a document, without the two that are read.
    private static let flagCount = FlagDocument.Limits.standard.flags - 2

    static func run(activations: Int = 1_000) throws {
        print(
            """

            Reads while another thread activates a document of \(flagCount) rules \(activations) times; a toggle follows \
            each rule. Each time includes the cost of the clock.
            ‘Not preempted’ is the longest read during which the scheduler did not preempt the reader; it includes \
            waiting for locks.

            """
        )
        print(
            left("", 56) + right("p99.9", 10) + right("max", 11) + right("not preempted", 14) + right("reads", 9)
        )
        for (name, isOwn) in [("another client is activated", false), ("the client itself is activated", true)] {
            let (client, other) = (client(), client())
            for client in [client, other] { activate(client, 2, Progress()).wait() }
            guard client.isEnabled(.plainBool), client.isEnabled(.admin, for: somebody) else {
                throw Child.Failure(description: "the document is not active")
            }
            let progress = Progress()
            let activating = activate(isOwn ? client : other, activations, progress)
            let (fixed, targeted) = try read(client, until: progress)
            activating.wait()
            guard progress.count == activations else {
                throw Child.Failure(description: "only \(progress.count) of \(activations) activations were done")
            }
            show("static, \(name)", fixed)
            show("targeted, \(name)", targeted)
        }
    }

    private static let somebody = EvaluationContext(targetingKey: "somebody", attributes: ["country": "DE"])

    /// Returns a client whose toggles all follow rules.
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
    ) throws -> (fixed: Latencies, targeted: Latencies) {
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
        if isFalse { throw Child.Failure(description: "a read saw a value that was never active") }
        return (fixed, targeted)
    }

    private static func show(_ name: String, _ latencies: Latencies) {
        func time(_ nanoseconds: UInt64) -> String {
            nanoseconds < 10_000 ? "\(nanoseconds) ns" : "\(formatted(Double(nanoseconds) / 1_000_000, digits: 3)) ms"
        }
        print(
            left(name, 56) + right(time(latencies.percentile(0.999)), 10) + right(time(latencies.maximum), 11)
                + right(latencies.isSwitchKnown ? time(latencies.maximumUndisturbed) : "unknown", 14)
                + right("\(formatted(Double(latencies.count) / 1_000_000, digits: 1)) M", 9)
        )
    }
}

/// The progress of activations.
private final class Progress: Sendable {
    private let done = Atomic(0)
    private let over = Atomic(false)

    var count: Int { done.load(ordering: .acquiring) }
    var isOver: Bool { over.load(ordering: .acquiring) }

    func advance() { done.add(1, ordering: .acquiringAndReleasing) }
    func end() { over.store(true, ordering: .releasing) }
}

/// A source that alternates between two documents.
private final class AlternatingSource: RemoteSource {
    let name = "benchmark"
    private let documents: [[UInt8]]
    private let count = Atomic(0)

    init(_ flagCount: Int) {
        documents = ["DE", "AT"].map { ManyRules.document(flagCount, and: Self.flags(other: $0)) }
    }

    /// Returns the flags that are read: on for all users, and on by a rule for Germany and another country.
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
