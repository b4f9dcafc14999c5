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
        let changes = remote?.changes()
        let document = remote?.availableDocument()
        #if !RELEASE || InternalBuild
        followLocalDefaults()
        let values = readLocalDefaults()
        #endif
        let activation = document.map { document in
            Result { () throws(FlagDocument.Refusal) in
                try FlagDocument(text: document.text)
            }
        }
        live.withLock { $0.revision = document?.revision }
        update { state in
            #if !RELEASE || InternalBuild
            values?(&state)
            #endif
            switch activation {
            case .success(let document): state.document = document
            case .failure(let refusal): state.documentProblem = remoteProblem(refusal.description)
            case nil: break
            }
        }
        if let changes { followRemote(changes) }
    }

    // MARK: Remote config

    /// Brings the remote document and changes nothing that is read.
    ///
    /// Of fetches that overlap, a document that the later one brought is never replaced by that of the earlier one.
    ///
    /// - Returns: Whether there is something to activate, from this fetch or one before.
    /// - Throws: ``RemoteSourceError`` when the source cannot bring it. Reads go on with the document in force.
    @discardableResult
    public func fetch() async throws(RemoteSourceError) -> Bool {
        guard let remote else { return false }
        do {
            let (number, revision) = live.withLock { live in
                live.fetchCount += 1
                return (live.fetchCount, live.revision)
            }
            let document = try await remote.fetch(since: revision)
            let isWaiting = live.withLock { live in
                if let document, number > live.newestFetch {
                    live.newestFetch = number
                    live.fetched = document
                    live.revision = document.revision
                }
                return live.fetched != nil
            }
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
            let fetched = live.withLock { live in
                defer { live.fetched = nil }
                return live.fetched
            }
            guard let fetched else { return false }
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

    /// Brings the remote document and puts it in force, all at once. One that was fetched before and still waits is put in
    /// force too.
    ///
    /// - Returns: Whether a new document was put in force.
    /// - Throws: ``RemoteSourceError`` or ``FlagDocument/Refusal``. The document in force stays.
    @discardableResult
    public func fetchAndActivate() async throws -> Bool {
        guard try await fetch() else { return false }
        return try activate()
    }

    private func followRemote(_ changes: AsyncStream<Void>) {
        let task = Task { [weak self] in
            for await _ in changes {
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
