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

    /// An app whose views observe a client's toggles.
    @MainActor
    private final class App {
        let client: ToggleClient
        /// The key of the first toggle of each view, a Boolean whose default is false.
        let keys: [String]
        private let views: [View]

        init(_ remote: InMemoryRemoteSource) {
            client = ToggleClient(registries: [ManyToggles.registry(toggleCount)], overrides: .none, remote: remote)
            let toggles = ObservedToggles(client)
            let definitions = client.definitions
            let references = definitions.map { ToggleReference(id: $0.id, fallback: 0, key: "some_feature") }
            let perView = toggleCount / viewCount
            keys = (0..<viewCount).map { definitions[$0 * perView].key }
            views = (0..<viewCount).map { number in
                View {
                    for reference in references[number * perView..<(number + 1) * perView] {
                        _ = toggles.bits(of: reference)
                    }
                }
            }
        }

        /// The number of views that were updated per change.
        var updates: Double { Double(views.reduce(0) { $0 + $1.updates }) / Double(changeCount) }

        /// Changes the first toggle of each view twice.
        ///
        /// - Parameter change: Makes the change with a number, which concerns the view with this number.
        /// - Returns: The nanoseconds from each change to the notification of the view.
        func costs(of change: (Int) -> Void) async -> [Double] {
            var costs: [Double] = []
            for number in 0..<changeCount {
                let view = views[number % viewCount]
                let start = measure_nanoseconds()
                await withCheckedContinuation { (updated: CheckedContinuation<Void, Never>) in
                    view.onUpdate = {
                        view.onUpdate = nil
                        updated.resume()
                    }
                    change(number)
                }
                costs.append(Double(view.notified - start))
            }
            return costs
        }
    }

    private static func run() async {
        let remote = InMemoryRemoteSource(values: [:])
        let first = App(remote)
        var values: JSONObject = [:]
        let documents = await first.costs { number in
            values[first.keys[number % viewCount]] = .bool(number < viewCount)
            remote.set(values: values)
        }
        // Each step changes one toggle, and no document is fetched or parsed.
        let second = App(InMemoryRemoteSource(document: stepsDocument(first.keys, of: first.keys)))
        let steps = await second.costs { second.client.context["step"] = .integer($0 + 1) }
        let allKeys = first.client.definitions.map(\.key)
        let third = App(InMemoryRemoteSource(document: stepsDocument(first.keys, of: allKeys)))
        let stepsOfAll = await third.costs { third.client.context["step"] = .integer($0 + 1) }
        print(
            "\nTime until a view is notified, \(toggleCount) toggles in \(viewCount) views, \(changeCount) changes:\n"
        )
        print(left("", 44) + right("min", 12) + right("median", 12) + right("goal", 11))
        StateBenchmark.show(Measurement("from a new remote document", costs: documents), goal: "≤ 1 ms")
        StateBenchmark.show(Measurement("from a new attribute, \(viewCount) rules", costs: steps), goal: "≤ 1 ms")
        StateBenchmark.show(Measurement("from a new attribute, \(toggleCount) rules", costs: stepsOfAll), goal: "")
        print("\nviews that updated per change: \(first.updates), \(second.updates), \(third.updates)")
    }

    /// Returns a document with rules that depend on the step.
    ///
    /// - Parameters:
    ///   - keys: The flags that are on for as many steps as there are keys, each from one step later on.
    ///   - allKeys: All flags of the document; the others are always off.
    /// - Returns: The document's text.
    private static func stepsDocument(_ keys: [String], of allKeys: [String]) -> String {
        let starts = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0 + 1) })
        let flags = allKeys.map { key in
            let start = starts[key] ?? changeCount + 1
            return """
                "\(key)": {
                  "state": "ENABLED", "variants": { "on": true, "off": false }, "defaultVariant": "off",
                  "targeting": { "if": [{ "<=": [\(start), { "var": "step" }, \(start + keys.count - 1)] }, "on", "off"] }
                }
                """
        }
        return "{ \"flags\": { \(flags.joined(separator: ",\n")) } }"
    }
}
