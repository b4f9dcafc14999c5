import Dispatch
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

@Suite(.timeLimit(.minutes(20))) struct InstallationIDTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()
    private static let document = """
        {"flags": {"page_size": {"state": "ENABLED", "variants": {"small": 5, "large": 50}, "defaultVariant": "small",
          "targeting": {"fractional": [["large", 100]]}}}}
        """

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeClient(
        _ location: InstallationID.Location? = nil,
        source: any RemoteSource = InMemoryRemoteSource(document: document),
        cache: DocumentCache.Location = .none,
        context: EvaluationContext = EvaluationContext(),
        environment: RefreshEnvironment? = nil
    ) -> ToggleClient {
        ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: RemoteConfiguration(
                source,
                cache: cache,
                installationID: location ?? .file(folder.path("app/installation-id"))
            ),
            context: context,
            environment: environment ?? time.environment()
        )
    }

    private var stored: String? {
        (try? folder.text("app/installation-id")).map { String($0.dropLast()) }
    }

    @Test func fractionalWorksOnTheFirstLaunch() {
        #expect(makeClient(.off).value(of: .pageSize) == 5)
        let client = makeClient()
        #expect(client.value(of: .pageSize) == 50)
        #expect(client.evaluation(of: .pageSize).variant == "large")
    }

    @Test func identifierStaysBetweenLaunches() throws {
        let first = try #require(makeClient().installationID)
        #expect(stored == first.description)
        #expect(makeClient().installationID == first)
        #expect(makeClient().context.targetingKey == first.description)
    }

    @Test func installationsHaveDifferentIdentifiers() throws {
        let first = try #require(makeClient(.file(folder.path("a"))).installationID)
        let second = try #require(makeClient(.file(folder.path("b"))).installationID)
        #expect(first != second)
    }

    @Test func identifierIsARandomUUID() {
        let ids = (0..<100).map { _ in InstallationID.random().description }
        #expect(Set(ids).count == 100)
        for id in ids {
            let parts = id.split(separator: "-")
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(parts[2].first == "4")
            #expect("89ab".contains(parts[3].first ?? "-"))
        }
    }

    @Test func signedInUserReplacesTheIdentifier() throws {
        let client = makeClient()
        let id = try #require(client.installationID).description
        client.context.targetingKey = "ada"
        #expect(client.context.targetingKey == "ada")
        client.context = EvaluationContext(attributes: ["plan": "pro"])
        #expect(client.context.targetingKey == id)
        #expect(client.context["plan"] == "pro")
    }

    @Test func targetingKeyOfTheAppTakesPrecedence() {
        let client = makeClient(context: EvaluationContext(targetingKey: "ada"))
        #expect(client.context.targetingKey == "ada")
        #expect(client.installationID != nil)
    }

    @Test func contextOfAReadTakesPrecedence() {
        let source = InMemoryRemoteSource(
            document: """
                {"flags": {"admin_tools": {"state": "ENABLED", "variants": {"on": true, "off": false},
                  "defaultVariant": "off", "targeting": {"if": [{"==": [{"var": "targetingKey"}, "ada"]}, "on"]}}}}
                """
        )
        let client = makeClient(source: source)
        #expect(client.isEnabled(.adminTools, for: EvaluationContext(targetingKey: "ada")))
        #expect(!client.isEnabled(.adminTools, for: EvaluationContext(attributes: ["plan": "pro"])))
    }

    @Test func resetReplacesTheIdentifier() throws {
        let client = makeClient()
        let before = try #require(client.installationID)
        let after = try #require(try client.resetInstallationID())
        #expect(after != before)
        #expect(client.installationID == after)
        #expect(client.context.targetingKey == after.description)
        #expect(stored == after.description)
    }

    @Test func resetKeepsASignedInUser() throws {
        let client = makeClient(context: EvaluationContext(targetingKey: "ada"))
        try client.resetInstallationID()
        #expect(client.context.targetingKey == "ada")
    }

    @Test func contextWithAFormerIdentifierGetsTheCurrentOne() throws {
        let client = makeClient()
        let before = client.context
        let after = try #require(try client.resetInstallationID())
        client.context = before
        #expect(client.context.targetingKey == after.description)
    }

    @Test func resetRightAfterStoringStays() throws {
        let files = FaultyFileSystem()
        let keeper = InstallationKeeper(path: folder.path("app/installation-id"), fileSystem: files)
        let first = keeper.id
        let hasBegun = Mutex(false)
        let reset = DispatchGroup()
        files.afterUnlock {
            let isFirst = hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
            guard isFirst else { return }
            DispatchQueue.global().async(group: reset) { _ = try? keeper.reset() }
            // The reset either ends now, or waits until the identifier is stored completely.
            _ = reset.wait(timeout: .now() + .milliseconds(50))
        }
        #expect(try keeper.store() == nil)
        reset.wait()
        #expect(keeper.id != first)
        #expect(stored == keeper.id.description)
        #expect(keeper.completed(EvaluationContext(targetingKey: first.description)).targetingKey == stored)
    }

    @Test func identifierOfAnotherProcessIsAdopted() throws {
        let work = HeldWork()
        let client = makeClient(environment: time.environment(background: work.take))
        let mine = try #require(client.installationID)
        let other = try #require(makeClient().installationID)
        #expect(mine != other)
        work.runAll()
        #expect(client.installationID == other)
        #expect(client.context.targetingKey == other.description)
    }

    @Test func clientWithoutFilesHasNoIdentifier() throws {
        #expect(makeClient(.automatic).installationID == nil)
        #expect(makeClient(.automatic, cache: .folder(folder.path("cache"))).installationID == nil)
        #expect(makeClient(.off).context.targetingKey == nil)
        #expect(try makeClient(.off).resetInstallationID() == nil)
        let onDemand = ToggleClient(
            registries: [TestToggles.registry],
            overrides: .none,
            remote: InMemoryRemoteSource(document: Self.document),
            context: EvaluationContext()
        )
        #expect(onDemand.context.targetingKey == nil)
    }

    @Test func standardFileIsBesideTheLocalDefaultsFile() throws {
        for home in ["/home/me", "/Users/me"] {
            let environment = ["HOME": home]
            let defaults = try #require(LocalDefaultsFile.defaultPath(application: "Test", environment: environment))
            let registry = ToggleRegistry(namespace: "TestToggles", application: "Test", toggles: [])
            let path = InstallationID.Location.automatic.path(
                for: [registry],
                cache: .standard,
                environment: environment
            )
            #expect(path == PathText.joined(PathText.folder(of: defaults), "installation-id"))
        }
    }

    @Test(
        arguments: [
            "", "short", "../../../../etc/passwd", "{\"id\": 1}", String(repeating: "a", count: 65),
            String(repeating: "a", count: 4_097), String(repeating: "\0", count: 1 << 20),
        ]
    )
    func damagedFileIsReplacedAndKept(text: String) throws {
        try folder.createFolder("app")
        try folder.write(text, to: "app/installation-id")
        let client = makeClient()
        let id = try #require(client.installationID)
        #expect(id.description.count == 36)
        #expect(stored == id.description)
        let kept = try #require(
            DurableFile.names(inFolder: folder.path("app")).first { $0.hasPrefix("installation-id.corrupt-") }
        )
        #expect(try folder.text("app/\(kept)") == text)
        #expect(client.problems.map(\.origin) == [folder.path("app/installation-id")])
        let message = try #require(client.problems.first).message
        #expect(message.hasPrefix("The file was damaged and is kept as "))
        #expect(message.contains("/app/\(kept). "))
        let next = makeClient()
        #expect(next.installationID == id)
        #expect(next.problems == [])
        try client.resetInstallationID()
        #expect(client.problems == [])
    }

    @Test func unwritableFolderIsAProblem() throws {
        try folder.write("a file, where the folder should be", to: "app")
        let client = makeClient()
        #expect(client.installationID != nil)
        #expect(client.value(of: .pageSize) == 50)
        #expect(client.problems.count == 1)
        #expect(client.problems.first?.message.contains("another one at each launch") == true)
        #expect(throws: InstallationIDError.self) { try client.resetInstallationID() }
    }
}
