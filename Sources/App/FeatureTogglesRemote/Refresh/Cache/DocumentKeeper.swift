import FeatureToggles
import ToggleBase

/// Manages a client's cache: reads it at the start, stores new documents, and counts runs.
///
/// No failure here fails the client; it is recorded as a problem. At the start, the client waits half a millisecond for
/// locks of other processes and then continues without them, because a hung process would otherwise block every start
/// of the app.
///
/// The beginning of a run with a document is recorded before the document is activated. This takes one empty file and
/// doesn't wait for the disk. The document itself is written later, by ``storeAll()``. A process that crashes before
/// that starts with the previous document, but its crashed runs with the new one still count against the new one
/// (``isBarred(_:)``).
///
/// While the app is in the background, where the system may end it at any time, no run is counted and no lock is held:
/// the system kills a suspended app that holds one in the folder of an app group.
final class DocumentKeeper: Sendable {
    /// The contents of the cache at the start.
    ///
    /// A class, because copying its values takes kilobytes of code.
    final class Contents {
        let cache: DocumentCache
        let record: CacheRecord
        /// The documents to try, in order.
        var candidates: [CacheRecord.Entry] = []
        /// The reason for trying an older document than the newest, or none.
        var fallback: String?

        init(cache: DocumentCache, record: CacheRecord) {
            self.cache = cache
            self.record = record
        }
    }

    /// A run with a document.
    struct Run: Sendable {
        let entry: CacheRecord.Entry
        /// The mark of the run; `nil` if it isn't counted.
        var mark: RunMarks.Mark?
        /// Whether the run is known to be healthy, and therefore no longer counted.
        var isHealthy = false
    }

    /// The cache of a context, and the work for it.
    struct Period: Sendable {
        let cache: DocumentCache
        /// The run with the active document.
        var run: Run?
        /// The changes that are not written yet.
        var pending = PendingRecord()
        /// A document that had a healthy run and is not used because later ones crashed.
        var unused: CacheRecord.Entry?
    }

    struct State: Sendable {
        /// The period of the current context.
        var period: Period
        /// The periods of previous contexts whose work is not complete, in order.
        var earlier: [Period] = []
        var problem: DocumentCacheError?
        /// Whether a call of ``storeAll()`` is under way or requested.
        var isStoring = false
        /// Whether the app is in the background.
        var isAway: Bool
        /// Whether the client has been released, so that no further run begins.
        var isOver = false
    }

    /// How long a client waits for a lock when it starts.
    static let startTimeout = Duration.microseconds(500)

