import FeatureToggles

/// What a client does with its cache: starts from it, keeps what comes, counts runs.
///
/// Nothing here fails a client: what goes wrong is remembered as a problem. While it opens the cache, a client waits half a
/// millisecond for the lock of other processes, and goes on without it: one that hangs would stop every start of the app.
///
/// That a run with a document begins is written before the document is put in force, which needs one empty file and waits
/// for no disk. The document itself is written later, by ``storeAll()``: a process that is killed before that starts
/// with the one before, and the runs that were ended with the new one count against it all the same (``isBarred(_:)``).
final class DocumentKeeper: Sendable {
    /// What the cache has to start with.
    struct Contents: Sendable {
        var record = CacheRecord()
        /// The documents to try, in order.
        var candidates: [CacheRecord.Entry] = []
        /// Why an older document than the newest, or none, is tried.
        var fallback: String?
    }

    struct State: Sendable {
        var cache: DocumentCache
        /// The run with the document in force.
        var mark: RunMarks.Mark?
        var inForce: CacheRecord.Entry?
        /// Whether that run is a healthy one, which is not counted any more.
        var isHealthy = false
        var problem: DocumentCacheError?
        /// What is not written yet.
        var pending = PendingRecord()
        /// Whether somebody was asked to write it.
        var isStoring = false
    }

    /// How long the opening of the cache waits for a lock.
    private static let openingTimeout = Duration.microseconds(500)

    let state: Mutex<State>
    /// One at a time writes, in the order in which things were taken.
    let writing = Mutex(())
    private let folder: String
    private let source: String
    private let identity: String
    private let fileSystem: any FileSystem
    private let countsRuns: Bool
    let wall: @Sendable () -> Int64

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - folder: The folder of the cache.
    ///   - source: The name of the source, for people.
    ///   - identity: What tells the source from others; `nil` for its name.
    ///   - context: Who asks, where the document depends on it.
    ///   - countsRuns: Whether to count runs that are not healthy.
    ///   - environment: Files and time.
    init(
        folder: String,
        source: String,
        identity: String? = nil,
        context: EvaluationContext?,
        countsRuns: Bool,
        environment: RefreshEnvironment
    ) {
        self.folder = folder
        self.source = source
        self.identity = identity ?? source
        self.countsRuns = countsRuns
        fileSystem = environment.fileSystem
        wall = { environment.now().wall }
        state = Mutex(
            State(
                cache: Self.cache(
                    folder,
                    source,
                    self.identity,
                    context,
                    environment.fileSystem,
                    { environment.now().wall }
                )
            )
        )
    }

    private static func cache(
        _ folder: String,
        _ source: String,
        _ identity: String,
        _ context: EvaluationContext?,
        _ fileSystem: any FileSystem,
        _ wall: @escaping @Sendable () -> Int64
    ) -> DocumentCache {
        DocumentCache(
            folder: folder,
            source: source,
            identity: identity,
            context: context,
            fileSystem: fileSystem,
            secondsSince1970: { Int(clamping: wall()) }
        )
    }

    /// What went wrong last, if nothing has gone well since.
    var problem: DocumentCacheError? { state.withLock(\.problem) }

    private var cache: DocumentCache { state.withLock(\.cache) }
    private var marks: RunMarks { RunMarks(cache: cache) }

    // MARK: Starting

    /// Says what to start with.
    func contents() -> Contents {
        let (record, problem) = cache.record()
        state.withLock { $0.problem = problem }
        guard let current = record.current else { return Contents(record: record) }
        let safe = record.safe.flatMap { $0.identity == current.identity ? nil : $0 }
        var contents = Contents(record: record, candidates: [current] + (safe.map { [$0] } ?? []))
        guard countsRuns else { return contents }
        let isSafe = record.safe?.identity == current.identity
        var dead = 0
        var choice = SafeSeedLadder.Choice.current
        locked(waiting: Self.openingTimeout) { marks in
            dead = marks.deadRuns(of: current.identity)
            choice = SafeSeedLadder.choice(
                dead: dead,
                deadSafe: safe.map { marks.deadRuns(of: $0.identity) },
                isSafe: isSafe
            )
        }
        switch choice {
        case .current: break
        case .safe:
            contents.candidates.removeFirst()
            contents.fallback = """
                the last \(dead) runs with the newest document were ended before they were healthy, so the last one that \
                had a healthy run is in force until a new revision is published
                """
        case .defaults:
            contents.candidates = []
            contents.fallback = """
                the last runs with the cached documents were ended before they were healthy, so the compiled defaults are \
                in force until a new revision is published
                """
        }
        return contents
    }

