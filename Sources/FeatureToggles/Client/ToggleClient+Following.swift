/// What follows changes for a client, and ends with it.
struct Followers: Sendable {
    #if !RELEASE || InternalBuild
    /// Follows the local defaults file.
    var localDefaults: FileWatcher?
    #endif
    /// Lets rules that look at the time see it go by.
    var clock: Task<Void, Never>?

    /// Ends all of it.
    func cancel() {
        #if !RELEASE || InternalBuild
        localDefaults?.cancel()
        #endif
        clock?.cancel()
    }
}

extension ToggleClient {
    /// Reads what is at hand and starts to follow.
    ///
    /// The local defaults file is followed before it is read, and the remote source is asked after it was listened to, so
    /// that no change is lost.
    func start() {
        refresher?.attach(self)
        let remote = refresher.map { openRemote($0) }
        #if !RELEASE || InternalBuild
        followLocalDefaults()
        // Whoever hears of a change now waits until this older reading is in force.
        localDefaultsReading.withLock { _ in
            let localChange = readLocalDefaults()
            update { state in
                remote?.change(&state)
                localChange?(&state)
            }
        }
        #else
        update { remote?.change(&$0) }
        #endif
        if let remote { refresher?.begin(remote.start) }
    }

    // MARK: Remote config

    /// Brings the remote document and changes nothing that is read.
    ///
    /// When the source answered not longer ago than the interval, it is not asked again. The source is not asked either
    /// while it wants to be left alone, after it refused the credentials, and beyond the policy's ceiling; these are errors.
    /// The pause that the client makes after failures of its own does not count here. A document that was marked stale is
    /// always asked for.
    ///
    /// Of fetches that overlap, a document that the later one brought is never replaced by that of the earlier one.
    ///
    /// - Parameter minimumInterval: How long an answer counts as new enough; `nil` for the policy's
    ///   ``RefreshPolicy/minimumFetchInterval``, zero to ask in any case.
    /// - Returns: Whether there is something to activate, from this fetch or one before.
    /// - Throws: ``RemoteSourceError`` when the source cannot bring it. Reads go on with the document in force.
    @discardableResult
    @concurrent
    public func fetch(minimumInterval: Duration? = nil) async throws(RemoteSourceError) -> Bool {
        guard let refresher else { return false }
        try await refresher.fetch(minimumInterval)
        return refresher.arrivals.withLock { $0.waiting != nil }
    }

    /// Puts the fetched document in force, all at once.
    ///
    /// Without a fetched document it does nothing.
    ///
    /// Reads see it at once. Where there is a cache, the call returns when the document is on disk; what the client
    /// activates by itself is stored a few milliseconds later, while everything goes on.
    ///
    /// - Returns: Whether a document was put in force.
    /// - Throws: ``FlagDocument/Refusal`` when it cannot be used. The one before stays in force.
    @discardableResult
    public func activate() throws(FlagDocument.Refusal) -> Bool {
        guard let refresher else { return false }
        let isActivated = try activate(refresher)
        if isActivated { refresher.storeNow() }
        return isActivated
    }

    /// Puts the fetched document in force; it is yet to be stored.
    private func activate(_ refresher: Refresher) throws(FlagDocument.Refusal) -> Bool {
        try activation.withLock { _ throws(FlagDocument.Refusal) -> Bool in
            guard let arrival = refresher.arrivals.withLock({ $0.take() }) else { return false }
            do throws(FlagDocument.Refusal) {
                let document = try admit(arrival, refresher)
                update { state in
                    state.document = document
                    state.isDocumentCached = !arrival.isConfirmed
                    state.documentProblem = nil
                }
                refresher.send(
                    .activated(
                        RefreshMachine.Document(
                            revision: arrival.original.revision,
                            isConfirmed: arrival.isConfirmed,
                            expiresAt: arrival.expiresAt
                        )
                    )
                )
                // Neither reads nor the next document wait for the disk; that a run with this one began is written.
                let highest = refresher.arrivals.withLock(\.highestRevision)
                if !refresher.isAtHand {
                    refresher.keeper?.keep(arrival, highestRevision: highest)
                } else if refresher.configuration.verifier != nil {
                    refresher.keeper?.keep(highestRevision: highest)
                }
                return true
            } catch {
                noteRefusal(error)
                throw error
            }
        }
    }

