import FeatureToggles
import StoreMigration
import TestSupport
import Testing
import ToggleBase

@testable import FeatureTogglesOverrides
@testable import ToggleConsole

struct ConsoleBackendTests {
    let folder: TemporaryFolder
    let client: ToggleClient

    init() throws {
        folder = try TemporaryFolder()
        client = Self.client(folder)
    }

    private static func client(_ folder: TemporaryFolder, _ keys: [String] = ["page_size", "banner"]) -> ToggleClient {
        let toggles = keys.map { key in
            ToggleDefinition(key: key, category: .ops, type: .int, defaultValue: 20)
        }
        return ToggleClient(
            registries: [ToggleRegistry(namespace: "N", application: "shop", toggles: toggles)],
            overrides: OverrideSources(localDefaultsPath: folder.path("toggles.json")),
            context: EvaluationContext()
        )
    }

    /// Returns a started backend, its initial data, and the events that it sends.
    private func start(
        _ client: ToggleClient? = nil
    ) -> (backend: ConsoleBackend, start: ConsoleBackend.Start, events: AsyncStream<ConsoleEvent>) {
        let backend = ConsoleBackend(client ?? self.client)
        let (events, continuation) = AsyncStream<ConsoleEvent>.makeStream()
        let start = backend.start { continuation.yield($0) }
        return (backend, start, events)
    }

    private func change(_ key: String, _ before: JSONValue?, _ after: JSONValue?) -> OverrideChange {
        OverrideChange([OverrideChange.Edit(key: key, before: before, after: after)], title: "x")
    }

