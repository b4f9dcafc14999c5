#if OVERRIDES
import ToggleBase
import TestSupport
import Testing

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite struct StateFileWriterTests {
    let folder: TemporaryFolder
    let time = ManualTime()

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("toggles.json") }
    private var states: [StateFile] { StateFolder(besideDefaults: path).states().states }

    @Test func stateFileExistsFromFirstWriteToEndOfClient() throws {
        var client: ToggleClient? = .writingState(to: path, time)
        #expect(states.isEmpty)
        time.advance()
        #expect(states.count == 1)
        #expect(try folder.names("toggles.state") == ["4711-abc.json", "4711-abc.lock"])
        #expect(try folder.mode("toggles.state/4711-abc.json") == 0o600)
        #expect(try folder.mode("toggles.state") == 0o700)
        withExtendedLifetime(client) {}
        client = nil
        #expect(try folder.names("toggles.state") == [])
    }

    /// A link to a release, and a volume of Kubernetes, whose old folder is removed after the update.
    @Test(.timeLimit(.minutes(20)), arguments: [false, true])
    func stateFileFollowsLinkToLocalDefaults(removesOld: Bool) async throws {
        for name in ["one", "two"] {
            try folder.createFolder(name)
            try folder.write(#"{"version": 1, "toggles": {}}"#, to: "\(name)/toggles.json")
        }
        try folder.link("current", to: "one")
        var overrides = OverrideSources(localDefaultsPath: folder.path("current/toggles.json"))
        overrides.writesStateFile = true
        overrides.stateFileEnvironment = time.stateFileEnvironment()
        let client = ToggleClient(registries: [TestToggles.registry], overrides: overrides)
        time.advance()
        #expect(try folder.names("one/toggles.state") == ["4711-abc.json", "4711-abc.lock"])
        let before = time.scheduledCount
        try folder.link("new", to: "two")
        try folder.rename("new", to: "current")
        if removesOld { try folder.remove("one", ifPresent: true) }
        // The content of the local defaults file is the same, so only the place changes.
        await time.until { time.scheduledCount > before }
        time.advance(.seconds(1))
        #expect(try folder.names("two/toggles.state") == ["4711-abc.json", "4711-abc.lock"])
        #expect(StateFolder(besideDefaults: folder.path("current/toggles.json")).states().states.count == 1)
        if !removesOld { #expect(try folder.names("one/toggles.state") == []) }
        withExtendedLifetime(client) {}
    }

    @Test func clientWithoutLocalDefaultsWritesNothing() {
        let client = ToggleClient.writingState(to: nil, time)
        client.context = anyUser
        #expect(time.scheduledCount == 0)
    }

    @Test func sourcesForTestsWriteNothing() {
        #expect(!OverrideSources(localDefaultsPath: path).writesStateFile)
        #expect(!OverrideSources.none.writesStateFile)
        #expect(OverrideSources.process().writesStateFile)
    }

    @Test func changesShareOneLaterWrite() {
        let client = ToggleClient.writingState(to: path, time)
        time.advance()
        // May follow the first write at once.
        client.context["number"] = 0
        time.advance(WritePacing.delay)
        #expect(states.first?.context.count == 1)
        for number in 1...1_000 { client.context["number"] = .integer(number) }
        #expect(time.scheduledCount == 1)
        time.advance(WritePacing.interval - WritePacing.delay - .milliseconds(1))
        #expect(states.first?.context == [StateFile.Attribute(name: "number", value: .whole(0))])
        time.advance(.milliseconds(1))
        #expect(states.first?.context == [StateFile.Attribute(name: "number", value: .whole(1_000))])
        #expect(time.scheduledCount == 0)
    }

    @Test func atMostTenWritesASecond() {
        let client = ToggleClient.writingState(to: path, time)
        for number in 1...2_950 {
            client.context["number"] = .integer(number)
            time.advance(.milliseconds(1))
        }
        #expect(time.begun.count == 28)
        #expect(
            time.begun.allSatisfy { first in
                time.begun.count { first <= $0 && $0 < first + .seconds(1) } <= 10
            }
        )
        time.advance(.seconds(1))
        #expect(states.first?.context == [StateFile.Attribute(name: "number", value: .whole(2_950))])
        #expect(time.begun.count == 29)
    }

    @Test func newValuesAreWrittenBeforeDelayOfOtherChange() {
        var pacing = WritePacing()
        #expect(pacing.change(at: .seconds(1), hasNewValues: false) == WritePacing.delay)
        #expect(pacing.change(at: .seconds(1) + .milliseconds(4), hasNewValues: false) == nil)
        #expect(pacing.change(at: .seconds(1) + .milliseconds(5), hasNewValues: true) == .zero)
        #expect(pacing.change(at: .seconds(1) + .milliseconds(5), hasNewValues: true) == nil)
        let isNeeded = pacing.begin(at: .seconds(1) + .milliseconds(6))
        #expect(isNeeded)
        #expect(pacing.end(at: .seconds(1) + .milliseconds(7)) == nil)
        // The delayed write is no longer needed.
        let isDelayedOneNeeded = pacing.begin(at: .seconds(1) + WritePacing.delay)
        #expect(!isDelayedOneNeeded)
    }

    @Test func valuesThatChangeAfterAWriteAreWrittenAtOnce() {
        var pacing = WritePacing()
        #expect(pacing.change(at: .seconds(1), hasNewValues: true) == .zero)
        let hasBegun = pacing.begin(at: .seconds(1))
        #expect(hasBegun)
        #expect(pacing.change(at: .seconds(1) + .milliseconds(1), hasNewValues: true) == nil)
        #expect(pacing.end(at: .seconds(1) + .milliseconds(2)) == .zero)
        let hasBegunAgain = pacing.begin(at: .seconds(1) + .milliseconds(2))
        #expect(hasBegunAgain)
        #expect(pacing.end(at: .seconds(1) + .milliseconds(3)) == nil)
        #expect(
            pacing.change(at: .seconds(1) + .milliseconds(3), hasNewValues: true)
                == WritePacing.interval - .milliseconds(3)
        )
    }

    @Test func suspensionInAWriteDelaysTheNextOneBySeconds() {
        var pacing = WritePacing()
        #expect(pacing.change(at: .seconds(1), hasNewValues: true) == .zero)
        let hasBegun = pacing.begin(at: .seconds(1))
        #expect(hasBegun)
        #expect(pacing.change(at: .seconds(2), hasNewValues: true) == nil)
        #expect(pacing.end(at: .seconds(3_601)) == WritePacing.longestPause - WritePacing.interval)
    }

    @Test func longWritesTakeTenthOfTime() {
        var pacing = WritePacing()
        var now = Duration.zero
        #expect(pacing.change(at: now, hasNewValues: true) == .zero)
        for _ in 1...100 {
            let hasBegun = pacing.begin(at: now)
            #expect(hasBegun)
            #expect(pacing.change(at: now, hasNewValues: true) == nil)
            now += .milliseconds(50)
            now += pacing.end(at: now) ?? .seconds(100)
        }
        #expect(now == .milliseconds(50_000) - WritePacing.interval)
    }

    @Test func changeDuringWriteIsWrittenLater() {
        let files = FaultyFileSystem()
        let client = ToggleClient.writingState(to: path, time, fileSystem: files)
        let isChanged = Mutex(false)
        // The status of the folder is looked up in the middle of the first write.
        files.afterStatus { _ in
            let isFirst = isChanged.withLock { flag in
                defer { flag = true }
                return !flag
            }
            if isFirst { client.context = anyUser }
        }
        time.advance()
        #expect(states.first?.context == [])
        #expect(time.scheduledCount == 1)
        time.advance(WritePacing.interval)
        #expect(states.first?.context.map(\.name) == ["targetingKey"])
    }

    @Test func unchangedStateIsNotWrittenAgain() throws {
        let client = ToggleClient.writingState(to: path, time)
        time.advance()
        let before = try folder.text("toggles.state/4711-abc.json")
        time.setWall(ahead: .seconds(1_000))
        // A change that is taken back, and one without consequences.
        client.context = anyUser
        client.context = EvaluationContext()
        client.update { _ in }
        time.advance(.seconds(1))
        #expect(try folder.text("toggles.state/4711-abc.json") == before)
        client.context = anyUser
        time.advance(.seconds(1))
        #expect(states.first?.changed == ManualTime.start + 1_001)
        #expect(states.first?.started == ManualTime.start)
    }

    @Test func removedFolderIsCreatedAgain() throws {
        let client = ToggleClient.writingState(to: path, time)
        time.advance()
        try folder.remove("toggles.state")
        client.context = anyUser
        time.advance(.seconds(1))
        #expect(states.count == 1)
        try folder.remove("toggles.state/4711-abc.lock")
        #expect(states.isEmpty)
        client.context = EvaluationContext()
        time.advance(.seconds(1))
        #expect(states.count == 1)
    }

    @Test(arguments: [FaultyFileSystem.Call.create, .write, .rename, .createFolder, .openLock, .tryLock])
    func failureIsPrintedAndLeavesNoState(call: FaultyFileSystem.Call) throws {
        let files = FaultyFileSystem()
        let lines = Mutex<[String]>([])
        let client = ToggleClient.writingState(to: path, time, fileSystem: files) { line in
            lines.withLock { $0.append(line) }
        }
        // 28 is "No space left on device" on every system.
        files.fail(call, with: 28)
        time.advance()
        client.context = anyUser
        time.advance(.seconds(1))
        #expect(states.isEmpty)
        #expect(client.problems.isEmpty)
        #expect(
            lines.withLock { $0 } == [
                """
                toggles: warning: \(folder.path)/toggles.state: Cannot write the state file: No space left on device \
                (errno 28). Free some space and try again; the file is unchanged. The app is not affected, but tools can't \
                show what it resolved.
                """
            ]
        )
        files.heal()
        client.context = EvaluationContext()
        time.advance(.seconds(1))
        #expect(states.count == 1)
        #expect(try folder.names("toggles.state") == ["4711-abc.json", "4711-abc.lock"])
    }

    @Test func startRemovesFilesOfKilledProcesses() throws {
        try folder.createFolder("toggles.state")
        for name in ["1-a.json", "1-a.lock", ".1-a.json", "2-b.json", ".\(Int32.max)-c.lock", "note.txt", "app.json"] {
            try folder.write("", to: "toggles.state/\(name)")
        }
        let other = ToggleClient.writingState(to: path, time)
        time.advance()
        #expect(try folder.names("toggles.state") == ["4711-abc.json", "4711-abc.lock", "app.json", "note.txt"])
        withExtendedLifetime(other) {}
    }

    @Test func followingRemoteSourceIsRecorded() async throws {
        let remote = InMemoryRemoteSource(values: ["search_ranking_2": "neural", "page_size": "many"])
        var overrides = OverrideSources(localDefaultsPath: path)
        overrides.writesStateFile = true
        overrides.stateFileEnvironment = time.stateFileEnvironment()
        let client = ToggleClient(registries: [TestToggles.registry], overrides: overrides, remote: remote)
        time.advance()
        let state = try #require(states.first)
        #expect(state.remoteState == client.remoteState)
        #expect(state.remoteState?.status == .ready)
        #expect(state.remoteState?.revision == "0")
        #expect(state.document?.contains("neural") == true)
        #expect(state.documentPath == nil)
        let ranking = try #require(state.toggles.first { $0.key == "search_ranking" })
        #expect(ranking.value == .whole("neural"))
        #expect(ranking.defaultValue == .whole("classic"))
        #expect(ranking.source == .remote)
        #expect(ranking.reason == .static)
        #expect(ranking.remoteParameter == "search_ranking_2")
        let size = try #require(state.toggles.first { $0.key == "page_size" })
        #expect(size.value == .whole(20))
        #expect(size.error?.code == .typeMismatch)
        #expect(size.steps.map(\.source) == [.remote])
        var updates = client.updates(of: .searchRanking).makeAsyncIterator()
        #expect(await updates.next() == .neural)
        remote.set(values: ["search_ranking_2": "hybrid"])
        #expect(await updates.next() == .hybrid)
        time.advance(.seconds(1))
        #expect(states.first?.toggles.first { $0.key == "search_ranking" }?.value == .whole("hybrid"))
    }
}
#endif
