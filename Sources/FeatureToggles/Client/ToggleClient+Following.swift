import Synchronization

/// What follows changes for a client, and ends with it.
struct Followers: Sendable {
    #if !RELEASE || InternalBuild
    /// Follows the local defaults file.
    var localDefaults: FileWatcher?
    #endif
    /// Follows the remote source.
    var remote: Task<Void, Never>?

    /// Ends all of it.
    func cancel() {
        #if !RELEASE || InternalBuild
        localDefaults?.cancel()
        #endif
        remote?.cancel()
    }
}

extension ToggleClient {
    /// Reads what is at hand and starts to follow.
    ///
    /// Each is followed before it is read, so that no change is lost.
    func start() {
        let signals = remote.flatMap { $0.announcesChanges ? $0.signals(after: nil) : nil }
        let remoteChange = readAvailableDocument()
        #if !RELEASE || InternalBuild
        followLocalDefaults()
        // Whoever hears of a change now waits until this older reading is in force.
        localDefaultsReading.withLock { _ in
            let localChange = readLocalDefaults()
            update { state in
                remoteChange(&state)
                localChange?(&state)
            }
        }
        #else
        update(remoteChange)
        #endif
        if let signals { followRemote(signals) }
    }

    /// Reads the document that the remote source has at hand.
    ///
    /// - Returns: What that does to the state.
    private func readAvailableDocument() -> (inout ToggleState) -> Void {
        do {
            guard let available = try remote?.availableDocument() else { return { _ in } }
            arrivals.withLock { $0.revision = available.revision }
            let document = try FlagDocument(text: available.text)
            return { $0.document = document }
        } catch let refusal as FlagDocument.Refusal {
            let problem = remoteProblem(refusal.description)
            return { $0.documentProblem = problem }
        } catch {
            let problem = remoteProblem("\(error)")
            return { $0.fetchProblem = problem }
        }
    }

    // MARK: Remote config

    /// Brings the remote document and changes nothing that is read.
    ///
    /// Of fetches that overlap, a document that the later one brought is never replaced by that of the earlier one.
    ///
    /// - Returns: Whether there is something to activate, from this fetch or one before.
    /// - Throws: ``RemoteSourceError`` when the source cannot bring it. Reads go on with the document in force.
    @discardableResult
    @concurrent
    public func fetch() async throws(RemoteSourceError) -> Bool {
        guard let remote else { return false }
        do {
            let (number, revision) = arrivals.withLock { $0.begin() }
            let document = try await remote.fetch(RemoteRequest(revision: revision, context: context))
            let isWaiting = arrivals.withLock { $0.end(number, bringing: document) }
            update { $0.fetchProblem = nil }
            return isWaiting
        } catch {
            update { $0.fetchProblem = remoteProblem(error.message) }
            throw error
        }
    }

    /// Puts the fetched document in force, all at once.
    ///
    /// Without a fetched document it does nothing.
    ///
    /// - Returns: Whether a document was put in force.
    /// - Throws: ``FlagDocument/Refusal`` when it cannot be used. The one before stays in force.
    @discardableResult
    public func activate() throws(FlagDocument.Refusal) -> Bool {
        try activation.withLock { _ throws(FlagDocument.Refusal) -> Bool in
            guard let fetched = arrivals.withLock({ $0.take() }) else { return false }
            do throws(FlagDocument.Refusal) {
                let document = try FlagDocument(text: fetched.text)
                update { state in
                    state.document = document
                    state.documentProblem = nil
                }
                return true
            } catch {
                update { $0.documentProblem = remoteProblem(error.description) }
                throw error
            }
        }
    }

    /// Brings the remote document and puts it in force, all at once.
    ///
    /// One that was fetched before and still waits is put in force too. A source that announces changes is asked, and its
    /// document put in force, without a call.
    ///
    /// - Returns: Whether a new document was put in force.
    /// - Throws: ``RemoteSourceError`` or ``FlagDocument/Refusal``. The document in force stays.
    @discardableResult
    @concurrent
    public func fetchAndActivate() async throws -> Bool {
        guard try await fetch() else { return false }
        return try activate()
    }

    private func followRemote(_ signals: AsyncStream<RemoteSignal>) {
        let task = Task { [weak self] in
            for await signal in signals {
                guard case .changed = signal else { continue }
                // What goes wrong is listed in `problems`; the next change is another chance.
                _ = try? await self?.fetchAndActivate()
            }
        }
        followers.withLock { $0.remote = task }
    }

    private func remoteProblem(_ message: String) -> ToggleProblem {
        ToggleProblem(source: .remote, origin: remote?.name ?? "", message: message)
    }
}
