/// What a client finds of its remote document when it is created, without waiting for anybody.
struct RemoteOpening {
    /// What the machine begins with.
    var start = RefreshMachine.Start()
    var document: ActiveDocument?
    /// Whether the document comes from the cache.
    var isCached = false
    var documentProblem: ToggleProblem?
    var cacheProblem: ToggleProblem?

    /// What that does to the state.
    func change(_ state: inout ToggleState) {
        state.document = document
        state.isDocumentCached = isCached && document != nil
        state.documentProblem = documentProblem
        state.cacheProblem = cacheProblem
    }
}

extension ToggleClient {
    /// Reads the document that the source has at hand, or else the cached one.
    func openRemote(_ refresher: Refresher) -> RemoteOpening {
        do throws(RemoteSourceError) {
            guard let available = try refresher.source.availableDocument() else {
                return refresher.keeper.map { openCache($0, refresher) } ?? RemoteOpening()
            }
            refresher.setAtHand()
            return openAvailable(available, refresher)
        } catch {
            refresher.setAtHand()
            var opening = RemoteOpening()
            opening.start.failure = error
            return opening
        }
    }

    private func openAvailable(_ available: RemoteDocument, _ refresher: Refresher) -> RemoteOpening {
        var opening = RemoteOpening()
        if let keeper = refresher.keeper, refresher.configuration.verifier != nil {
            // The document need not be kept, but that no older one may come must be.
            let highest = keeper.contents().record.highestRevision
            refresher.arrivals.withLock { $0.accept(highest) }
        }
        do throws(RemoteSourceError) {
            let arrival = try refresher.verified(available)
            refresher.arrivals.withLock { $0.restart(newest: CacheRecord.Entry(available)) }
            if refresher.configuration.verifier != nil {
                refresher.keeper?.keep(highestRevision: refresher.arrivals.withLock(\.highestRevision))
                refresher.keeper?.store()
            }
            do throws(FlagDocument.Refusal) {
                opening.document = try Self.compile(arrival.document, bucketing: refresher.configuration.bucketing)
                opening.start.document = RefreshMachine.Document(
                    revision: available.revision,
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

    /// Starts with the first of the cached documents that can be used.
    func openCache(_ keeper: DocumentKeeper, _ refresher: Refresher) -> RemoteOpening {
        var opening = RemoteOpening()
        let contents = keeper.contents()
        let record = contents.record
        opening.start.fetchedAt = record.fetchedAt
        opening.start.backOff = record.backOff
        opening.start.isMarkedStale = record.staleSince != nil
        opening.start.fallback = contents.fallback
        refresher.arrivals.withLock { arrivals in
            arrivals.accept(record.highestRevision)
            arrivals.restart(newest: record.current)
        }
        var problems: [String] = []
        var used: CacheRecord.Entry?
        for entry in contents.candidates {
            guard let cached = keeper.open(entry) else { continue }
            var sentence: String
            do throws(RemoteSourceError) {
                let arrival = try refresher.verified(cached, isKnown: true)
                do throws(FlagDocument.Refusal) {
                    opening.document = try Self.compile(arrival.document, bucketing: refresher.configuration.bucketing)
                    opening.isCached = true
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
        // Whatever stands in the way of the newest one, it has to be brought again.
        if used != record.current, contents.fallback == nil { refresher.arrivals.withLock { $0.restart(newest: nil) } }
        if let first = problems.first {
            opening.documentProblem = remoteProblem("the cached document cannot be used: \(first)")
        }
        if let waiting = keeper.waitingDocument(record),
            let arrival = try? refresher.verified(waiting, isKnown: true)
        {
            refresher.arrivals.withLock {
                $0.restart(newest: CacheRecord.Entry(waiting), waiting: arrival)
            }
            opening.start.hasWaiting = true
        }
        opening.cacheProblem = keeper.problem.map(Self.cacheProblem)
        return opening
    }
}
