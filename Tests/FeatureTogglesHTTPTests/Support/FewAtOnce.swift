import Testing

/// Limits how many test cases run at the same time, for suites whose tests start servers.
///
/// All cases at once have more than a thousand sockets open. Foundation's `Process`, which copies an entry of its list of
/// open files beyond the list's end, crashes if that list fills a page, and on a busy machine, servers take long to
/// respond.
struct FewAtOnce: SuiteTrait, TestTrait, TestScoping {
    private static let places = Places(32)

    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Self.places.enter()
        do { try await function() } catch {
            await Self.places.leave()
            throw error
        }
        await Self.places.leave()
    }
}

extension Trait where Self == FewAtOnce {
    static var fewAtOnce: Self { Self() }
}

private actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Waits for a free place.
    func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Gives a place to the first that waits for one.
    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
