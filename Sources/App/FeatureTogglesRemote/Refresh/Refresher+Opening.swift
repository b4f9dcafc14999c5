import FeatureToggles
import ToggleBase

/// The remote document that a client starts with, or continues with after its context has changed.
///
/// A class, because copying its values takes kilobytes of code.
final class RemoteOpening {
    /// The start of the machine.
    var start = RefreshMachine.Start()
    var document: DocumentEvaluator?
    #if OVERRIDES
    /// Where tools find the document.
    var place: RemoteDocumentPlace?
    #endif
    var documentProblem: ToggleProblem?
    var cacheProblem: ToggleProblem?
    /// The newest document in the cache, and the one waiting there.
    var newest: CacheRecord.Entry?
    var waiting: ReceivedDocument?
    /// Whether there is a document that is too large to read now.
    var isPostponed = false

    /// An opening whose document is read later.
    static var postponed: RemoteOpening {
        let opening = RemoteOpening()
        opening.isPostponed = true
        return opening
    }

    /// Applies the opening to the facts.
    func change(_ facts: inout RemoteFacts) {
        facts.evaluator = document
        facts.isCached = start.document?.isConfirmed == false
        #if OVERRIDES
        facts.place = place
        #endif
        facts[problemOf: .document] = documentProblem
        facts[problemOf: .cache] = cacheProblem
    }
}

extension Refresher {
    /// Reads the source's available document, the cached one if the source has none available, or the bundled one if
    /// neither can be used, unless the document is too large.
    func openRemote() -> RemoteOpening {
        let cost = configuration.waitsForLargeDocuments ? nil : configuration.costAtStart
        let available = availableDocument()
        let kept = Self.unconfirmed(available)
        var opening = RemoteOpening()
        var name = "the document"
        if let available, kept == nil || keeper == nil {
            state.withLock { $0.hasAvailableDocument = kept == nil }
            opening = openAvailable(available, postponingAbove: cost)
        } else if let keeper {
            name = "the cached document"
            opening = openCache(keeper, or: kept, waiting: DocumentKeeper.startTimeout, postponingAbove: cost)
        }
        if !opening.isPostponed {
            name = "the bundled document"
            opening = addingBundled(to: opening, postponingAbove: cost)
        }
        if opening.isPostponed {
            state.withLock { $0.postponed = available }
            publish(notReady("\(name) is large and is being read; the defaults are active until then"))
        }
        return opening
    }

    /// Returns the state of a source without a document.
    private func notReady(_ why: String) -> RemoteState {
        RemoteState(status: .notReady, since: environment.now().wall, why: why, source: source.name)
    }

