import FeatureToggles

/// What a client does with its cache: starts from it, keeps what comes, counts runs.
///
/// Nothing here fails a client: what goes wrong is remembered as a problem. A client that starts waits half a millisecond for
/// the lock of other processes, and goes on without it: one that hangs would stop every start of the app.
///
/// That a run with a document begins is written before the document is put in force, which needs one empty file and waits
/// for no disk. The document itself is written later, by ``storeAll()``: a process that is killed before that starts
/// with the one before, and the runs that were ended with the new one count against it all the same (``isBarred(_:)``).
final class DocumentKeeper: Sendable {
    /// What the cache has to start with.
    struct Contents: Sendable {
        let cache: DocumentCache
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
        /// What is left to be done for contexts before, in order.
        var leaving: [Leaving] = []
        /// Whether the client is gone, so that no run begins any more.
        var isOver = false
    }

    /// What is left to be done with the cache of another context.
    ///
    /// A class, since copying the values in it takes kilobytes of code.
    final class Leaving: Sendable {
        let cache: DocumentCache
        let pending: PendingRecord
        let mark: RunMarks.Mark?

        init(cache: DocumentCache, pending: PendingRecord, mark: RunMarks.Mark?) {
            self.cache = cache
            self.pending = pending
            self.mark = mark
        }
    }

    /// How long a client that starts waits for a lock.
    static let startTimeout = Duration.microseconds(500)

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

    /// Says what to start with, and waits as long for a lock, or the usual time.
    func contents(waiting timeout: Duration? = nil) -> Contents {
        let cache = cache
        let (record, problem) = cache.record()
        state.withLock { $0.problem = problem }
        guard let current = record.current else { return Contents(cache: cache, record: record) }
        let safe = record.safe.flatMap { $0.identity == current.identity ? nil : $0 }
        var contents = Contents(cache: cache, record: record, candidates: [current] + (safe.map { [$0] } ?? []))
        guard countsRuns else { return contents }
        let isSafe = record.safe?.identity == current.identity
        var dead = 0
        var choice = SafeSeedLadder.Choice.current
        locked(cache, waiting: timeout) { marks in
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

    /// The document of an entry.
    ///
    /// - Returns: The document, or `nil` when it cannot be used, which is a problem.
    func document(of entry: CacheRecord.Entry, in contents: Contents) -> RemoteDocument? {
        do {
            return try contents.cache.document(of: entry)
        } catch {
            state.withLock { $0.problem = error }
            return nil
        }
    }

    /// The document that waits for the app's call.
    func waitingDocument(_ contents: Contents) -> RemoteDocument? {
        contents.record.waiting.flatMap { try? contents.cache.document(of: $0) }
    }

    // MARK: Runs

    /// Whether a document made so many runs end that it must not be put in force again.
    func isBarred(_ entry: CacheRecord.Entry) -> Bool {
        guard countsRuns, state.withLock(\.inForce)?.identity != entry.identity else { return false }
        var dead = 0
        locked(cache) { marks in dead = marks.deadRuns(of: entry.identity) }
        return dead >= SafeSeedLadder.safeThreshold
    }

    /// Counts that a run with a document began, before the document is looked at.
    func begin(_ entry: CacheRecord.Entry) {
        begin(entry, in: cache, waiting: nil)
    }

    /// Counts a run in a cache, unless the client has gone on to another one meanwhile, or is gone.
    func begin(_ entry: CacheRecord.Entry, in cache: DocumentCache, waiting timeout: Duration?) {
        guard countsRuns else { return }
        var mark: RunMarks.Mark?
        var failure: DocumentCacheError?
        locked(cache, waiting: timeout) { marks in
            do throws(DocumentCacheError) {
                mark = try marks.begin(entry.identity)
            } catch {
                failure = error
            }
        }
        let over = state.withLock { state in
            guard !state.isOver, state.cache.key == cache.key else { return mark }
            defer { (state.mark, state.inForce, state.isHealthy) = (mark, entry, false) }
            if let failure { state.problem = failure }
            return state.mark
        }
        if let over { RunMarks(cache: cache).end(over) }
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
        if let entry { locked(cache) { $0.forgetDeadRuns(of: entry.identity) } }
    }

    // Called often, and with all that takes a lock too large to be copied to each place.
    @inline(never)
    private func locked(_ cache: DocumentCache, waiting timeout: Duration? = nil, _ body: (RunMarks) -> Void) {
        do throws(DocumentCacheError) {
            try cache.withLockedMarks(waiting: timeout) { marks in body(marks) }
        } catch {
            // That others were busy for half a millisecond is no problem.
            if timeout == nil { state.withLock { $0.problem = error } }
            // On a volume that cannot be written, counts can be read all the same.
            body(RunMarks(cache: cache))
        }
    }

    // MARK: Contexts

    /// Goes on with the cache of another context; no file is touched before ``leave()``.
    func change(to context: EvaluationContext) {
        let cache = Self.cache(folder, source, identity, context, fileSystem, wall)
        state.withLock { state in
            state.leaving.append(Leaving(cache: state.cache, pending: state.pending, mark: state.mark))
            (state.cache, state.pending) = (cache, PendingRecord())
            (state.mark, state.inForce, state.isHealthy) = (nil, nil, false)
        }
    }

    /// Stores what was to be kept for contexts before, and ends their runs well.
    func leave() {
        let all = state.withLock { state in
            defer { state.leaving = [] }
            return state.leaving
        }
        for leaving in all {
            writing.withLock { _ in
                if !leaving.pending.isEmpty { _ = write(leaving.pending, to: leaving.cache) { _, _ in } }
            }
            if let mark = leaving.mark { RunMarks(cache: leaving.cache).end(mark) }
        }
    }

    /// Ends the run well, and begins none any more.
    func close() {
        state.withLock { $0.isOver = true }
        endRun()
        leave()
    }
}
