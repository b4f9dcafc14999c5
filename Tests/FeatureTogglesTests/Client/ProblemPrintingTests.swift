import FeatureToggles
import FeatureTogglesRemote
import Testing
import ToggleBase

struct ProblemPrintingTests {
    private static let registry = ToggleRegistry(
        namespace: "A",
        toggles: [ToggleDefinition(key: "banner", category: .ops, type: .string, defaultValue: "")]
    )

    /// Sources whose problems are collected.
    private func sources(_ lines: Lines, arguments: [String] = []) -> OverrideSources {
        var sources = OverrideSources(arguments: arguments)
        sources.printProblem = { line in lines.add(line) }
        return sources
    }

    @Test func problemIsPrintedOnceWithoutControlCharacters() {
        let lines = Lines()
        let client = ToggleClient(
            registries: [Self.registry],
            overrides: sources(lines, arguments: ["--toggle", "ban\u{1B}[31mer=\u{202E}x"])
        )
        #expect(client.problems.count == 1)
        client.context = EvaluationContext(targetingKey: "ada")
        client.context = EvaluationContext(targetingKey: "bob")
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("toggles: warning: ") == true)
        #expect(lines.all.first?.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" } == false)
    }

    @Test func documentProblemsArePrinted() async throws {
        let lines = Lines()
        let source = InMemoryRemoteSource(values: ["banner": "Sale"])
        let client = ToggleClient(registries: [Self.registry], overrides: sources(lines), remote: source)
        source.set(document: "not JSON")
        // The client follows the source itself, and may report the problem first.
        _ = try? await client.fetchAndActivate()
        #expect(!client.problems.isEmpty)
        #expect(lines.all == client.problems.map { "toggles: warning: \($0)" })
    }

    @Test func numberOfPrintedProblemsIsLimited() {
        let lines = Lines()
        let client = ToggleClient(
            registries: [Self.registry],
            overrides: sources(lines, arguments: (1...200).flatMap { ["--enable-toggle", "none_\($0)"] })
        )
        #expect(client.problems.count == 200)
        #expect(lines.all.count == 101)
        client.context = EvaluationContext(targetingKey: "ada")
        #expect(lines.all.count == 101)
    }

    @Test func onlyProcessSourcesPrintByDefault() {
        #expect(OverrideSources.process().printsProblems)
        #expect(!OverrideSources.none.printsProblems)
        #expect(!OverrideSources(arguments: ["--enable-toggle", "a"]).printsProblems)
        var sources = OverrideSources.process()
        sources.printsProblems = false
        #expect(!sources.printsProblems)
    }
}

/// Lines that were printed.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