    /// Brings the remote document and puts it in force, all at once.
    ///
    /// One that was fetched before and still waits is put in force too. A source that announces changes is asked, and its
    /// document put in force, without a call.
    ///
    /// - Parameter minimumInterval: How long an answer counts as new enough (see ``fetch(minimumInterval:)``).
    /// - Returns: Whether a new document was put in force.
    /// - Throws: ``RemoteSourceError`` or ``FlagDocument/Refusal``. The document in force stays.
    @discardableResult
    @concurrent
    public func fetchAndActivate(minimumInterval: Duration? = nil) async throws -> Bool {
        try await fetch(minimumInterval: minimumInterval)
        // Also when nothing waits: the client itself may be just putting in force what this fetch would have brought.
        return try activate()
    }

    // MARK: What the refresher does

    /// Puts the document that waits in force, if one does; what goes wrong is listed in ``problems``.
    func activateArrival() {
        guard let refresher else { return }
        _ = try? activate(refresher)
        refresher.storeSoon()
    }

    /// Keeps the document that waits for later, as the policy says.
    func keepArrival() {
        guard let refresher, let keeper = refresher.keeper else { return }
        activation.withLock { _ in
            let (waiting, highest) = refresher.arrivals.withLock { ($0.waiting, $0.highestRevision) }
            guard let waiting else { return }
            if refresher.configuration.activation != .atNextLaunch {
                keeper.keepWaiting(waiting, highestRevision: highest)
            } else {
                do throws(FlagDocument.Refusal) {
                    // Nothing may wait for the next launch that cannot be used then.
                    _ = try Self.compile(waiting.document, bucketing: refresher.configuration.bucketing)
                    keeper.keep(waiting, highestRevision: highest)
                } catch {
                    _ = refresher.arrivals.withLock { $0.take() }
                    noteRefusal(error)
                }
            }
        }
        refresher.storeSoon()
    }

    /// The source says that the document in force is the current one.
    func confirmDocument() {
        guard live.withLock({ $0.state.isDocumentCached }) else { return }
        update { $0.isDocumentCached = false }
    }

    /// Counts that a run with a document begins, and parses it.
    private func admit(
        _ arrival: RemoteArrival,
        _ refresher: Refresher
    ) throws(FlagDocument.Refusal) -> ActiveDocument {
        guard let keeper = refresher.keeper, !refresher.isAtHand else {
            return try Self.compile(arrival.document, bucketing: refresher.configuration.bucketing)
        }
        let entry = CacheRecord.Entry(arrival.original)
        if keeper.isBarred(entry) {
            throw FlagDocument.Refusal(
                description: """
                    the last \(SafeSeedLadder.safeThreshold) runs with this document were ended before they were healthy; \
                    publish a new revision
                    """
            )
        }
        let before = keeper.run
        keeper.begin(entry)
        do throws(FlagDocument.Refusal) {
            return try Self.compile(arrival.document, bucketing: refresher.configuration.bucketing)
        } catch {
            keeper.withdraw(to: before)
            throw error
        }
    }

    private func noteRefusal(_ refusal: FlagDocument.Refusal) {
        note { $0.documentProblem = remoteProblem(refusal.description) }
        refresher?.send(.refused("the newest document cannot be used: \(refusal.description)"))
    }

    /// Lists what is wrong with the cache among the problems, or nothing any more.
    func noteCacheProblem() {
        guard let keeper = refresher?.keeper else { return }
        let problem = keeper.problem.map(Self.cacheProblem)
        guard live.withLock({ $0.state.cacheProblem }) != problem else { return }
        note { $0.cacheProblem = problem }
    }

    static func cacheProblem(_ error: DocumentCacheError) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: error.path, message: "\(error.message) The client goes on without it.")
    }

    func remoteProblem(_ message: String) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: refresher?.source.name ?? "", message: message)
    }

    /// Makes a document that can be evaluated of one that came.
    static func compile(
        _ document: RemoteDocument,
        bucketing: Bucketing?
    ) throws(FlagDocument.Refusal) -> ActiveDocument {
        try ActiveDocument(document, bucketing: bucketing)
    }
}