    @Test func firstModelReflectsTheClient() throws {
        try folder.write(#"{ "toggles": { "page_size": 5, "gone": 1 } }"#, to: "toggles.json")
        let (backend, start, _) = start(Self.client(folder))
        defer { backend.finish() }
        let model = start.model
        #expect(model.toggles.map(\.key) == ["page_size", "banner"])
        #expect(model.overrides == ["page_size": 5, "gone": 1])
        #expect(model.defaultsPath == folder.path("toggles.json"))
        #expect(model.environment == "shop")
        #expect(model.problems.count == 1)
        #expect(model.remoteName == nil)
        #expect(model.explanation(0, nil).evaluation.value == 5)
        #expect(model.explanation(1, nil).evaluation.value == 20)
        #expect(model.explanation(7, nil).key == "")
    }

    @Test func laterWorkWaitsForFirstScreen() {
        let backend = ConsoleBackend(client, waitsForScreen: true)
        defer { backend.finish() }
        let done = Mutex<[Int]>([])
        for number in 0..<2 { backend.afterFirstScreen { done.withLock { $0.append(number) } } }
        _ = backend.start { _ in }
        #expect(done.withLock { $0 } == [])
        backend.beginLaterWork()
        #expect(done.withLock { $0 } == [0, 1])
        backend.beginLaterWork()
        backend.afterFirstScreen { done.withLock { $0.append(2) } }
        #expect(done.withLock { $0 } == [0, 1, 2])
    }

    @Test func backendWithoutScreenWaitsForNothing() {
        let backend = ConsoleBackend(client)
        let isDone = Mutex(false)
        backend.afterFirstScreen { isDone.withLock { $0 = true } }
        #expect(isDone.withLock { $0 })
    }

    @Test func migrationSummariesAreFollowed() async throws {
        let file = try #require(MigrationSummaryFile(beside: client))
        try file.add(MigrationSummary(since: 5), of: "book_store")
        let (backend, start, events) = start()
        defer { backend.finish() }
        #expect(start.model.migrations["book_store"]?.reads == 0)
        var summary = MigrationSummary(since: 6, stage: .live)
        summary.reads = 7
        try file.add(summary, of: "book_store")
        for await event in events {
            if case .model(let model) = event, model.migrations["book_store"]?.reads == 7 { break }
        }
        try folder.write("\u{1B}[2J", to: "toggles.migrations.json")
        for await event in events {
            if case .model(let model) = event, model.migrations.isEmpty { break }
        }
    }

    @Test func writeUpdatesTheModelBeforeItsResult() async throws {
        let (backend, start, events) = start()
        defer { backend.finish() }
        #expect(backend.perform(.request(.write(change("page_size", nil, 7)))))
        var model = start.model
        for await event in events {
            if case .model(let new) = event { model = new }
            if case .report(.written(_, let failure, _)) = event {
                #expect(failure == nil)
                break
            }
        }
        #expect(model.revision > start.model.revision)
        #expect(model.overrides == ["page_size": 7])
        #expect(model.explanation(0, nil).evaluation.source == .localDefaults)
    }

    @Test func conflictingWriteFailsAndUpdatesTheModel() async throws {
        let (backend, _, events) = start()
        defer { backend.finish() }
        try OverrideWriter(path: folder.path("toggles.json")).write(change("page_size", nil, 3))
        _ = backend.perform(.request(.write(change("page_size", nil, 7))))
        var overrides: [String: JSONValue] = [:]
        for await event in events {
            if case .model(let new) = event { overrides = new.overrides }
            if case .report(.written(_, let failure, _)) = event {
                #expect(failure?.contains("page_size is 3 now, but was unset") == true)
                break
            }
        }
        #expect(overrides == ["page_size": 3])
    }

    @Test func writesHappenInOrder() async throws {
        let (backend, _, events) = start()
        for number in 0..<20 {
            _ = backend.perform(
                .request(.write(change("page_size", number == 0 ? nil : .integer(number - 1), .integer(number))))
            )
        }
        var answers: [OverrideChange] = []
        for await event in events {
            guard case .report(.written(let change, let failure, _)) = event else { continue }
            #expect(failure == nil)
            answers.append(change)
            if answers.count == 20 { break }
        }
        backend.finish()
        #expect(answers.map(\.edits[0].after) == (0..<20).map { .integer($0) })
    }

    @Test func externalChangeUpdatesTheModel() async throws {
        let (backend, _, events) = start()
        defer { backend.finish() }
        try OverrideWriter(path: folder.path("toggles.json")).write(change("banner", nil, 3))
        for await event in events {
            if case .model(let model) = event, model.overrides == ["banner": 3] { break }
        }
    }

    @Test func newClientReplacesTheOldOne() async throws {
        let (backend, start, events) = start()
        defer { backend.finish() }
        backend.replaceClient(with: Self.client(folder, ["page_size", "banner", "new_one"]))
        for await event in events {
            guard case .model(let model) = event else { continue }
            #expect(model.toggles.count == 3)
            #expect(model.revision > start.model.revision)
            break
        }
    }

    @Test func documentIsLookedForOnlyAfterManifestsWereRead() {
        let count = Mutex(0)
        let operations = FlagOperations {
            count.withLock { $0 += 1 }
            return true
        } preview: { _, _ throws(ConsoleError) in
            throw ConsoleError("unused")
        } apply: { _, _, _ throws(ConsoleError) in
            throw ConsoleError("unused")
        }
        let backend = ConsoleBackend(client, operations: operations, waitsForScreen: true)
        _ = backend.start { _ in }
        backend.replaceClient(with: Self.client(folder))
        backend.manifestsWereRead()
        backend.replaceClient(with: Self.client(folder))
        backend.finish()
        #expect(count.withLock { $0 } == 1)
    }

    @Test func unchangedModelIsNotSent() async throws {
        let models = Mutex(0)
        let source = ModelSource(client) { _ in models.withLock { $0 += 1 } }
        _ = source.start()
        source.refresh()
        client.reloadLocalDefaults()
        source.refresh()
        #expect(models.withLock { $0 } == 0)
        client.context = EvaluationContext(targetingKey: "ada")
        source.refresh()
        source.refresh()
        #expect(models.withLock { $0 } == 1)
    }

    @Test func eachModelHasTheCurrentDay() async throws {
        let day = Mutex(CalendarDate("2026-11-20"))
        let today = Mutex<CalendarDate?>(nil)
        let source = ModelSource(client, today: { day.withLock { $0 } }) { model in
            today.withLock { $0 = model.today }
        }
        #expect(source.start().today == CalendarDate("2026-11-20"))
        day.withLock { $0 = CalendarDate("2026-11-21") }
        client.context = EvaluationContext(targetingKey: "ada")
        source.refresh()
        #expect(today.withLock { $0 } == CalendarDate("2026-11-21"))
    }

    @Test func savedStateSurvivesARestart() throws {
        let (first, start, _) = start()
        let step = change("page_size", nil, 7)
        _ = first.perform(.request(.remember(.pin(["banner"]))))
        // The console ends right after the write was requested, as when the user quits at once.
        _ = first.perform(.request(.write(step)))
        first.finish()
        let (second, next, _) = self.start()
        defer { second.finish() }
        #expect(start.memory == ConsoleMemory())
        #expect(next.memory.pins == ["banner"])
        #expect(next.memory.undo == [step])
        #expect(next.notices.isEmpty)
    }

    @Test func concurrentConsolesKeepAllPins() throws {
        let (first, _, _) = start()
        let (second, _, _) = self.start()
        for number in 0..<10 {
            _ = first.perform(.request(.remember(.pin(["ours\(number)"]))))
            _ = second.perform(.request(.remember(.pin(["theirs\(number)"]))))
        }
        first.finish()
        second.finish()
        let (third, last, _) = self.start()
        third.finish()
        #expect(last.memory.pins.count == 20)
    }

    @Test func corruptSavedStateIsOnlyANotice() throws {
        try folder.write("{", to: "toggles.console.json")
        let (backend, start, _) = start()
        defer { backend.finish() }
        #expect(start.memory == ConsoleMemory())
        #expect(start.notices.contains { $0.contains("toggles.console.json") })
    }

    @Test func everyPresetEffectReturnsAllPresets() async throws {
        let (backend, _, events) = start()
        defer { backend.finish() }
        let preset = Preset(name: "demo", values: ["page_size": 3])
        let path = folder.path("shared.json")
        for request: OverrideRequest in [
            .loadPresets, .savePreset(preset), .exportPreset(preset, path: path), .deletePreset("demo"),
            .importPreset(path: path), .deletePreset("none"),
        ] {
            #expect(backend.perform(.request(request)))
        }
        var answers: [(names: [String], failure: String?)] = []
        var notices: [String] = []
        for await event in events {
            if case .report(.presets(let presets, let failure, _)) = event {
                answers.append((presets.map(\.name), failure))
            }
            if case .report(.notice(let sentence)) = event { notices.append(sentence) }
            if answers.count == 6 { break }
        }
        #expect(answers.map(\.names) == [[], ["demo"], ["demo"], [], ["demo"], ["demo"]])
        #expect(answers.map { $0.failure != nil } == [false, false, false, false, false, true])
        #expect(
            notices == [
                "‘demo’ was saved with 1 value.", "‘demo’ was exported to \(path).",
                "‘demo’ was imported with 1 value.",
            ]
        )
    }

