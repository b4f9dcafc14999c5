import Dispatch
import TestSupport
import Testing
import ToggleBase

@testable import FeatureToggles
@testable import FeatureTogglesRemote

/// Changes of the context while a document is being activated.
@Suite(.timeLimit(.minutes(20))) struct ContextDuringActivationTests {
    private static let anna = EvaluationContext(targetingKey: "anna")
    private static let bert = EvaluationContext(targetingKey: "bert")

    private let folder: TemporaryFolder
    private let time = ManualTime()
    private let files = FaultyFileSystem()
    private let source = PlannedSource(.unchanged, dependsOnContext: true)
    private let changed = Outcome()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func cache(_ context: EvaluationContext) -> DocumentCache {
        DocumentCache(folder: folder.path, source: "plan", context: context)
    }

    private func runs() throws -> [String] {
        try folder.names().filter { $0.contains(".run-") }
    }

    private func client(activation: ActivationPolicy = .immediately) -> ToggleClient {
        .following(
            RemoteConfiguration(
                source,
                refresh: .onDemand,
                activation: activation,
                cache: .folder(folder.path)
            ),
            time,
            context: Self.anna,
            fileSystem: files
        )
    }

    /// Activates the waiting document while another process holds the lock for runs, and changes the context meanwhile.
    ///
    /// - Parameters:
    ///   - client: A client with Anna's context.
    ///   - contexts: The contexts to set on another thread while the activation waits for the lock.
    /// - Returns: Whether the document was activated.
    /// - Throws: An error if the lock or the document can't be used.
    private func activate(_ client: ToggleClient, setting contexts: EvaluationContext...) throws -> Bool {
        files.duringPause { [changed, weak client] _ in
            guard changed.begin() else { return }
            let done = DispatchSemaphore(value: 0)
            DispatchQueue(label: "context-change").async { [weak client] in
                for context in contexts { client?.context = context }
                done.signal()
            }
            changed.end(done.wait(timeout: .now() + 5) == .success)
        }
        var isActivated: Result<Bool, RemoteDocumentError>?
        try cache(Self.anna).withLockedMarks { _ in
            do throws(RemoteDocumentError) {
                isActivated = .success(try client.activate())
            } catch {
                isActivated = .failure(error)
            }
        }
        return try #require(isActivated).get()
    }

    /// Fetches the next document, and not the response of a fetch that the change of the context began.
    private func fetchNext(_ client: ToggleClient) async throws {
        source.plan(PlannedSource.pageSize(6))
        repeat { try await client.fetchAndActivate(minimumInterval: .zero) } while client.value(of: .pageSize) == 20
    }

    @Test func contextChangeDoesNotWaitForLockOfRuns() async throws {
        let client = client()
        source.plan(PlannedSource.pageSize(5))
        try await client.fetch()
        source.plan(.unchanged)
        let isActivated = try activate(client, setting: Self.bert)
        #expect(changed.isDone == true, "the change returned before the lock was free")
        #expect(!isActivated, "the document belongs to the previous context")
        #expect(client.context == Self.bert)
        #expect(client.value(of: .pageSize) == 20)
        try await fetchNext(client)
        #expect(client.value(of: .pageSize) == 6)
        #expect(cache(Self.anna).record().record.current == nil)
        #expect(cache(Self.bert).record().record.current?.revision == "r6")
        #expect(try runs().count == 1, "the run with the document of the previous context is over")
    }

    @Test func returnToContextDropsItsEarlierArrival() async throws {
        let client = client()
        source.plan(PlannedSource.pageSize(5))
        try await client.fetch()
        source.plan(.unchanged)
        let isActivated = try activate(client, setting: Self.bert, Self.anna)
        #expect(changed.isDone == true)
        #expect(!isActivated, "a fetch for the current context may have returned another document")
        #expect(client.value(of: .pageSize) == 20)
        try await fetchNext(client)
        #expect(client.value(of: .pageSize) == 6)
        #expect(cache(Self.anna).record().record.current?.revision == "r6")
        #expect(try runs().count == 1)
    }

    @Test func activationWithoutContextChangeOutlastsLock() async throws {
        let client = client()
        source.plan(PlannedSource.pageSize(5))
        try await client.fetch()
        #expect(try activate(client))
        #expect(client.value(of: .pageSize) == 5)
        #expect(cache(Self.anna).record().record.current?.revision == "r5")
        #expect(try runs().count == 1)
    }
}

/// Whether work on another thread was done in time.
private final class Outcome: Sendable {
    private let state = Mutex<(hasBegun: Bool, isDone: Bool?)>((false, nil))

    /// Whether the work was done in time, or `nil` if it hasn't ended.
    var isDone: Bool? { state.withLock(\.isDone) }

    /// Returns whether this is the first call.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
    }

    func end(_ isDone: Bool) {
        state.withLock { $0.isDone = isDone }
    }
}