    /// The document of an entry, and counts from now on that a run with it began.
    ///
    /// - Returns: The document, or `nil` when it cannot be used, which is a problem.
    func open(_ entry: CacheRecord.Entry) -> RemoteDocument? {
        do {
            let document = try cache.document(of: entry)
            begin(entry, waiting: Self.openingTimeout)
            return document
        } catch {
            state.withLock { $0.problem = error }
            return nil
        }
    }

    /// The document that waits for the app's call.
    func waitingDocument(_ record: CacheRecord) -> RemoteDocument? {
        record.waiting.flatMap { try? cache.document(of: $0) }
    }

    // MARK: Runs

    /// Whether a document made so many runs end that it must not be put in force again.
    func isBarred(_ entry: CacheRecord.Entry) -> Bool {
        guard countsRuns, state.withLock(\.inForce)?.identity != entry.identity else { return false }
        var dead = 0
        locked { marks in dead = marks.deadRuns(of: entry.identity) }
        return dead >= SafeSeedLadder.safeThreshold
    }

    /// Counts that a run with a document began, before the document is looked at.
    func begin(_ entry: CacheRecord.Entry, waiting timeout: Duration? = nil) {
        guard countsRuns else { return }
        var mark: RunMarks.Mark?
        var failure: DocumentCacheError?
        locked(waiting: timeout) { marks in
            do throws(DocumentCacheError) {
                mark = try marks.begin(entry.identity)
            } catch {
                failure = error
            }
        }
        let old = state.withLock { state in
            defer { (state.mark, state.inForce, state.isHealthy) = (mark, entry, false) }
            if let failure { state.problem = failure }
            return state.mark
        }
        if let old { marks.end(old) }
    }

    /// A run with a document.
    struct Run: Sendable {
        let entry: CacheRecord.Entry
        /// Whether it is known to be a healthy one.
        let isHealthy: Bool
    }

    /// Goes back to the run with the document before, as the one that was begun is not put in force.
    ///
    /// One that was healthy stays so and is not counted again: nothing would ever end that.
    func withdraw(to run: Run?) {
        guard let run else { return endRun() }
        guard run.isHealthy else { return begin(run.entry) }
        endRun()
        state.withLock { ($0.inForce, $0.isHealthy) = (run.entry, true) }
    }

    /// The run that goes on.
    var run: Run? { state.withLock { state in state.inForce.map { Run(entry: $0, isHealthy: state.isHealthy) } } }

    /// The document whose run goes on.
    var inForce: CacheRecord.Entry? { state.withLock(\.inForce) }

    /// Ends the run well, without saying anything about the document.
    func endRun() {
        let mark = state.withLock { state in
            defer { (state.mark, state.inForce, state.isHealthy) = (nil, nil, false) }
            return state.mark
        }
        if let mark { marks.end(mark) }
    }

    /// The run with the document in force is a healthy one; the record says so when it is stored.
    func markHealthy() {
        guard countsRuns else { return }
        let (entry, mark) = state.withLock { state in
            defer { state.mark = nil }
            if let entry = state.inForce {
                state.pending.markHealthy(entry)
                state.isHealthy = true
            }
            return (state.inForce, state.mark)
        }
        if let mark { marks.end(mark) }
        if let entry { locked { $0.forgetDeadRuns(of: entry.identity) } }
    }

    // Called often, and with all that takes a lock too large to be copied to each place.
    @inline(never)
    private func locked(waiting timeout: Duration? = nil, _ body: (RunMarks) -> Void) {
        let cache = cache
        do throws(DocumentCacheError) {
            try cache.withLockedMarks(waiting: timeout) { marks in body(marks) }
        } catch {
            state.withLock { $0.problem = error }
            // On a volume that cannot be written, counts can be read all the same.
            body(RunMarks(cache: cache))
        }
    }

    // MARK: Contexts

    /// Goes on with the cache of another context.
    func change(to context: EvaluationContext) {
        store()
        endRun()
        let cache = Self.cache(folder, source, identity, context, fileSystem, wall)
        // What could not be stored for the one before is not the other one's.
        state.withLock { ($0.cache, $0.pending) = (cache, PendingRecord()) }
    }
}
