import CMeasure
import Dispatch
import FeatureToggles
import FeatureTogglesObservation
import FeatureTogglesRemote
import Observation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time until a view is told about a change, when many views read many toggles.
@available(macOS 14, *)
@MainActor
enum ObservingBenchmark {
    private static let toggleCount = 1_000
    private static let viewCount = 100
    private static let changeCount = 200

    /// What stands in for a view: it reads toggles, and is evaluated again after one of them changed.
    @MainActor
    private final class View {
        private let read: () -> Void
        private(set) var updates = 0
        private(set) var notified: UInt64 = 0
        var onUpdate: (() -> Void)?

        init(_ read: @escaping () -> Void) {
            self.read = read
            track()
        }

        private func track() {
            withObservationTracking {
                read()
            } onChange: {
                // Observers are notified on the main actor.
                MainActor.assumeIsolated {
                    self.notified = measure_nanoseconds()
                    Task { self.update() }
                }
            }
        }

        private func update() {
            updates += 1
            track()
            onUpdate?()
        }
    }

    /// Runs the benchmark on the main queue, and ends the process.
    nonisolated static func runAndExit() -> Never {
        Task { @MainActor in
            await run()
            exit(0)
        }
        dispatchMain()
    }

    private static func run() async {
        let remote = InMemoryRemoteSource(values: [:])
        let client = ToggleClient(
            registries: [ManyToggles.registry(toggleCount)],
            overrides: .none,
            remote: remote
        )
        let toggles = ObservedToggles(client)
        let references = client.definitions.map { ToggleReference(id: $0.id, fallback: 0, key: "some_feature") }
        let perView = toggleCount / viewCount
        let views = (0..<viewCount).map { number in
            View {
                for reference in references[number * perView..<(number + 1) * perView] {
                    _ = toggles.bits(of: reference)
                }
            }
        }
        var costs: [Double] = []
        var values: JSONObject = [:]
        for number in 0..<changeCount {
            // The first toggle of each view is a Boolean; its default is false.
            let index = number % viewCount
            values[client.definitions[index * perView].key] = .bool(number < viewCount)
            let (view, changed) = (views[index], values)
            let start = measure_nanoseconds()
            await withCheckedContinuation { (updated: CheckedContinuation<Void, Never>) in
                view.onUpdate = {
                    view.onUpdate = nil
                    updated.resume()
                }
                remote.set(values: changed)
            }
            costs.append(Double(view.notified - start))
        }
        print(
            "\nTime until a view is notified, \(toggleCount) toggles in \(viewCount) views, \(changeCount) changes:\n"
        )
        print(left("", 44) + right("min", 12) + right("median", 12) + right("goal", 11))
        StateBenchmark.show(Measurement("from the change of one toggle", costs: costs), goal: "≤ 1 ms")
        print("\nviews that updated per change: \(Double(views.reduce(0) { $0 + $1.updates }) / Double(changeCount))")
    }
}
