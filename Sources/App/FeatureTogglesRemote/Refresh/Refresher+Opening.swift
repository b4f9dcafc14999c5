import FeatureToggles
import ToggleBase

/// The remote document that a client starts with, or continues with after its context has changed.
///
/// A class, because copying its values takes kilobytes of code.
final class RemoteOpening {
    /// The start of the machine.
    var start = RefreshMachine.Start()
    var document: DocumentEvaluator?
    /// Whether the document comes from the cache.
    var isCached = false
    #if OVERRIDES
    /// Where tools find the document.
    var place: RemoteDocumentPlace?
    #endif
    var documentProblem: ToggleProblem?
    var cacheProblem: ToggleProblem?
    /// The newest document in the cache, and the one waiting there.
    var newest: CacheRecord.Entry?
    var waiting: RemoteArrival?
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
        facts.isCached = isCached && document != nil
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
        var opening = RemoteOpening()
        var name = "the document"
        if let available {
            noteAvailableDocument()
            opening = openAvailable(available, postponingAbove: cost)
        } else if let keeper {
            name = "the cached document"
            opening = openCache(keeper, waiting: DocumentKeeper.startTimeout, postponingAbove: cost)
        }
        if !opening.isPostponed {
            name = "the bundled document"
            opening = addingBundled(to: opening, postponingAbove: cost)
        }
        if opening.isPostponed {
            postponed.withLock { $0 = available }
            publishPostponedState(of: name)
        }
        begin(with: opening)
        return opening
    }

    /// Returns the source's available document, or the error of reading it; `nil` if the source has none available.
    private func availableDocument() -> Result<RemoteDocument, RemoteSourceError>? {
        do throws(RemoteSourceError) {
            return try source.availableDocument().map { .success($0) }
        } catch {
            return .failure(error)
        }
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
            arrivals.withLock { $0.accept(highest) }
        }
        do throws(RemoteSourceError) {
            let document = try available.get()
            let arrival = try verified(document)
            opening.newest = CacheRecord.Entry(document)
            if configuration.verifier != nil {
                keeper?.keep(highestRevision: arrivals.withLock(\.highestRevision))
                storeSoon()
            }
            do throws(RemoteDocumentError) {
                opening.document = try compile(arrival.document, isStarting: cost != nil)
                #if OVERRIDES
                opening.place = place(of: arrival, in: nil)
                #endif
                opening.start.document = RefreshMachine.Document(
                    revision: document.revision,
                    isConfirmed: true,
                    expiresAt: arrival.expiresAt
                )
            } catch {
                opening.documentProblem = remoteProblem(error.description)
                opening.start.refusal = "the document cannot be used: \(error.description)"
            }
        } catch {
            opening.start.failure = error
        }
        return opening
    }

    /// Starts fetching from the state of an opening.
    func begin(with opening: RemoteOpening) {
        arrivals.withLock { $0.restart(newest: opening.newest, waiting: opening.waiting) }
    }

    /// Returns the first usable document in the cache.
    ///
    /// - Parameters:
    ///   - keeper: The keeper of the cache.
    ///   - timeout: How long to wait for a lock; `nil` for the default.
    ///   - cost: The cost above which a document is postponed; `nil` postpones none.
    /// - Returns: The opening with that document.
    func openCache(
        _ keeper: DocumentKeeper,
        waiting timeout: Duration? = nil,
        postponingAbove cost: ReadingCost? = nil
    ) -> RemoteOpening {
        let opening = RemoteOpening()
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
        arrivals.withLock { $0.accept(record.highestRevision) }
        var problems: [String] = []
        var used: CacheRecord.Entry?
        for entry in contents.candidates {
            guard let cached = keeper.document(of: entry, in: contents) else { continue }
            if let cost, cost.isExceeded(by: cached.text) { return .postponed }
            keeper.begin(entry, in: contents.cache, waiting: timeout)
            var sentence: String
            do throws(RemoteSourceError) {
                let arrival = try verified(cached, isKnown: true)
                do throws(RemoteDocumentError) {
                    opening.document = try compile(arrival.document, isStarting: cost != nil)
                    opening.isCached = true
                    #if OVERRIDES
                    opening.place = place(of: arrival, in: contents.cache)
                    #endif
                    used = entry
                    opening.start.document = RefreshMachine.Document(
                        revision: cached.revision,
                        isConfirmed: false,
                        expiresAt: arrival.expiresAt
                    )
                    break
                } catch {
                    sentence = error.description
                }
            } catch {
                sentence = error.message
            }
            problems.append(sentence)
        }
        if opening.document == nil { keeper.endRun() }
        // If the newest document is unusable for any reason, it must be fetched again.
        if used == record.current || contents.fallback != nil { opening.newest = record.current }
        if let first = problems.first {
            opening.documentProblem = remoteProblem("the cached document cannot be used: \(first)")
        }
        if let waiting = keeper.waitingDocument(contents),
            let arrival = try? verified(waiting, isKnown: true)
        {
            (opening.newest, opening.waiting) = (CacheRecord.Entry(waiting), arrival)
            opening.start.hasWaiting = true
        }
        opening.cacheProblem = keeper.problem.map(Self.cacheProblem)
        return opening
    }

    private func publishPostponedState(of document: String) {
        let state = RemoteState(
            status: .notReady,
            since: environment.now().wall,
            why: "\(document) is large and is being read; the defaults are active until then",
            source: source.name
        )
        publish(state)
    }

    /// Reads a large document in the background after the start, and returns the start of the machine.
    func openPostponed() async -> RefreshMachine.Start {
        let opening = await postponedOpening()
        return activation.withLock { exchanges in
            // A new context opens its own cache.
            guard exchanges == Exchanges() else { return RefreshMachine.Start() }
            begin(with: opening)
            publish { opening.change(&$0) }
            followClock(opening.document)
            return opening.start
        }
    }

    /// Reads the documents that were too large at the start.
    private func postponedOpening() async -> RemoteOpening {
        guard let available = postponed.withLock({ $0.take() }) else { return await opening(after: Exchanges()) }
        return await withCheckedContinuation { continuation in
            environment.background { [self] in
                continuation.resume(returning: addingBundled(to: openAvailable(available)))
            }
        }
    }
}