    let state: Mutex<State>
    /// Serializes writes, so that changes are written in the order in which they were taken.
    let writing = Mutex(())
    /// Returns the cache of a source's identity and a context.
    private let cacheOf: @Sendable (_ identity: String, EvaluationContext?) -> DocumentCache
    private let countsRuns: Bool
    /// Returns whether the sudden end of this process counts against the document.
    private let isEndCounted: @Sendable () -> Bool
    let wall: @Sendable () -> Int64

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - folder: The cache's folder.
    ///   - source: The source's human-readable name.
    ///   - identity: The string that distinguishes the source from others; `nil` for its name.
    ///   - context: The context, if the document depends on it.
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
        self.countsRuns = countsRuns
        isEndCounted = environment.isEndCounted
        let (fileSystem, wall) = (environment.fileSystem, { @Sendable in environment.now().wall })
        self.wall = wall
        cacheOf = { identity, context in
            DocumentCache(
                folder: folder,
                source: source,
                identity: identity,
                context: context,
                fileSystem: fileSystem,
                secondsSince1970: { Int(clamping: wall()) }
            )
        }
        let isAway = environment.lifecycle?.mayBeInBackground() ?? false
        state = Mutex(State(period: Period(cache: cacheOf(identity ?? source, context)), isAway: isAway))
    }

    /// The last problem, unless an operation has succeeded since.
    var problem: DocumentCacheError? { state.withLock(\.problem) }

    /// The cache of the current context.
    var cache: DocumentCache { state.withLock(\.period.cache) }
    /// Whether the app is in the background, as far as is known.
    var isAway: Bool { state.withLock(\.isAway) }
    private var marks: RunMarks { RunMarks(cache: cache) }

    // MARK: Starting

    /// Returns the documents to start with; waits for a lock as long as given, or for the default time.
    func contents(waiting timeout: Duration? = nil) -> Contents {
        let cache = cache
        let (record, problem) = cache.record()
        state.withLock { $0.problem = problem }
        let contents = Contents(cache: cache, record: record)
        guard let current = record.current else { return contents }
        let safe = record.safe.flatMap { $0.identity == current.identity ? nil : $0 }
        contents.candidates = [current] + (safe.map { [$0] } ?? [])
        guard countsRuns else { return contents }
        let isSafe = record.safe?.identity == current.identity
        var crashes = 0
        var choice = CrashFallback.Choice.current
        locked(cache, waiting: timeout) { marks in
            crashes = marks.crashedRuns(of: current.identity)
            choice = CrashFallback.choice(
                crashes: crashes,
                crashesOfSafe: safe.map { marks.crashedRuns(of: $0.identity) },
                isSafe: isSafe
            )
        }
        switch choice {
        case .current: break
        case .safe:
            contents.candidates.removeFirst()
            contents.fallback = """
                the last \(crashes) runs with the newest document crashed before they were healthy, so the last one that \
                had a healthy run is active until a new revision is published
                """
        case .defaults:
            contents.candidates = []
            let retry = record.safe == nil ? "" : "a run is healthy or "
            contents.fallback = """
                the last runs with the cached documents crashed before they were healthy, so the compiled defaults are \
                active until \(retry)a new revision is published
                """
            state.withLock { state in
                if state.period.cache.key == cache.key { state.period.unused = record.safe }
            }
        }
        return contents
    }

    /// Returns the document of an entry.
    ///
    /// - Returns: The document, or `nil` if it is unusable, which is recorded as a problem.
    func document(of entry: CacheRecord.Entry, in contents: Contents) -> RemoteDocument? {
        do {
            return try contents.cache.document(of: entry)
        } catch {
            state.withLock { $0.problem = error }
            return nil
        }
    }

    /// Returns the document that waits for the app to activate it.
    func waitingDocument(_ contents: Contents) -> RemoteDocument? {
        contents.record.waiting.flatMap { try? contents.cache.document(of: $0) }
    }

    // MARK: Runs

    /// Whether so many runs with a document crashed that it must not be activated again.
    ///
    /// - Parameters:
    ///   - entry: The document.
    ///   - cache: The cache that the document belongs to; `nil` for that of the current context.
    ///   - timeout: How long to wait for a lock; `nil` for the default.
    /// - Returns: Whether the document is barred.
    func isBarred(
        _ entry: CacheRecord.Entry,
        in cache: DocumentCache? = nil,
        waiting timeout: Duration? = nil
    ) -> Bool {
        guard countsRuns, active?.identity != entry.identity else { return false }
        var crashes = 0
        locked(cache ?? self.cache, waiting: timeout) { marks in crashes = marks.crashedRuns(of: entry.identity) }
        return crashes >= CrashFallback.crashesUntilSafe
    }

    /// Records that a run with a document begins, before the document is parsed, unless the context has changed in the
    /// meantime or the client has been released.
    func begin(_ entry: CacheRecord.Entry, in cache: DocumentCache? = nil, waiting timeout: Duration? = nil) {
        guard countsRuns else { return }
        let cache = cache ?? self.cache
        let previous = state.withLock { state -> RunMarks.Mark? in
            guard !state.isOver, state.period.cache.key == cache.key else { return nil }
            defer { state.period.run = Run(entry: entry) }
            return state.period.run?.mark
        }
        // The new mark is there before the previous one ends.
        count(entry, in: cache, waiting: timeout)
        if let previous { RunMarks(cache: cache).end(previous) }
    }

    /// Counts the current run, unless the app is in the background, or the run is healthy or has another document.
    private func count(_ entry: CacheRecord.Entry, in cache: DocumentCache, waiting timeout: Duration?) {
        func isCounted(_ state: inout State) -> Bool {
            guard !state.isAway, !state.isOver, state.period.cache.key == cache.key, let run = state.period.run else {
                return false
            }
            return run.entry == entry && run.mark == nil && !run.isHealthy
        }
        guard isEndCounted(), state.withLock({ isCounted(&$0) }) else { return }
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
            guard isCounted(&state) else { return mark }
            state.period.run?.mark = mark
            if let failure { state.problem = failure }
            return nil
        }
        if let over { RunMarks(cache: cache).end(over) }
    }

    /// Stops counting the run, because the app is in the background or ends, and releases its lock before returning.
    func enterBackground() {
        let mark = state.withLock { state in
            state.isAway = true
            return state.period.run?.mark.take()
        }
        if let mark { marks.end(mark) }
        endEarlierRuns()
    }

    /// Counts the run again.
    ///
    /// - Returns: Whether the app was in the background.
    @discardableResult
    func enterForeground() -> Bool {
        let (wasAway, cache, run) = state.withLock { state in
            defer { state.isAway = false }
            return (state.isAway, state.period.cache, state.period.run)
        }
        if wasAway, countsRuns, let run { count(run.entry, in: cache, waiting: Self.startTimeout) }
        return wasAway
    }

    /// Returns to the run with the previous document, because the document of the new run was not activated.
    ///
    /// A healthy run remains healthy and is not counted again, because nothing would end that count. If the context has
    /// changed in the meantime, its runs are not affected.
    ///
    /// - Parameters:
    ///   - run: The previous run; `nil` if there was none.
    ///   - cache: The cache that both documents belong to; `nil` for that of the current context.
    func withdraw(to run: Run?, in cache: DocumentCache? = nil) {
        let cache = cache ?? self.cache
        guard let run else { return endRun() }
        guard run.isHealthy else { return begin(run.entry, in: cache) }
        endRun()
        state.withLock { state in
            if state.period.cache.key == cache.key { state.period.run = Run(entry: run.entry, isHealthy: true) }
        }
    }

    /// The current run.
    var run: Run? { state.withLock(\.period.run) }

    /// The document of the current run.
    var active: CacheRecord.Entry? { run?.entry }

    /// Ends the run normally, without a verdict on the document.
    func endRun() {
        let mark = state.withLock { $0.period.run.take()?.mark }
        if let mark { marks.end(mark) }
    }

    /// Marks the run with the active document as healthy; the record includes this when it is next stored.
    ///
    /// A run without a document gives the last document that had a healthy run another chance at the next launch.
    func markHealthy() {
        guard countsRuns else { return }
        let (entry, mark) = state.withLock { state -> (CacheRecord.Entry?, RunMarks.Mark?) in
            guard let run = state.period.run else { return (state.period.unused.take(), nil) }
            state.period.pending.markHealthy(run.entry)
            state.period.run = Run(entry: run.entry, isHealthy: true)
            return (run.entry, run.mark)
        }
        guard let entry else { return }
        if let mark { marks.end(mark) }
        locked(cache) { $0.forgetCrashedRuns(of: entry.identity) }
    }

    // Not inlined: called often, and with its locking too large to be copied to each call site.
    @inline(never)
    private func locked(_ cache: DocumentCache, waiting timeout: Duration? = nil, _ body: (RunMarks) -> Void) {
        do throws(DocumentCacheError) {
            try cache.withLockedMarks(waiting: timeout) { marks in body(marks) }
        } catch {
            // At the start, it is not a problem if other processes hold the lock for half a millisecond.
            if timeout == nil { state.withLock { $0.problem = error } }
            // On a read-only volume, runs can still be counted.
            body(RunMarks(cache: cache))
        }
    }

    // MARK: Contexts

    /// Switches to the cache of another context or identity of the source; accesses no file before ``leave()``.
    func change(to context: EvaluationContext?, of identity: String) {
        let cache = cacheOf(identity, context)
        state.withLock { state in
            state.earlier.append(state.period)
            state.period = Period(cache: cache)
        }
    }

    /// Ends the runs of previous contexts normally, and stores their pending changes.
    func leave() {
        endEarlierRuns()
        let earlier = state.withLock { state in
            defer { state.earlier = [] }
            return state.earlier
        }
        for period in earlier where !period.pending.isEmpty {
            writing.withLock { _ in _ = write(period.pending, to: period.cache) }
        }
    }

    private func endEarlierRuns() {
        let ended = state.withLock { state in
            state.earlier.indices.compactMap { index in
                state.earlier[index].run?.mark.take().map { (state.earlier[index].cache, $0) }
            }
        }
        for (cache, mark) in ended { RunMarks(cache: cache).end(mark) }
    }

    /// Ends the run normally, and begins no further ones.
    func close() {
        state.withLock { $0.isOver = true }
        endRun()
        leave()
    }
}
