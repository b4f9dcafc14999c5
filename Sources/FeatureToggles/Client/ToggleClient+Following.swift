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
            case .failure(let refusal): state.remoteProblem = remoteProblem(refusal.description)
            case nil: break
            }
        }
        if let changes { followRemote(changes) }
    }

    // MARK: Remote config

    /// Brings the remote document and changes nothing that is read.
    ///
    /// - Returns: Whether there is something new to activate.
    /// - Throws: ``RemoteSourceError`` when the source cannot bring it. Reads go on with the document in force.
    @discardableResult
    public func fetch() async throws(RemoteSourceError) -> Bool {
        guard let remote else { return false }
        do {
            let document = try await remote.fetch(since: live.withLock { $0.revision })
            if let document {
                live.withLock { live in
                    live.fetched = document
                    live.revision = document.revision
                }
            } else {
                update { $0.remoteProblem = nil }
            }
            return document != nil
        } catch {
            update { $0.remoteProblem = remoteProblem(error.message) }
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
        let fetched = live.withLock { live in
            defer { live.fetched = nil }
            return live.fetched
        }
        guard let fetched else { return false }
        do {
            let document = try FlagDocument(text: fetched.text)
            update { state in
                state.document = document
                state.remoteProblem = nil
            }
            return true
        } catch {
            update { $0.remoteProblem = remoteProblem(error.description) }
            throw error
        }
    }

    /// Brings the remote document and puts it in force, all at once.
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