    @Test func presetEffectsReportConflicts() async throws {
        let (backend, _, events) = start()
        defer { backend.finish() }
        let preset = Preset(name: "demo", values: ["page_size": 3])
        let other = Preset(name: "demo", values: ["page_size": 4])
        let path = try folder.write("toggles: {}", to: "toggles.yaml")
        for request: OverrideRequest in [
            .savePreset(preset), .savePreset(preset), .savePreset(other), .replace(.preset(other)),
            .exportPreset(other, path: path), .replace(.file(other, path: path)), .exportPreset(preset, path: path),
        ] {
            #expect(backend.perform(.request(request)))
        }
        var conflicts: [PresetConflict?] = []
        var values: [[JSONValue?]] = []
        for await event in events {
            guard case .report(.presets(let presets, let failure, let conflict)) = event else { continue }
            #expect(failure == nil)
            conflicts.append(conflict)
            values.append(presets.map { $0.values["page_size"] })
            if conflicts.count == 7 { break }
        }
        #expect(conflicts == [nil, nil, .preset(other), nil, .file(other, path: path), nil, nil])
        #expect(values == [[3], [3], [3], [4], [4], [4], [4]])
        #expect(try folder.text("toggles.yaml") == String(decoding: preset.bytes, as: UTF8.self))
    }

    @Test func earlyNoticesAreKept() throws {
        try folder.write("{", to: "toggles.console.json")
        let backend = ConsoleBackend(client)
        defer { backend.finish() }
        backend.notify("one")
        backend.notify("two")
        let start = backend.start { _ in }
        #expect(start.notices.prefix(2) == ["one", "two"])
        #expect(start.notices.count == 3)
    }

    @Test func terminalEffectsAreNotHandled() {
        let (backend, _, _) = start()
        defer { backend.finish() }
        for effect: ConsoleEffect in [.quit, .redraw, .suspend, .mouse(true), .copy("x")] {
            #expect(!backend.perform(effect))
        }
    }

    @Test func reloadEndsWithItsHandler() async throws {
        let (backend, _, events) = start()
        defer { backend.finish() }
        backend.onReload { completion in
            Task.detached {
                backend.notify("again")
                completion()
            }
        }
        _ = backend.perform(.reload)
        var sentences: [String] = []
        for await event in events {
            if case .report(.notice(let sentence)) = event { sentences.append(sentence) }
            if case .reloaded = event { break }
        }
        #expect(sentences == ["again"])
    }

    @Test func writesFailWithoutADefaultsFile() async throws {
        let client = ToggleClient(
            registries: [ToggleRegistry(namespace: "N", toggles: [])],
            overrides: .none,
            context: EvaluationContext()
        )
        let (backend, start, events) = start(client)
        defer { backend.finish() }
        #expect(start.model.defaultsPath == nil)
        _ = backend.perform(.request(.write(change("a", nil, 1))))
        _ = backend.perform(.request(.loadPresets))
        var failures = 0
        for await event in events {
            if case .report(.written(_, let failure, _)) = event, failure != nil { failures += 1 }
            if case .report(.presets(_, let failure, _)) = event, failure != nil { failures += 1 }
            if failures == 2 { break }
        }
    }
}