    /// Returns the source's available document, or the error of reading it; `nil` if the source has none available.
    private func availableDocument() -> Result<RemoteDocument, RemoteSourceError>? {
        do throws(RemoteSourceError) {
            return try source.availableDocument(for: request).map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    /// Returns an available document that may not be the current one, and that is therefore cached.
    private static func unconfirmed(_ available: Result<RemoteDocument, RemoteSourceError>?) -> RemoteDocument? {
        guard case .success(let document)? = available, !document.isConfirmed else { return nil }
        return document
    }

    private func openAvailable(
        _ available: Result<RemoteDocument, RemoteSourceError>,
        postponingAbove cost: ReadingCost? = nil
    ) -> RemoteOpening {
        let opening = RemoteOpening()
        if let cost, case .success(let document) = available, cost.isExceeded(by: document.text) { return .postponed }
        if let keeper, configuration.verifier != nil {
            // The document doesn't have to be cached, but older documents must be rejected.
            let highest = keeper.contents(waiting: DocumentKeeper.startTimeout).record.highestRevision
            state.withLock { $0.documents.accept(highest) }
        }
        do throws(RemoteSourceError) {
            let received = try verified(available.get())
            opening.newest = received.entry
            if configuration.verifier != nil {
                keeper?.keep(highestRevision: state.withLock { $0.documents.highestRevision })
                storeSoon()
            }
            if let problem = open({ received }, isStarting: cost != nil, for: opening) {
                opening.documentProblem = remoteProblem(problem)
                opening.start.refusal = "the document cannot be used: \(problem)"
            }
        } catch {
            opening.start.failure = error
        }
        return opening
    }

    /// Reads and parses the document that an opening is for.
    ///
    /// - Parameters:
    ///   - read: Returns the document.
    ///   - cache: The cache that it comes from; `nil` for none.
    ///   - isStarting: Whether a client waits for it.
    ///   - opening: Receives the document.
    /// - Returns: The reason why the document is unusable, if it is.
    @inline(never)
    private func open(
        _ read: () throws(RemoteSourceError) -> ReceivedDocument,
        in cache: DocumentCache? = nil,
        isStarting: Bool,
        for opening: RemoteOpening
    ) -> String? {
        do throws(RemoteSourceError) {
            let received = try read()
            do throws(RemoteDocumentError) {
                opening.document = try compile(received.content, isStarting: isStarting)
            } catch {
                return error.description
            }
            opening.start.document = received.standing
            #if OVERRIDES
            opening.place = place(of: received, in: cache)
            #endif
            return nil
        } catch {
            return error.message
        }
    }

    /// Adds the document that the app ships with to an opening without a usable document.
    ///
    /// It's older than every document of the source: it has no revision, isn't cached, and isn't compared with the
    /// revisions of signed documents. Runs with it aren't counted.
    ///
    /// - Parameters:
    ///   - opening: The opening.
    ///   - cost: The cost above which the document is postponed; `nil` for none.
    /// - Returns: The opening with that document, or a postponed one.
    func addingBundled(to opening: RemoteOpening, postponingAbove cost: ReadingCost? = nil) -> RemoteOpening {
        guard opening.document == nil, !opening.isPostponed, let bundled = configuration.bundled else { return opening }
        let document = Result { () throws(RemoteSourceError) in try bundled.read() }
        if let cost, case .success(let document) = document, cost.isExceeded(by: document.text) { return .postponed }
        let problem = open(
            { () throws(RemoteSourceError) in
                let document = try document.get()
                let verified = try configuration.verifier?.verify(document, highestRevision: nil)
                return ReceivedDocument(document, verified, isConfirmed: false, isBundled: true)
            },
            isStarting: cost != nil,
            for: opening
        )
        if let problem {
            let message = "the bundled document cannot be used: \(problem)"
            opening.documentProblem =
                opening.documentProblem ?? ToggleProblem(source: .remote, origin: bundled.name, message: message)
        } else {
            // The next fetch mustn't wait because of an earlier one, whose document is gone.
            opening.start.fetchedAt = nil
        }
        return opening
    }

    /// Returns the first usable document: the source's, or one in the cache.
    ///
    /// - Parameters:
    ///   - keeper: The keeper of the cache.
    ///   - kept: The document that the source has kept itself, which is stored in the cache if it's used. If the app
    ///     activates documents, the cache has the one that it activated last.
    ///   - timeout: How long to wait for a lock; `nil` for the default.
    ///   - cost: The cost above which a document is postponed; `nil` postpones none.
    /// - Returns: The opening with that document.
    func openCache(
        _ keeper: DocumentKeeper,
        or kept: RemoteDocument? = nil,
        waiting timeout: Duration? = nil,
        postponingAbove cost: ReadingCost? = nil
    ) -> RemoteOpening {
        let opening = RemoteOpening()
        if let cost, let kept, cost.isExceeded(by: kept.text) { return .postponed }
        let contents = keeper.contents(waiting: timeout)
        let record = contents.record
        func isLarge(_ entry: CacheRecord.Entry?) -> Bool {
            cost.map { (entry?.size ?? 0) > $0.maximumSize } ?? false
        }
        if contents.candidates.contains(where: isLarge) || isLarge(record.waiting) { return .postponed }
        opening.start.fetchedAt = record.fetchedAt
        opening.start.backOff = record.backOff
        opening.start.isMarkedStale = record.staleSince != nil
        opening.start.fallback = contents.fallback
        state.withLock { $0.documents.accept(record.highestRevision) }
        var firstProblem: String?
        var used: CacheRecord.Entry?
        let keptEntry = kept.map { CacheRecord.Entry($0) }
        let isKeptUsed =
            keptEntry.map { entry in
                !(configuration.activation == .manually && record.current != nil)
                    && record.current?.hasSameContent(as: entry) != true
                    && !keeper.isBarred(entry, in: contents.cache, waiting: timeout)
            } ?? false
        for entry in (isKeptUsed ? [keptEntry].compactMap(\.self) : []) + contents.candidates {
            let isKept = isKeptUsed && entry == keptEntry
            guard let cached = isKept ? kept : keeper.document(of: entry, in: contents) else { continue }
            if let cost, cost.isExceeded(by: cached.text) { return .postponed }
            keeper.begin(entry, in: contents.cache, waiting: timeout)
            let problem = open(
                { () throws(RemoteSourceError) in try verified(cached, isKnown: true) },
                in: contents.cache,
                isStarting: cost != nil,
                for: opening
            )
            guard let problem else {
                used = entry
                break
            }
            firstProblem = firstProblem ?? problem
        }
        if used == nil { keeper.endRun() }
        if isKeptUsed, let kept, used == keptEntry {
            (opening.newest, opening.start.fallback) = (used, nil)
            keeper.keep(ReceivedDocument(kept, isConfirmed: false), highestRevision: record.highestRevision)
            storeSoon()
            return opening
        }
        // If the newest document is unusable for any reason, it must be fetched again.
        if used == record.current || contents.fallback != nil { opening.newest = record.current }
        if let firstProblem {
            opening.documentProblem = remoteProblem("the cached document cannot be used: \(firstProblem)")
        }
        if let waiting = keeper.waitingDocument(contents).flatMap({ try? verified($0, isKnown: true) }) {
            (opening.newest, opening.waiting) = (waiting.entry, waiting)
            opening.start.hasWaiting = true
        }
        opening.cacheProblem = keeper.problem.map(Self.cacheProblem)
        return opening
    }

    /// Reads a large document in the background after the start, and returns the start of the machine.
    func openPostponed() async -> RefreshMachine.Start {
        let opening = await postponedOpening()
        return update { state in
            // A new context opens its own cache.
            guard state.exchanges == Exchanges() else { return RefreshMachine.Start() }
            state.begin(with: opening)
            return opening.start
        }
    }

    /// Reads the documents that were too large at the start.
    private func postponedOpening() async -> RemoteOpening {
        let available = state.withLock { $0.postponed.take() }
        let kept = Self.unconfirmed(available)
        guard let available, kept == nil || keeper == nil else { return await opening(after: Exchanges(), or: kept) }
        return await withCheckedContinuation { continuation in
            environment.background { [self] in
                continuation.resume(returning: addingBundled(to: openAvailable(available)))
            }
        }
    }
}

extension Refresher.State {
    /// Continues with the documents of an opening.
    mutating func begin(with opening: RemoteOpening) {
        documents.restart(newest: opening.newest, waiting: opening.waiting)
        opening.change(&facts)
    }
}
