import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// All operations of a client at the same time, for the thread sanitizer (see `Tests/ThreadSanitizer`).
@Suite(.timeLimit(.minutes(20))) struct EverythingAtOnceTests {
    /// Returns a document with static flags, rules that depend on the context, and an experiment.
    private static func document(_ number: Int) -> String {
        """
        {"flags": {
        "page_size": {"state": "ENABLED", "variants": {"v": \(number)}, "defaultVariant": "v"},
        "banner": {"state": "ENABLED", "variants": {"v": "number \(number), long enough to be counted"},
        "defaultVariant": "v", "targeting": {"if": [{"==": [{"var": "plan"}, "paid"]}, "v", null]}},
        "limits": {"state": "ENABLED", "variants": {"v": {"items": \(number), "note": "n"}}, "defaultVariant": "v"},
        "admin_tools": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
        "targeting": {"if": [{"starts_with": [{"var": "targetingKey"}, "a"]}, "on", "off"]}},
        "checkout_button": {"state": "ENABLED", "variants": {"control": "control", "treatment": "treatment"},
        "defaultVariant": "control", "targeting": {"fractional": [["control", \(number % 100)], ["treatment", 50]]}}}}
        """
    }

    @Test func allOperationsRunConcurrently() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(#"{"version": 1, "toggles": {}}"#, to: "toggles.json")
        let source = PlannedSource(.document(Self.document(1), revision: "1"), announcesChanges: true)
        let (exposures, exposure) = AsyncStream<Exposure>.makeStream()
        let client = ToggleClient(
            registries: [TestToggles.registry],
            overrides: OverrideSources(localDefaultsPath: path),
            remote: RemoteConfiguration(
                source,
                refresh: RefreshPolicy(minimumFetchInterval: .zero, maximumFetchesPerHour: nil, spread: .zero),
                cache: .folder(folder.path + "/cache"),
                health: .after(.milliseconds(1))
            ),
            context: EvaluationContext(attributes: ["plan": "free"]),
            experiments: ExperimentConfiguration(
                assignments: FileAssignmentStore(path: folder.path + "/assignments.json")
            ) { exposure.yield($0) }
        )
        // Otherwise, all reads could take place before the first document arrives.
        for await value in client.updates(of: .pageSize) where value == 1 { break }
        await withTaskGroup(of: Void.self) { group in
            func onOwnThread(_ rounds: Int, _ body: @escaping @Sendable (Int) -> Void) {
                group.addTask {
                    await onThread {
                        for round in 0..<rounds { body(round) }
                    }
                }
            }
            // Static and targeted reads, and the exposures and assignments that they cause.
            for offset in 0..<2 {
                onOwnThread(1_000) { round in
                    let person = EvaluationContext(
                        targetingKey: "\(round % 2 == 0 ? "a" : "b")\((round + offset) % 300)",
                        attributes: ["plan": "paid"]
                    )
                    #expect(client.value(of: .pageSize) >= -1)
                    #expect(client.value(of: .limits).items > 0)
                    #expect(!client.value(of: .banner, for: person).isEmpty)
                    let isAdmin = client.isEnabled(.adminTools, for: person)
                    #expect(!isAdmin || round % 2 == 0)
                    _ = client.variant(of: .checkoutButton, for: person)
                    if round % 50 == 0 {
                        _ = client.explanation(of: .checkoutButton, for: person)
                        _ = client.snapshot().value(of: .banner, for: person)
                    }
                }
            }
            // Overrides.
            onOwnThread(50) { round in
                let file = LocalDefaultsFile(path: path)
                #expect(throws: Never.self) {
                    try file.update([round % 2 == 0 ? .set("page_size", -1) : .unset("page_size")])
                }
            }
            // The ambient context, and the app's lifecycle calls.
            onOwnThread(200) { round in
                client.context = EvaluationContext(attributes: ["plan": round % 2 == 0 ? "paid" : "free"])
                switch round % 5 {
                case 0: client.markStale()
                case 1: client.enterBackground()
                case 2: client.enterForeground()
                case 3: client.credentialsChanged()
                default: client.markHealthy()
                }
                _ = (client.problems, client.remoteState, client.explanations())
            }
            // Observation.
            group.addTask {
                for _ in 0..<100 {
                    for await _ in client.updates(of: .pageSize) { break }
                    for await _ in client.remoteStates() { break }
                    _ = client.changes()
                }
            }
            // Announcements.
            onOwnThread(200) { round in
                source.send(round % 7 == 0 ? .closed(nil) : .changed(id: "\(round)"))
            }
            // Documents that are fetched, activated, and cached.
            group.addTask {
                for number in 2..<100 {
                    source.plan(.document(Self.document(number), revision: "\(number)"))
                    _ = try? await client.fetchAndActivate(minimumInterval: .zero)
                }
            }
        }
        #expect(await exposures.first { _ in true }?.toggle == "checkout_button")
        source.plan(.document(Self.document(77_777), revision: "last"))
        client.credentialsChanged()
        client.enterForeground()
        try LocalDefaultsFile(path: path).update([.unset("page_size")])
        for await value in client.updates(of: .pageSize) where value == 77_777 { break }
        #expect(client.value(of: .limits).items == 77_777)
    }
}
